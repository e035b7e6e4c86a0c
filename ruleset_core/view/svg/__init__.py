"""Scenes as SVG: shapes and text, each thing with its identity and options. Knows scenes, but no game and no page."""
