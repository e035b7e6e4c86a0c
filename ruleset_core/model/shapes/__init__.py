"""The shape of the files: a model for each kind of file and each of its parts, and what is asked of these models."""
