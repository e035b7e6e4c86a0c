"""Warnings about what is legal and yet looks like a slip. Each lint is a function of a linked game."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ruleset_core.check import lints_cards, lints_entries, lints_names, lints_play, lints_texts, lints_values
from ruleset_core.lang.link.linker import Linker
from ruleset_core.model.diagnostic import Diagnostic
from ruleset_core.model.stages import stage

Lint = Callable[[Linker], Iterator[Diagnostic]]

OF_FILES: tuple[Lint, ...] = (
    lints_entries.missing_header,
    lints_entries.odd_one_out,
    lints_names.misspelt_ids,
    lints_names.unknown_hints,
    lints_texts.untranslated,
)
"""Lints that look at what is written; they help in files with errors too."""


@stage("lints")
def lint(linker: Linker, *, sound: bool) -> list[Diagnostic]:
    """All warnings about a game; `sound` says whether it is free of errors.

    With effects that cannot be read, lints over what effects do would be wrong.
    """
    lints = (
        (*OF_FILES, lints_play.lint_play, lints_texts.lint_texts, lints_values.lint_values, lints_cards.cards_as_made)
        if sound
        else OF_FILES
    )
    return [found for each in lints for found in each(linker)]
