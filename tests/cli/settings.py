"""Configuration files as people have them: comments, other servers, other hooks, layouts of their own."""

CLAUDE_SETTINGS = """{
    "model": "opus",
    "permissions": {"allow": ["Bash(git diff:*)", "Read(~/notes/**)"], "deny": []},
    "hooks": {
        "PreToolUse": [
            {"matcher": "Bash", "hooks": [{"type": "command", "command": "/opt/guard/check.sh \\u00e9", "timeout": 5}]}
        ],
        "Notification": [{"hooks": [{"type": "command", "command": "notify-send 'Claude'"}]}]
    },
    "statusLine": {"type": "command", "command": "~/.claude/line.sh"}
}
"""
CLAUDE_JSON = (
    '{"numStartups":412,"mcpServers":{"github":{"command":"npx","args":["-y","gh-mcp"]}},'
    '"projects":{"/home/sam/x":{"history":[{"display":"{\\"a\\": [1]}"}]}},"oauth":1e3}'
)
CLAUDE_MD = "# How I work\n\n- Small commits\n"
CODEX_TOML = """# my settings
model = "gpt-5-codex"      # the good one
approval_policy = 'on-request'

[sandbox_workspace_write]
network_access = true
writable_roots = [
    "/home/sam/.cache",   # uv
]

[mcp_servers.docs]   # another server
command = "npx"
args = ["-y", "docs-mcp"]
env = { KEY = "v" }

[profiles.fast]
model = "gpt-5-mini"
"""
CODEX_SAID = """
[mcp_servers.memwarden.tools.edit_note]
approval_mode = "approve"

[tui]
screen_reader_detection_done = true

[hooks.state]

[hooks.state."/home/sam/.codex/hooks.json:pre_tool_use:0:0"]
trusted_hash = "sha256:411d1ea033378eaedd56f1f83101f1c30772ad3acab739be9b4f7228a8c496c1"
"""
"""What Codex adds while it is used: tools that need no approval, and the hooks that its user trusted."""
CODEX_HOOKS = (
    '{\n  "hooks": {\n    "Stop": [\n      {"hooks": [{"type": "command", "command": "say done"}]}\n    ]\n  }\n}'
)
GEMINI_SETTINGS = """{
\t// what I like
\t"theme": "Default", /* really */
\t"mcpServers": {
\t\t"docs": {"command": "npx", "args": ["docs"]} // the documentation
\t},
\t"hooks": {
\t\t"BeforeTool": [
\t\t\t{"matcher": "write_file", "hooks": [{"type": "command", "command": "echo '{}'"}]}
\t\t]
\t}
}
"""
