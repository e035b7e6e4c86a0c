"""Thinking ahead: greedy, play-outs and the search, written in the small part of Python that the core has as well."""
