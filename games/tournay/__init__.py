"""Python of Tournay: none. Its rules and how it is shown are data; hooks would stand beside this file in `hooks.py`."""
