"""Files read: YAML with the place of every key and value, or without, and what is told of text that is no YAML."""
