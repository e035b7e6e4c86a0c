"""What is written: the grammar, trees of what was read, and reading."""
