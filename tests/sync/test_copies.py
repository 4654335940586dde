"""Every form in which a conflict copy, an archived version or a temporary file was ever named."""

from __future__ import annotations

import unicodedata
from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memwarden.sync import copies

AT = datetime(2026, 11, 30, 14, 16, 39)
T = "20261130-141639"
EARLIER = "20150203-040506"
ID = "NJDDEFB"
NFD = unicodedata.normalize("NFD", "café")

FORMS = {
    f"note.sync-conflict-{T}-{ID}.md": ("note.md", ID),
    f"projects/alpha/INDEX.sync-conflict-{T}-{ID}.md": ("projects/alpha/INDEX.md", ID),
    f"note.sync-conflict-{T}.md": ("note.md", ""),
    f"note.sync-conflict-{T}-.md": ("note.md", ""),
    f"NOEXT.sync-conflict-{T}-{ID}": ("NOEXT", ID),
    f"NOEXT.sync-conflict-{T}": ("NOEXT", ""),
    f"dotted.dir/noext.sync-conflict-{T}-{ID}": ("dotted.dir/noext", ID),
    f"archive.tar.sync-conflict-{T}-{ID}.gz": ("archive.tar.gz", ID),
    f"a.b.c.sync-conflict-{T}-{ID}.md": ("a.b.c.md", ID),
    f".sync-conflict-{T}-{ID}.hidden": (".hidden", ID),
    f".hidden.sync-conflict-{T}-{ID}.md": (".hidden.md", ID),
    f"trailing-dot.sync-conflict-{T}-{ID}.": ("trailing-dot.", ID),
    f"v1.sync-conflict-{T}-{ID}.2 release notes": ("v1.2 release notes", ID),
    f"two words.sync-conflict-{T}-{ID}.md": ("two words.md", ID),
    f"sub dir/deep er/über.sync-conflict-{T}-{ID}.md": ("sub dir/deep er/über.md", ID),
    f"{NFD}.sync-conflict-{T}-{ID}.md": (f"{NFD}.md", ID),
    f"日本語.sync-conflict-{T}-{ID}.md": ("日本語.md", ID),
    f"new\nline.sync-conflict-{T}-{ID}.md": ("new\nline.md", ID),
    f"end.sync-conflict-{T}-{ID}.md\n": ("end.md\n", ID),
    f"n\udcf6te.sync-conflict-{T}-{ID}.md": ("n\udcf6te.md", ID),
    f"back\\slash*\"'.sync-conflict-{T}-{ID}.md": ("back\\slash*\"'.md", ID),
    f"note%2Fsync-conflict-{T}-{ID}.md": ("note.md", ID),
    f"note%2fsync-conflict-{T}.md": ("note.md", ""),
    f".obsidian/app.sync-conflict-{T}-{ID}.json": (".obsidian/app.json", ID),
}


@pytest.mark.parametrize("path", FORMS)
def test_a_copy_names_its_note_its_time_and_the_winning_device(path: str) -> None:
    original, device = FORMS[path]
    parsed = copies.parse(path)
    assert parsed is not None
    assert (parsed.original, parsed.at, parsed.device, parsed.of) == (original, AT, device, original)
    assert copies.is_copy(path)
    assert copies.why_unparsed(path) == ""


def test_a_copy_of_a_copy_with_an_extension_has_its_newest_stamp_last() -> None:
    parsed = copies.parse(f"sub/note.sync-conflict-{EARLIER}.sync-conflict-{T}-{ID}.md")
    assert parsed is not None
    assert (parsed.original, parsed.at, parsed.device) == ("sub/note.md", AT, ID)
    assert parsed.of == f"sub/note.sync-conflict-{EARLIER}.md"


def test_a_copy_of_a_copy_without_an_extension_has_its_newest_stamp_first() -> None:
    parsed = copies.parse(f"sub/NOEXT.sync-conflict-{T}.sync-conflict-{EARLIER}")
    assert parsed is not None
    assert (parsed.original, parsed.at, parsed.device) == ("sub/NOEXT", AT, "")
    assert parsed.of == f"sub/NOEXT.sync-conflict-{EARLIER}"


