"""Texts of the command line in English and Spanish, a table for each that speaks.

`{name}` stands for a value. Both languages of a text name the same values; a test compares them.
"""
