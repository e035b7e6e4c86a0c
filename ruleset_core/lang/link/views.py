"""Linking: the amounts that data gives to views."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ruleset_core.lang.definitions import Define
from ruleset_core.lang.vocabulary import Vocabulary
from ruleset_core.model.gather import Part

MOST: Final = 200
"""Most values of one amount that a view is given: observations are made often."""


def amounts_shown(v: Vocabulary, parts: list[Part]) -> Iterator[str]:
    """The amounts that the data wants shown, each once; what cannot be shown is a warning of `check`."""
    named = dict.fromkeys(name for part in parts for name in part.sections.view.amounts)
    return (name for name in named if name in v.defines and can_be_shown(v, v.defines[name]))


def can_be_shown(v: Vocabulary, define: Define) -> bool:
    """Whether a definition is an amount, or a value of another type, with few enough of them to be shown whole."""
    many = 1
    for kind in define.params.values():
        if not v.finite(kind):
            return False
        many *= len(v.members(kind))
    return define.kind in {"amount", "value"} and " " not in define.name and many <= MOST
