"""What cards, rules, fields and words of a game are and where they lie, found by name: for every table, whatever shows it.

It says no more than the one who asks may know, in English or Spanish, and prints and draws nothing.
"""
