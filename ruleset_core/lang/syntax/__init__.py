"""Syntax: the grammar, the parser and syntax trees.

`gain 2 points` becomes `VerbSyntax("gain", ...)`: a verb is just a name here, and the binder asks whether there is one. One
grammar has a start symbol for effects and one for expressions. `parse_tables` are made of it by Lark and
written beside it; what `parser` cannot read by them goes to Lark, which knows what to say.
"""
