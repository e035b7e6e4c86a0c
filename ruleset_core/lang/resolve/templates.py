"""Texts with places for values, and for words that depend on conditions, as they are read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ruleset_core.lang.syntax.parse import parse
from ruleset_core.lang.templates import Cases
from ruleset_core.lang.types import BOOL
from ruleset_core.model.diagnostic import friendly_list

if TYPE_CHECKING:
    from ruleset_core.lang import tree as t
    from ruleset_core.lang.resolve.findings import Scope
    from ruleset_core.lang.resolve.site import Reader, Site
    from ruleset_core.lang.templates import Template
    from ruleset_core.lang.types import Type
    from ruleset_core.model.shapes.common import L10N

PLACE: Final = re.compile(r"\{((?:[^{}']|'(?:[^{}]|\{[^{}]*\})*?'(?=\s*(?:else\b|\})))*)\}")
"""A place in a text: for a value, or for words in `'` of which some are said, in which there may be values."""
_CASE: Final = re.compile(r"\s*if\s([^']+?)\sthen\s+'(.*?)'\s*(?:else\b|\Z)")
"""Words that depend on a condition, the words after which the next ones are."""
_OTHERWISE: Final = re.compile(r"\s+'(.*)'\s*\Z")
"""The words that are said if none of the conditions holds."""
LANGUAGES: Final = ("en", "es")


class TemplateReader:
    """Reads texts for a reader of files; what is wrong is reported there."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    def both(self, given: L10N, site: Site, scope: Scope) -> dict[str, Template]:
        """A text in every language; W528 where one of them has a value that the other lacks."""
        before = len(self._reader.diagnostics)
        texts = {lang: self.read(given.get(lang), site.at(lang), scope) for lang in LANGUAGES}
        if len(self._reader.diagnostics) == before:  # else a value may only be misspelt in one of them
            self._compared(given, site)
        return texts

    def _compared(self, given: L10N, site: Site) -> None:
        said = {lang: {_names(each): each for each in PLACE.findall(given.get(lang))} for lang in LANGUAGES}
        for lang, other in (LANGUAGES, LANGUAGES[::-1]):
            missing = [text for names, text in said[other].items() if names not in said[lang]]
            if missing and said[lang].keys() <= said[other].keys():  # else they say it in another way
                left = friendly_list([f"{{{each}}}" for each in sorted(missing)], "and")
                message = f"`{lang}` does not tell {left}, which `{other}` does"
                advice = "tell the same in both languages"
                self._reader.report("W528", message, site.at(lang), advice, severity="warning")
                return

    def read(self, text: str, site: Site, scope: Scope, begin: int = 0) -> Template:
        """A text with `{EXPR}` placeholders, and words that depend on conditions; `begin`: where it begins in what is written."""
        pieces: Template = []
        for place, piece in enumerate(PLACE.split(text)):
            if place % 2 == 0:
                pieces.append(piece)
                if "{" in piece or "}" in piece:
                    mark = next(each for each in piece if each in "{}")
                    wrong = "is never closed" if mark == "{" else "closes nothing"
                    advice = "a place for a value is written `{EXPR}`, with no braces within"
                    self._reader.report("E202", f"`{mark}` {wrong} in this text", site, advice)
            elif "'" in piece:
                pieces += self._cases(piece, site, scope, begin + 1)
            else:
                pieces += self._within(piece, site, scope, begin + 1)
            begin += len(piece) + (2 if place % 2 else 0)
        return pieces

    def _cases(self, text: str, site: Site, scope: Scope, begin: int) -> list[Cases]:
        """`if CONDITION then 'WORDS' else 'WORDS'`, the last part left out where nothing is said then; empty if it is not that."""
        cases: list[tuple[t.Expr, Template]] = []
        at = 0
        while found := _CASE.match(text, at):
            said = self.read(found[2], site, scope, begin + found.start(2))
            cases += [(when, said) for when in self._within(found[1], site, scope, begin + found.start(1), BOOL)]
            at = found.end()
        last = _OTHERWISE.match(text, at)
        if at == 0 or (last is None and (at < len(text) or text.endswith("else"))):
            advice = "write `{if CONDITION then 'WORDS' else 'OTHER WORDS'}`"
            self._reader.report("E202", "words that depend on a condition are not written like this", site, advice)
            return []
        otherwise = self.read(last[1], site, scope, begin + last.start(1)) if last else []
        return [Cases(tuple(cases), otherwise)]

    def _within(self, text: str, site: Site, scope: Scope, begin: int, want: Type | None = None) -> list[t.Expr]:
        """An expression within a text; empty if it cannot be read."""
        tree, problems = parse(text or " ", "expr")
        found: list[t.Expr] = []
        if tree is not None:
            resolver = self._reader.resolver(text)
            found = [resolver.expr(tree, scope, want)]
            problems = resolver.problems
        self._reader.problems([each.moved(begin) for each in problems], site)
        return found


def _names(place: str) -> str:
    """What a place in a text looks at, without blanks and without the words that it says."""
    return "".join("'".join(place.split("'")[::2]).split())