def test_three_stamps_in_one_name_still_lead_to_the_note() -> None:
    middle = "20151231-235959"
    parsed = copies.parse(f"note.sync-conflict-{EARLIER}.sync-conflict-{middle}.sync-conflict-{T}.md")
    assert parsed is not None
    assert (parsed.original, parsed.at) == ("note.md", AT)
    assert parsed.of == f"note.sync-conflict-{EARLIER}.sync-conflict-{middle}.md"


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("x.sync-conflict-notes.txt", "no time stamp"),
        ("note.sync-conflict-.md", "no time stamp"),
        ("note.sync-conflict-20261399-141639-NJDDEFB.md", "is no date"),
        ("note.sync-conflict-20261130-996639.md", "is no date"),
        (f".sync-conflict-{T}-{ID}", "nothing is left"),
    ],
)
def test_what_syncthing_takes_for_a_copy_but_names_no_note_is_listed_with_the_reason(path: str, why: str) -> None:
    assert copies.is_copy(path)
    assert copies.parse(path) is None
    assert why in copies.why_unparsed(path)


@pytest.mark.parametrize(
    "path",
    [
        "note.md",
        "sync-conflict.md",
        f"sync-conflict-{T}-{ID}.md",
        f"a.sync-conflict-{T}-{ID}/note.md",
        "note%2Fsync-conflict-plan.md",
        "conflict 2.md",
    ],
)
def test_an_ordinary_name_is_no_copy(path: str) -> None:
    assert not copies.is_copy(path)
    assert copies.parse(path) is None


def test_a_device_that_is_none_belongs_to_the_extension() -> None:
    assert copies.parse(f"note.sync-conflict-{T}-njddefb.md") is None
    assert copies.parse(f"note.sync-conflict-{T}-NJDDEF1.md") is None


NAMES = st.text(st.characters(exclude_characters="/\0", exclude_categories=()), min_size=1, max_size=40)


@given(NAMES, st.sampled_from(["", ID]), st.sampled_from(["", "dir/", "a.b/c d/"]))
def test_the_name_that_is_made_is_read_back(name: str, device: str, folder: str) -> None:
    made = copies.make(folder + name, AT, device)
    parsed = copies.parse(made)
    assert copies.is_copy(made)
    assert parsed is not None
    assert (parsed.of, parsed.at, parsed.device) == (folder + name, AT, device) or copies.is_copy(name)


@given(st.text(max_size=80))
def test_any_name_can_be_asked_about(name: str) -> None:
    copies.parse(name)
    copies.parse_version(name)
    assert copies.parse(name) is None or copies.is_copy(name)


@pytest.mark.parametrize(
    ("path", "original", "dated"),
    [
        (f"note~{T}.md", "note.md", True),
        (f"sub dir/naïve~{T}.md", "sub dir/naïve.md", True),
        (f"noext~{T}", "noext", True),
        (f"~{T}.hidden", ".hidden", True),
        (f"archive.tar~{T}.gz", "archive.tar.gz", True),
        (f"tilde~x~{T}.md", "tilde~x.md", True),
        (f"note.md~{T}", "note.md", True),
        (f"note.sync-conflict-{EARLIER}-{ID}~{T}.md", f"note.sync-conflict-{EARLIER}-{ID}.md", True),
        ("note.md", "note.md", False),
        ("tilde~x.md", "tilde~x.md", False),
        ("sub dir/.hidden", "sub dir/.hidden", False),
        ("note~20261399-000000.md", "note~20261399-000000.md", False),
        (f"~{T}", f"~{T}", False),
    ],
)
def test_an_archived_version_names_its_note(path: str, original: str, dated: bool) -> None:
    version = copies.parse_version(path)
    assert (version.original, version.at) == (original, AT if dated else None)


def test_temporary_files_are_known_and_ours_among_them() -> None:
    hashed = ".syncthing.a7c733a45540866723aa78498dad27dbfd9a51b801ae4c1defd54978536a126c.tmp"
    for name in (".syncthing.note.md.tmp", "sub/.syncthing.big.bin.tmp", "~syncthing~note.md.tmp", hashed):
        assert copies.is_temporary(name)
        assert not copies.is_ours(name)
    for name in (".syncthing.memwarden-01ABC.tmp", "sub/.memwarden-01ABC.tmp"):
        assert copies.is_temporary(name)
        assert copies.is_ours(name)
    for name in ("note.md", "syncthing.tmp", ".syncthing.md", "notes.tmp", ".memwarden/config.toml"):
        assert not copies.is_temporary(name)


def test_what_belongs_to_git_and_syncthing_is_skipped() -> None:
    for path in (".git/HEAD", "a/.stversions/note.md", ".stfolder", "a/.syncthing.note.md.tmp"):
        assert copies.is_skipped(path)
    for path in (
        "note.md",
        ".obsidian/app.json",
        ".stignore",
        "a/.github/x.md",
        ".memwarden/records/a.jsonl",
    ):
        assert not copies.is_skipped(path)
