"""The intermediate program spelled as Python."""
