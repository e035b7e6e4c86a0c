"""The rulebook of a game in words: what stands between braces becomes names and figures.

    You gain {gain coin in income}; nobody has more than {coin.max}.
    You gain 2 coins; nobody has more than 20.

Figures that are known before a game begins are digits; what depends on the
number of players alone is told for each (`{players + 2}`: "4 with 2 players, 5 with 3"), all else as cards say it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ruleset_core.analysis.known_figures import known_value
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.rulebook_nodes import (
    RuleBlock,
    Rulebook,
    RuleParagraph,
    RulePlace,
    RuleSpan,
    RuleTerm,
    Spans,
)
from ruleset_core.lang.types import INT
from ruleset_core.lang.vocabulary import Vocabulary
from ruleset_core.messages import LANGUAGES, message
from ruleset_core.story.text.effect_text import EffectWriter
from ruleset_core.story.text.language import language_of

FEW = 5
"""So many numbers of players are told one by one."""


def rulebook_in_words(vocabulary: Vocabulary, paragraphs: Sequence[RuleParagraph]) -> Rulebook:
    """The rulebook of a game as people read it."""
    writers = {lang: RulebookWriter(vocabulary, lang) for lang in LANGUAGES}
    return Rulebook(tuple(_in_words(each, writers) for each in paragraphs))


def _in_words(each: RuleParagraph, writers: dict[str, RulebookWriter]) -> RuleParagraph:
    said = {lang: tuple(map(writers[lang].block, blocks)) for lang, blocks in each.blocks.items() if lang in writers}
    first = next(iter(said.values()))  # a text that lacks a language stands in the first one, names and all
    blocks = {lang: said.get(lang, first) for lang in writers}
    return replace(each, blocks=blocks)


class RulebookWriter(EffectWriter):
    """Writes places as words of a language."""

    def __init__(self, vocabulary: Vocabulary, lang: str) -> None:
        super().__init__(vocabulary, language_of(lang))

    def block(self, block: RuleBlock) -> RuleBlock:
        """A block in words."""
        return RuleBlock(block.kind, tuple(tuple(map(self.spans, row)) for row in block.rows))

    def spans(self, spans: Spans) -> Spans:
        """Spans in words; where a sentence begins, with a capital letter."""
        found: list[RuleSpan] = []
        begins = True
        for span in spans:
            if isinstance(span.text, RulePlace):
                words = self.words_of(span.text)
                of = (span.text.term.section, span.text.term.name) if span.text.term is not None else ("", "")
                found.append(replace(span, text=words[:1].upper() + words[1:] if begins else words, of=of))
            else:
                found.append(span)
            said = str(found[-1].text).rstrip()
            begins = said.endswith((".", "?", "!")) if said else begins
        return tuple(found)

    def words_of(self, place: RulePlace) -> str:
        """What stands in a place."""
        if place.ends is not None:
            return message("game.range", self.language.code, low=place.ends[0], high=place.ends[1])
        if place.amount is None:
            return "" if place.term is None else self._term(place.term, several=place.plural)
        value = known_value(place.amount, self.v)
        if value is None and (by_players := self._by_players(place.amount)):
            return self._for_players(place, by_players)
        if place.term is not None:
            amount = place.amount if value is None else t.Const(place.amount.type, value)
            if isinstance(amount, t.Const):
                if place.term.many is not None and abs(amount.value) != 1:
                    return f"{amount.value} {self._term(place.term, several=True)}"
                return self.language.counted(amount.value, self._term(place.term))
            return self.counted(amount, self._term(place.term), self.opened(amount))
        if value is not None:
            return self.value(place.amount.type, value)
        return self.expr(place.amount, self.opened(place.amount))

    def _by_players(self, amount: t.Expr) -> dict[int, int]:
        """What an amount comes to by the number of players, if it depends on that alone and there are few of them."""
        least, most = self.v.players
        values = {n: known_value(amount, self.v, n) for n in range(least, most + 1)} if most - least < FEW else {}
        known = {n: value for n, value in values.items() if value is not None}
        return known if len(known) == len(values) else {}

    def _for_players(self, place: RulePlace, by_players: dict[int, int]) -> str:
        """`12 rounds with 2 players, 9 with 3, 7 with 4`."""
        said: list[str] = []
        for n, value in by_players.items():
            amount = replace(place, amount=t.Const(INT, value), term=place.term if not said else None)
            key = "rules.with_so_many" if said else "rules.with_players"
            said.append(message(key, self.language.code, amount=self.words_of(amount), players=n))
        return ", ".join(said)

    def _term(self, term: RuleTerm, *, several: bool = False) -> str:
        one = term.one[self.language.code]
        if not several:
            return one
        return (term.many or {}).get(self.language.code) or self.language.plural(one)
