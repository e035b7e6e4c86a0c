"""W524: what a text of the designer's own says beside what is done. Cards, their sides and rules have such texts (`text:`).

    text: {en: "Each player loses 3 deniers."}
    effect: for each p in seat { as p { lose 2 denier } }

Both are read for figures, names and whom they concern (`story.text.mentions`), the effect by the text that is made from it:

    own     figures 3, counted {denier: 3}, targets all
    made    figures 2, counted {denier: 2}, targets all

Words may differ, and a text may leave out what is plain, so only this is told:

    a figure of the text that neither the effect has, nor what it calls, nor the facts of the card
    a figure written in the effect that the text does not have (1 may be `a denier`, 0 `free`)
    a name that is another one: both name members of a family, each one that the other does not
    a resource, an adjective such as a colour, of the text alone; another member of a family of which the text names some
    somebody concerned that the other does not know: `each player`, `each other player`, `another player`

Texts in other languages are compared with those they translate, by their figures alone (`translated_figures`), and so are texts of lines of the
score with their amounts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from ruleset_core.analysis.text_reader import PLACE, SourceSite
from ruleset_core.compile.linker import Linker
from ruleset_core.diagnostics import Diagnostic, Span, friendly_list
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.program import Program
from ruleset_core.lang.traversal import all_nodes, leads
from ruleset_core.messages import FILE_LANGUAGES, LANGUAGES
from ruleset_core.model.translations import GameText
from ruleset_core.story.text import card_text
from ruleset_core.story.text.language import language_of
from ruleset_core.story.text.mentions import PERHAPS_OTHERS, GameName, MentionReader, Mentions, Place, read_figures

ACTS: Final = ("effect", "when", "instead", "while_in_play", "score", "requires")
"""The keys under which cards and rules act."""
_NO_FACTS: Final = frozenset({*ACTS, "name", "text", "sides", "because"})
_FIGURE: Final = re.compile(r"(?<!\d)\d{1,9}(?!\d)")
_MOST: Final = 20_000
"""So many nodes are looked at for what an effect calls."""
_RANGE: Final = re.compile(r"\d+\s*(?:\.\.|\bto\b)\s*\d+")
"""A range of values, of which no text needs to speak."""

CODE: Final = "W524"

Key = tuple[str, str]
"""A card or `rule ID`, and a side of it."""


@dataclass(frozen=True, slots=True)
class TextDifference:
    """Where one of two texts says what the other does not, and by what words that stands in the data of the effect."""

    own: tuple[Place, ...] = ()
    made: tuple[Place, ...] = ()
    words: tuple[str, ...] = ()


def lint_own_texts(linker: Linker) -> Iterator[Diagnostic]:
    """W524: texts that say other figures, names or targets than what is done."""
    sites = {key: site for key, site in own_text_sites(linker) if key in linker.program.given}
    found: dict[Key, Diagnostic] = {}
    for lang in LANGUAGES if sites else ():
        own = {key: text for key, site in sites.items() if (text := _written(site, lang))}
        made = {key: made_text(linker.program, key, lang) for key in own}
        reader = MentionReader(linker.v, language_of(lang), [*own.values(), *made.values()])
        for key, text in own.items():
            if key in found or not made[key]:
                continue
            context = CardContext(linker, key, sites[key])
            if difference := compare_texts(reader.read(text), reader.read(made[key]), context):
                found[key] = context.diagnostic(difference, lang, text, made[key])
    yield from found.values()
    yield from _score_texts(linker)


def _score_texts(linker: Linker) -> Iterator[Diagnostic]:
    """Figures in texts of lines of the score that the amount does not have; those in braces come from the data."""
    rows = {each.name: each for each in linker.program.scores}
    for part in linker.gathered.parts:
        for name, row in part.sections.score.items():
            if row.text is None or name not in rows:
                continue
            site = SourceSite(part.document, ("score", name))
            texts = {lang: PLACE.sub(" ", _written(site, lang)) for lang in FILE_LANGUAGES}
            figures = {lang: said for lang, text in texts.items() if (said := read_figures(text, language_of(lang))[0])}
            trees = [each for each in (rows[name].items, rows[name].amount, rows[name].where) if each is not None]
            known = called_things(linker.program, trees)[0] if figures else set()
            for lang, said in figures.items():
                if alien := sorted(said - known):
                    message = f"the text says {friendly_list(list(map(str, alien)), 'and')}, and the amount has no such figure"
                    place = part.document.span((*site.path, "text", lang))
                    advice = "write a figure of the data in braces: `{per_house} for each house`"
                    related = ((part.document.span((*site.path, "amount")), "the amount"),)
                    yield Diagnostic(CODE, "warning", message, place, help=advice, related=related)
                    break


def made_text(program: Program, key: Key, lang: str) -> str:
    """The text that is made from what a card or rule does, or one side of it."""
    owner, side = key
    clauses = [each for each in program.clauses if each.owner == owner and each.side == side]
    return card_text(replace(program, clauses=clauses), owner, lang, generated=True, side=side)


def own_text_sites(linker: Linker) -> Iterator[tuple[Key, SourceSite]]:
    """Where cards, their sides and rules stand that have texts."""
    for name, (cards, _kind, card) in linker.cards.items():
        if card.text is not None:
            yield (name, ""), SourceSite(cards.document, ("cards", name))
        for side, face in card.sides.items():
            if face.text is not None:
                yield (name, side), SourceSite(cards.document, ("cards", name, "sides", side))
    for part in linker.gathered.parts:
        for place, rule in enumerate(part.sections.rules):
            if rule.text is not None:
                yield (f"rule {rule.id}", ""), SourceSite(part.document, ("rules", place))


def _written(site: SourceSite, lang: str) -> str:
    """The text in a language as it is written; empty where another one stands for it, or where it is the translation of one."""
    said = site.document.value((*site.path, "text"))
    return str(said.get(lang, "")) if isinstance(said, dict) else ""


# -- comparing -----------------------------------------------------------------------------------------------------------


def compare_texts(own: Mentions, made: Mentions, context: CardContext) -> TextDifference | None:
    """What an own text and the one made from the effect say otherwise; None where both agree."""
    return _counted(own, made) or _figures(own, made, context) or _names(own, made, context) or _targets(own, made)


def _counted(own: Mentions, made: Mentions) -> TextDifference | None:
    """`3 denier` beside `2 denier`, where both count the same; 1 may be any of several."""
    for name, figures in own.counted.items():
        others = made.counted.get(name, {})
        only, lacking = sorted(figures.keys() - others.keys()), sorted(others.keys() - figures.keys())
        if others and {*only, *lacking} - {0, 1}:
            words = tuple(map(str, lacking))
            return TextDifference(tuple(figures[each] for each in only), tuple(others[each] for each in lacking), words)
    return None


def _figures(own: Mentions, made: Mentions, context: CardContext) -> TextDifference | None:
    lacking = made.figures.keys() - own.figures.keys() - own.perhaps
    lacking = {each for each in lacking if context.span_of(str(each)) is not None}
    only = own.figures.keys() - made.figures.keys() - (made.perhaps & {0, 1})
    if only and not lacking:
        only -= context.figures
    if not only:
        lacking -= {0, 1}  # a text may leave them out
    if not only and not lacking:
        return None
    return TextDifference(
        tuple(own.with_counted(each) for each in sorted(only)),
        tuple(made.with_counted(each) for each in sorted(lacking)),
        tuple(map(str, sorted(lacking))),
    )


def _names(own: Mentions, made: Mentions, context: CardContext) -> TextDifference | None:
    """`influence` beside `fortune`; of adjectives and resources also one that the other text names more often."""
    said, others = ({each.said: len(places) for each, places in text.names.items()} for text in (own, made))
    only = [each for each in own.names if each.said not in others]
    lacking = [each for each in made.names if each.said not in said]
    more = [each for each in made.names if each.said in said and others[each.said] > said[each.said]]
    for name in only:
        value = context.is_value(name)
        pair = [each for each in (*lacking, *(more if value else ())) if each.family == name.family != "kind"]
        if pair and (value or (not context.knows(name) and context.span_of(pair[0].id) is not None)):
            return TextDifference((own.names[name][0],), (made.names[pair[0]][-1],), (pair[0].id,))
    if alone := [each for each in only if context.is_value(each) and not context.knows(each)]:
        return TextDifference((own.names[alone[0]][0],))
    families = {each.family for each in own.names}  # a text that names one of a family names all that count
    untold = [
        each
        for each in lacking
        if each.family in families and context.is_member(each) and context.span_of(each.id) is not None
    ]
    return TextDifference((), (made.names[untold[0]][0],), (untold[0].id,)) if untold else None


def _targets(own: Mentions, made: Mentions) -> TextDifference | None:
    only = own.targets.keys() - made.targets.keys() - {PERHAPS_OTHERS}
    lacking = made.targets.keys() - own.targets.keys() - ({"others"} if PERHAPS_OTHERS in own.targets else set())
    if not only and not lacking:
        return None
    return TextDifference(
        tuple(own.targets[each] for each in sorted(only)), tuple(made.targets[each] for each in sorted(lacking))
    )


@dataclass(slots=True)
class CardContext:
    """What is known of a card or rule beside its texts: its facts, what its effect calls, and where that stands."""

    linker: Linker
    key: Key
    site: SourceSite
    _called: tuple[set[int], set[str]] | None = None

    @property
    def figures(self) -> set[int]:
        """Figures that the own text may explain: those of facts, and of what is called."""
        return self._known()[0]

    def knows(self, name: GameName) -> bool:
        """Whether the own text may name something: the card itself, a fact or a side of it, or what is called."""
        return name.id in self._known()[1]

    def is_value(self, name: GameName) -> bool:
        """Whether a name is one of a resource, or an adjective, such as a colour: texts have no other words for these."""
        domain = self.linker.v.domains.get(name.family)
        return domain is not None and (domain.kind == "resource" or domain.adjectives)

    def is_member(self, name: GameName) -> bool:
        """Whether a name is one of a resource or of a member of a set."""
        domain = self.linker.v.domains.get(name.family)
        return domain is not None and domain.kind in {"resource", "set"}

    def _known(self) -> tuple[set[int], set[str]]:
        if self._called is None:
            clauses = [each for each in self.linker.program.clauses if (each.owner, each.side) == self.key]
            trees = [part for each in clauses for part in (each.where, each.body, each.value) if part is not None]
            figures, names = called_things(self.linker.program, trees)
            document = self.site.document
            for data in (document.value(self.site.path[:2]), document.value(self.site.path)):
                for each in _leaves({key: value for key, value in data.items() if key not in _NO_FACTS}):
                    names.update(re.findall(r"\w+", str(each)))
                    figures.update(int(word) for word in _FIGURE.findall(str(each)))
            sides = document.value(self.site.path[:2]).get("sides", ())
            self._called = figures, {*names, self.key[0], *sides}
        return self._called

    def span_of(self, word: str) -> Span | None:
        """Where a word stands in what is done."""
        for path, text in _texts(self.site.document.value(self.site.path)):
            skipped = [each.span() for each in _RANGE.finditer(text)]
            for found in re.finditer(rf"(?<!\w){re.escape(word)}(?!\w)", text):
                if not any(low <= found.start() < high for low, high in skipped):
                    return self.site.document.within((*self.site.path, *path), *found.span())
        return None

    def diagnostic(self, difference: TextDifference, lang: str, own: str, made: str) -> Diagnostic:
        """The finding, in the text, with the place in the effect."""
        document, path = self.site.document, (*self.site.path, "text")
        path = (*path, lang) if isinstance(document.value(path), dict) else path
        place = document.within(path, *difference.own[0]) if difference.own else document.span(path)
        effect = next((each for word in difference.words if (each := self.span_of(word)) is not None), None)
        if effect is None:
            key = next((key for key in ACTS if key in document.value(self.site.path)), "text")
            effect = document.key_span((*self.site.path, key))
        what = "rule" if self.key[0].startswith("rule ") else "card"
        said, done = (
            friendly_list([text[slice(*each)] for each in places], "and")
            for text, places in ((own, difference.own), (made, difference.made))
        )
        if said and done:
            message = f"the text says {said}; what the {what} does says {done}"
        elif said:
            message = f"the text says {said}, and what the {what} does has nothing of that"
        else:
            message = f"what the {what} does says {done}, and the text does not"
        related = ((effect, f"here it is {done}" if done else "what is done"),)
        advice = f"made from what it does: {made}".replace("\n", " ")
        return Diagnostic(CODE, "warning", message, place, help=advice, related=related)


def called_things(program: Program, trees: Iterable[Any]) -> tuple[set[int], set[str]]:
    """Figures, and ids of members, in what is done and in what that calls."""
    figures, names = set[int](), set[str]()
    waiting = [*trees]
    known, left = set[str](), _MOST
    while waiting and left:
        for node in all_nodes(waiting.pop()):
            left -= 1
            if not left:
                break
            if isinstance(node, t.Const) and node.type.kind == "int":
                figures.add(abs(node.value))
            elif isinstance(node, t.Const) and node.type.kind == "member":
                domain = program.vocabulary.domains[node.type.domain]
                if 0 <= node.value < len(domain.ids):
                    names.add(domain.ids[node.value])
            called = {*leads(node), *([node.define] if isinstance(node, t.Apply) else ())} - known
            known |= called
            for name in called:
                procedure = program.procedures.get(name)
                define = program.vocabulary.defines.get(name.removeprefix("value "))
                waiting += [procedure.body] if procedure is not None else []
                waiting += [] if define is None else [each for each in (define.body, define.value) if each is not None]
    return figures, names


def _texts(data: Any) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """The effects, conditions and amounts of a card or rule, with their paths."""
    for key in ACTS if isinstance(data, Mapping) else ():
        if key in data:
            yield from _below(data[key], (key,))


def _below(data: Any, path: tuple[str | int, ...]) -> Iterator[tuple[tuple[str | int, ...], str]]:
    if isinstance(data, Mapping):
        for key, each in data.items():
            yield from _below(each, (*path, key))
    elif isinstance(data, list):
        for place, each in enumerate(data):
            yield from _below(each, (*path, place))
    elif isinstance(data, str | int):
        yield path, str(data)


def _leaves(data: Any) -> Iterable[Any]:
    return (text for _, text in _below(data, ()))


# -- translations --------------------------------------------------------------------------------------------------------


def translated_figures(text: GameText, said: str, lang: str, span: Span) -> Iterator[Diagnostic]:
    """W524: a translation of such a text that has other figures.

    >>> text = GameText("cards/tax.yaml cards.toll.text", ("cards", "toll", "text"), {"en": "Lose 2 deniers."})
    >>> [each.message for each in translated_figures(text, "Perdez 3 deniers.", "fr", Span.whole("fr.po"))]
    ['the translation says `3`; the text says `2`']
    """
    first = next((each for each in FILE_LANGUAGES if each in text.said), "")
    if not first or lang not in LANGUAGES or text.path[-1] != "text" or not {"cards", "rules"} & {*text.path}:
        return
    own, perhaps = read_figures(text.said[first], language_of(first))
    other, others = read_figures(said, language_of(lang))
    more, less = sorted(other - own - perhaps), sorted(own - other - others - {1})
    if more or less:
        parts = [
            f"{what} says {friendly_list([str(each) for each in figures], 'and')}"
            for what, figures in (("the translation", more), ("the text", less))
            if figures
        ]
        yield Diagnostic(CODE, "warning", "; ".join(parts), span, help=f"it translates: {text.said[first]}")
