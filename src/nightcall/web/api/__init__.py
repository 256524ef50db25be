"""The same operations as JSON, for bots, lights and other screens."""
