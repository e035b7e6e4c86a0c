"""How text gets to a terminal, whatever it can show: the screen, streams, stand-ins, lines broken between words."""
