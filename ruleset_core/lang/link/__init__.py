"""From the files of a game to a program."""
