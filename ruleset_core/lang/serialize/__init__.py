"""Linked programs as bytes: a bounded, checksummed format for graphs of the language's own dataclasses.

`classes` is the table of classes that may be written, `writer` makes bytes, `reader` makes objects again. Nothing here runs what it
reads: a file can only name classes of the table, whose fields come from their definitions.
"""
