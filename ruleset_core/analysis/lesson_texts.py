"""Reads texts that are said in a position: places hold values of it, as in a question, or figures of the rules, as in a rulebook.

    You have {pot} in the pot; {gain coin in income} come each round.

`{pot}` is an expression, `{gain coin in income}` the amount of a statement (`rulebook_linker`): what is no expression may be one
of its places.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from ruleset_core.analysis.binder import BindingScope
from ruleset_core.analysis.rulebook_linker import AMOUNTS, RulebookLinker
from ruleset_core.analysis.text_reader import SourceSite, TemplateReader, TextReader
from ruleset_core.lang.rulebook_nodes import RulePlace
from ruleset_core.lang.types import Type

__all__ = ["LessonTextReader"]

_OF_RULES: Final = re.compile(rf"(?:plural|name) [a-z]|(?:{'|'.join(AMOUNTS)}) .+ in ")
"""How places begin that can only be those of a rulebook."""


class LessonTextReader(TemplateReader):
    """Reads such texts for a reader of files.

    `rules`: gives a reader of the places of rulebooks, when one is needed; `words`: puts such a place into words.
    """

    def __init__(
        self, reader: TextReader, rules: Callable[[], RulebookLinker], words: Callable[[RulePlace], str] = str
    ) -> None:
        super().__init__(reader)
        self._rules, self._words = rules, words

    def _within(
        self, text: str, site: SourceSite, scope: BindingScope, begin: int, want: Type | None = None
    ) -> list[Any]:  # fmt: skip
        """A value of the position, or else the words of a figure of the rules."""
        found = self._reader.diagnostics
        before = len(found)
        value = super()._within(text, site, scope, begin, want)
        wrong = [each for each in found[before:] if each.severity == "error"]
        if not wrong or want is not None:
            return value
        rules = self._rules()
        place = rules.figure(text, begin, site)
        if rules.diagnostics and not _OF_RULES.match(text):
            return []
        found[before:] = rules.diagnostics
        return [] if rules.diagnostics else [self._words(place)]
