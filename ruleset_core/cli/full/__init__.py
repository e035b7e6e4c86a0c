"""A game on the whole screen: panes, keys and the mouse. Needs the extra `full`, and is imported when it is asked for."""
