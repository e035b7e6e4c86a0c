"""Looks on observations: what a seat may know of a position, and expressions worked out on that alone."""
