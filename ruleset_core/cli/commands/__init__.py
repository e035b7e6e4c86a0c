"""The commands, one module each: what may be asked for, and who does it."""
