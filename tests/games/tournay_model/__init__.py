"""Tournay once more, in Python: what is asked of whom, what may be answered, and what comes of it.

Written from the rules and the lists of cards, not from the data of the game, and used by `tournay_watch.py` only. Cards,
events, spaces and colours are numbers in the order of the game's data, so that both can be compared; nothing else of the data
is looked at. Questions come in the order in which the game puts them, which no rule says.
"""
