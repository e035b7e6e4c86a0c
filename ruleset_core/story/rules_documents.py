"""The rules of a game as a document in one language: its rulebook, and what the data says by itself.

What is made of the data stands behind the rulebook: every card with its text, every reason why something is refused, how points are
made. A game without a rulebook has these, its phases and its questions.

>>> from ruleset_core import load
>>> [part.name for part in rules_document(load("pig")).parts]
['about', 'components', 'course', 'end', 'credits', 'refusals', 'points']
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ruleset_core.analysis.known_figures import template_words
from ruleset_core.engine.game_source import memoized
from ruleset_core.lang.rulebook_nodes import RuleBlock, RuleSpan
from ruleset_core.messages import labelled, message
from ruleset_core.story.text import expr_text
from ruleset_core.story.text.nouns import sentence

if TYPE_CHECKING:
    from ruleset_core.engine.game_info import GameInfo
    from ruleset_core.lang.vocabulary import Template


@dataclass(frozen=True, slots=True)
class RulesParagraph:
    """A paragraph of the rules.

    Attributes:
        name: as data calls it.
        title: what stands above it.
        blocks: what it says.
        explains: the sections and names of what it explains.
        picture: the scenario whose position is drawn beside it; empty for none.
        aid: whether it stands on the one-page aid.
        made: whether it is made of the data, and written by nobody.

    Example:
        >>> from ruleset_core import load, rules_document
        >>> paragraph = rules_document(load("pig"), "en").paragraph("end")
        >>> paragraph.title, paragraph.aid
        ('End of the game', True)
    """

    name: str
    title: str
    blocks: tuple[RuleBlock, ...]
    explains: tuple[tuple[str, str], ...] = ()
    picture: str = ""
    aid: bool = False
    made: bool = False


@dataclass(frozen=True, slots=True)
class RulesPart:
    """A part of the rules: its name as data writes it, its title, and its paragraphs.

    Example:
        >>> from ruleset_core import load, rules_document
        >>> part = rules_document(load("pig"), "es").parts[1]
        >>> part.name, part.title
        ('components', 'Material')
    """

    name: str
    title: str
    paragraphs: tuple[RulesParagraph, ...]


@dataclass(frozen=True, slots=True)
class RulesDocument:
    """The rules of a game in a language.

    Attributes:
        title: the name of the game, with those of its expansions.
        parts: the parts that say anything, in order.

    Example:
        >>> from ruleset_core import load, rules_document
        >>> rules = rules_document(load("pig"), "en")
        >>> rules.parts[0].title, rules.parts[0].paragraphs[0].title
        ('The game', 'Aim of the game')
    """

    title: str
    parts: tuple[RulesPart, ...]
    _about: dict[tuple[str, str], list[RulesParagraph]] = field(repr=False, compare=False)

    @property
    def paragraphs(self) -> list[RulesParagraph]:
        """All paragraphs in order."""
        return [each for part in self.parts for each in part.paragraphs]

    def paragraph(self, name: str) -> RulesParagraph | None:
        """The paragraph of a name; None if there is none."""
        return next((each for each in self.paragraphs if each.name == name), None)

    def about(self, section: str, name: str) -> list[RulesParagraph]:
        """The paragraphs that explain an entry of a section of the data, such as the phase `income` of `flow`."""
        return self._about.get((section, name), [])

    def only(self, parts: Iterable[str] = (), *, aid: bool = False) -> RulesDocument:
        """The same rules with these parts alone (by default all), and with `aid` what stands on the one-page aid."""
        wanted = {*parts}
        kept = [
            RulesPart(part.name, part.title, tuple(each for each in part.paragraphs if each.aid or not aid))
            for part in self.parts
            if not wanted or part.name in wanted
        ]
        return RulesDocument(self.title, tuple(part for part in kept if part.paragraphs), self._about)


@memoized
def rules_document(game: GameInfo, lang: str = "en") -> RulesDocument:
    """The rules of a game in a language. Raises LoadError where its rulebook has mistakes."""
    written = [
        (
            each.part,
            RulesParagraph(each.name, each.title[lang], each.blocks[lang], each.explains, each.picture, each.aid),
        )
        for each in game.source.rulebook.paragraphs
    ]
    made = _MadeParagraphs(game, lang)
    given = written or [*made.instead_of_a_rulebook()]
    given += made.appendix()
    names = dict.fromkeys(part for part, _ in given)
    parts = [
        RulesPart(name, message(f"rules.part_{name}", lang), tuple(each for part, each in given if part == name))
        for name in names
    ]
    about: dict[tuple[str, str], list[RulesParagraph]] = {}
    for _, each in written:
        for entry in each.explains:
            about.setdefault(entry, []).append(each)
    layers = [game.glossary.expansion_title(each, lang) for each in game.expansions]
    return RulesDocument(" + ".join((game.title(lang), *layers)), tuple(parts), about)


Made = Iterator[tuple[str, RulesParagraph]]


class _MadeParagraphs:
    """Paragraphs made of the data."""

    def __init__(self, game: GameInfo, lang: str) -> None:
        self.game, self.lang = game, lang
        self.program = game.program
        self.v = game.program.vocabulary

    def instead_of_a_rulebook(self) -> Made:
        """What can be said of a game that has none."""
        if about := self.game.about(self.lang):
            yield "about", _made("about", self.game.title(self.lang), _texts([about]))
        phases = [self.game.glossary.title("phases", each, self.lang) for each in self.game.glossary.phases()]
        yield "course", _made("phases", self._say("phases"), _points(dict.fromkeys(phases)))
        asked = [self._words(each.ask.get(self.lang, [])) for each in self.v.decisions.values() if each.ask]
        if asked:
            yield "course", _made("questions", self._say("questions"), _points(dict.fromkeys(asked)))
        tracks = self._tracks()
        texts = {name: text for name, text in self.game.rule_texts(self.lang).items() if name not in tracks}
        said = [
            labelled(self.game.rule_name(name, self.lang), " ".join(text.splitlines()), self.lang)
            for name, text in texts.items()
            if text
        ]
        if said:
            yield "rulings", _made("standing", self._say("standing"), _points(said))

    def _tracks(self) -> dict[str, str]:
        """What the spaces of tracks bring, by resource."""
        resources = self.v.domains["resource"].ids
        return {name: text for name, text in self.game.rule_texts(self.lang).items() if name in resources}

    def appendix(self) -> Made:
        """Rights, every card with its text, what spaces of tracks bring, every reason for a refusal, how points are made, and what they are compared with."""
        if rights := self.game.rights.text(self.lang):
            yield "credits", _made("rights", self._say("rights"), _texts([rights]))
        for kind in self.game.kinds:
            cards = [self.game.card(each) for each in self.game.card_ids() if self.program.cards[each].kind == kind]
            rows = dict.fromkeys(
                (card.name(self.lang), " ".join(text.splitlines())) for card in cards if (text := card.text(self.lang))
            )
            if rows:
                title = self.game.glossary.title("families", kind, self.lang)
                yield "cards", _made(f"cards_{kind}", title, _table(self._heads("card", "does"), rows))
        if tracks := self._tracks():
            bring = ((self.game.rule_name(name, self.lang), " ".join(text.split())) for name, text in tracks.items())
            yield "cards", _made("tracks", self._say("tracks"), _table(self._heads("track", "does"), bring))
        refused = dict.fromkeys(
            (self._words(decision.ask.get(self.lang, [])), self._words(reason.say[self.lang]))
            for decision in self.v.decisions.values()
            for reason in decision.why
        )
        if refused:
            table = _table(self._heads("question", "refused"), _without_repetition(refused))
            yield "refusals", _made("refusals", self._say("part_refusals"), table)
        yield "points", _made("points", self._say("part_points"), self._points())
        if self.program.ranks:
            ranks = ((names[self.lang], str(at)) for at, names in self.program.ranks)
            yield "points", _made("ranks", self._say("ranks"), _table(self._heads("rank", "from"), ranks))
        if self.program.achievements:
            titles = [each.title[self.lang] for each in self.program.achievements]
            yield "points", _made("achievements", message("scene.score.achievements", self.lang), _points(titles))

    def _points(self) -> tuple[RuleBlock, ...]:
        rows = []
        for each in self.program.scores:
            worth = self.game.glossary.worth(each.name, self.lang)
            rows.append((each.title[self.lang], worth))
        table = _table(self._heads("category", "points"), rows) if rows else ()
        return (*table, *_texts([" ".join(self._winning())]))

    def _winning(self) -> Iterator[str]:
        """Who wins, in sentences."""
        who = self.program.outcome
        if self.program.scores:
            yield self._say("best_lowest" if who.lowest else "best_highest")
        if who.wins is not None:
            yield message("rules.best_who", self.lang, condition=expr_text(who.wins, self.v, self.lang))
        if who.team is not None:
            yield self._say("best_teams")
        if self.program.tie_breaks:
            amounts = "; ".join(expr_text(each, self.v, self.lang) for each in self.program.tie_breaks)
            yield message("rules.ties", self.lang, amounts=amounts)

    def _say(self, key: str) -> str:
        return message(f"rules.{key}", self.lang)

    def _heads(self, *keys: str) -> tuple[str, ...]:
        return tuple(self._say(f"head_{key}") if key != "category" else self._say("category") for key in keys)

    def _words(self, template: Template) -> str:
        return template_words(template, self.v)


def _made(name: str, title: str, blocks: tuple[RuleBlock, ...]) -> RulesParagraph:
    return RulesParagraph(name, sentence(title).rstrip("."), blocks, made=True)


def _texts(lines: Iterable[str]) -> tuple[RuleBlock, ...]:
    return tuple(RuleBlock("text", (((RuleSpan(line),),),)) for line in lines if line)


def _points(items: Iterable[str]) -> tuple[RuleBlock, ...]:
    return (RuleBlock("list", tuple(((RuleSpan(each),),) for each in items)),)


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> tuple[RuleBlock, ...]:
    return (RuleBlock("table", tuple(tuple((RuleSpan(cell),) for cell in row) for row in (heads, *rows))),)


def _without_repetition(rows: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Rows whose first cell is empty where it is that of the row above."""
    before = ""
    for first, second in rows:
        yield ("" if first == before else first), second
        before = first
