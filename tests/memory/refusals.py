"""How a test says that something is turned down, and why."""

from __future__ import annotations

import pytest

from memwarden import Code, Refused


def refused(*codes: Code) -> pytest.RaisesExc[Refused]:
    """A refusal with one of these codes, and with words for whoever must act."""
    return pytest.RaisesExc(Refused, check=lambda error: error.code in codes and bool(error.message))
