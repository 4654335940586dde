"""What can be installed, by name."""

CLAUDE, CODEX, GEMINI = "claude-code", "codex", "gemini-cli"
PROGRAMS = (CLAUDE, CODEX, GEMINI)
SCOPES = ("user", "project")
TARGETS = (*PROGRAMS, "block", "watch", "status")
