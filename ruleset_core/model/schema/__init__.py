"""Pydantic models of the game files: strict, and an unknown key is an error. JSON Schemas are made of them."""
