"""The rulebook of a game in words: what stands between braces becomes names and figures.

    You gain {gain coin in income}; nobody has more than {coin.max}.
    You gain 2 coins; nobody has more than 20.

Figures that are known before a game begins are digits; others are said as cards say them: `{players + 2}` is "the number of players + 2".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ruleset_core.analysis.known_figures import known_value
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.rulebook_nodes import (
    LinkedParagraph,
    RuleBlock,
    Rulebook,
    RuleParagraph,
    RulePlace,
    RuleSpan,
    RuleTerm,
    Spans,
)
from ruleset_core.lang.vocabulary import Vocabulary
from ruleset_core.messages import LANGUAGES, message
from ruleset_core.story.text.effect_text import EffectWriter
from ruleset_core.story.text.language import language_of


def rulebook_in_words(vocabulary: Vocabulary, paragraphs: Sequence[LinkedParagraph]) -> Rulebook:
    """The rulebook of a game as people read it."""
    writers = {lang: RulebookWriter(vocabulary, lang) for lang in LANGUAGES}
    return Rulebook(tuple(_in_words(each, writers) for each in paragraphs))


def _in_words(each: LinkedParagraph, writers: dict[str, RulebookWriter]) -> RuleParagraph:
    blocks = {lang: tuple(map(writer.block, each.blocks[lang])) for lang, writer in writers.items()}
    return RuleParagraph(each.name, each.part, each.title, each.explains, blocks, each.picture, each.aid)


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

    def _term(self, term: RuleTerm, *, several: bool = False) -> str:
        one = term.one[self.language.code]
        if not several:
            return one
        return (term.many or {}).get(self.language.code) or self.language.plural(one)
