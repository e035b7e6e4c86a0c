"""What a thing of a colour is called: `white tower`, `tour blanche`."""

from __future__ import annotations

from ruleset_core.story.text.language import language_of


def coloured_name(noun: str, colour: str, lang: str) -> str:
    """A noun with a colour, in the order and with the agreement of the language.

    >>> coloured_name("tower", "white", "en"), coloured_name("tour", "blanc", "fr")
    ('white tower', 'tour blanche')
    """
    return language_of(lang).described(noun, colour) if noun and colour else noun or colour


def is_named(title: str, noun: str, lang: str) -> bool:
    """Whether a title names a thing already, as `houses` does a house."""
    return title in {noun, language_of(lang).plural(noun)}
