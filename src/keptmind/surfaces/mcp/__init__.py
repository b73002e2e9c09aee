"""The agent tools over the Model Context Protocol; needs the extra `keptmind[mcp]`."""
