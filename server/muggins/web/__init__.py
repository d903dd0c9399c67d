"""Pages for people: what the store's public queries say, and the public feed of matches; nothing else."""
