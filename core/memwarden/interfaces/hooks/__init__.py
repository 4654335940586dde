"""What agents' programs run around their own tools: refuse before, judge after, tell what an agent must know."""
