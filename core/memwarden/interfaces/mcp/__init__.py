"""The door for agents' programs that speak MCP: the tools, who sits behind them, and the process that serves them."""
