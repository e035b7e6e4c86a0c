"""The commands, a few of a kind in each module: what may be asked for, and who does it."""
