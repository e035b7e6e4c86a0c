"""Scenes as pictures: SVG of shapes and text, each thing with its identity and options. Knows scenes, no game and no page."""
