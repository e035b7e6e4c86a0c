"""The report of two games that were compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree as ET

from ruleset_core import __version__
from ruleset_core.sim.figures import mean_of, quarters
from ruleset_core.texts.questions import change_told, value_told

from .elements import Figure, Table, listed
from .page import Finding, page
from .plots.frame import wide
from .plots.rows import Interval, Line, Row, Spread, rows
from .scale import binned
from .sections.played import again, meanings
from .sections.points import half
from .simulating import seated
from .told import Words, finite

if TYPE_CHECKING:
    from ruleset_core import Game
    from ruleset_core.sim import Comparison, GameRow, Plan, Question
    from ruleset_core.sim import Line as Answer

__all__ = ["Sides", "comparison", "sides_told"]

WORDS: Final = ("pair", "margin", "chance", "half", "decision", "bot", "seed", "hash")
UNITS: Final = {
    "score": "points", "category": "points", "won": "shares", "shared": "shares", "decisions": "lengths", "length": "lengths",
    "taken": "taken",
}  # fmt: skip
"""In what the answers to questions are counted: those alike stand on one plot."""
UNSURE: Final = 3
"""Figures of which it is told how many games they would take."""
MANY: Final = 10_000_000
"""More games than that are not told of."""


@dataclass(frozen=True, slots=True)
class Sides:
    """What was compared: what each is called, its game, how it was played, and the games in their order; and what a question asks for."""

    titles: Sequence[str]
    games: Sequence[Game]
    plans: Sequence[Plan]
    rows: Sequence[Sequence[GameRow]]
    asked: Callable[[Question], str]


def comparison(sides: Sides, found: Comparison, command: str, lang: str) -> str:
    """The page of two games that were compared, as HTML.

    Args:
        sides: the two.
        found: what came of it.
        command: what is typed to do it again.
        lang: `en` or `es`.
    """
    words = Words(lang)
    one, other = sides.titles
    lead = words.say(
        "cmp_lead", one=one, other=other, games=words.grouped(found.pairs), bots=seated(sides.plans[0])
    )  # fmt: skip
    sections = [
        ("differs", words.say("s_differs"), list(_differences(words, sides, found))),
        ("spread", words.say("s_spread"), list(_spread(words, sides, found.pairs))),
        ("played", words.say("s_played"), [*again(words, command), sides_told(words, sides, found.pairs)]),
        ("words", words.say("s_words"), [meanings(words, WORDS)]),
    ]
    title = words.say("cmp_title", one=one, other=other)
    return page(title, lead, _findings(words, sides, found), sections, words)


def _findings(words: Words, sides: Sides, found: Comparison) -> Iterator[Finding]:
    sure = [line for line in found.lines if line.sure]
    for line in sure:
        means = (value_told(line.question, each.mean, words.lang) for each in (line.one, line.other))
        said = dict(
            zip(("one", "other"), means, strict=True), change=change_told(line.question, line.change, words.lang)
        )
        yield Finding("notice", words.say("f_differs", figure=_capital(sides.asked(line.question)), **said))
    rest = len(found.lines) - len(sure)
    if rest:
        yield Finding("", words.say("f_rest_same", count=len(found.lines)) if sure else words.say("f_same"))
    if found.alike:
        alike, games = words.grouped(found.alike), words.grouped(found.pairs)
        yield Finding("", words.say("f_alike", alike=alike, games=games))
    open_ = sorted((line.needed, place) for place, line in enumerate(found.lines) if line.needed and not line.sure)
    for needed, place in open_[:UNSURE]:
        if needed <= MANY:
            line = found.lines[place]
            change = change_told(line.question, line.change, words.lang)
            said = {"figure": sides.asked(line.question), "change": change, "games": words.grouped(_rounded(needed))}
            yield Finding("", words.say("f_more_games", **said))
    yield Finding("", words.say("f_bots_not_people"))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _rounded(value: int) -> int:
    """With two digits: nobody knows more."""
    power: int = 10 ** max(0, len(str(value)) - 2)
    return -(-value // power) * power


def _differences(words: Words, sides: Sides, found: Comparison) -> Iterator[ET.Element]:
    """A plot for the figures of each unit."""
    kinds: dict[str, list[Answer]] = {}
    for line in found.lines:
        kinds.setdefault(UNITS[line.question.kind], []).append(line)
    for kind, lines in kinds.items():
        yield _difference(words, sides, kind, lines)


def _difference(words: Words, sides: Sides, kind: str, lines: Sequence[Answer]) -> ET.Element:
    unit = 100 if kind == "shares" else 1
    drawn = [
        Row(
            sides.asked(line.question), Interval(unit * line.change.mean, unit * finite(line.change.margin), line.sure),
            words.signed(line.change.times(unit)),
        )
        for line in lines
    ]  # fmt: skip
    heads = ["h_figure", None, None, "h_change", "h_margin", "h_beyond", "h_to_be_sure"]
    table = [
        [
            sides.asked(line.question), *(words.number(unit * each.mean, 2) for each in (line.one, line.other)),
            words.signed_number(unit * line.change.mean, 2), words.number(unit * finite(line.change.margin), 2),
            words.say("yes") if line.sure else "", _needed(words, line),
        ]
        for line in lines
    ]  # fmt: skip
    letters = iter("AB")
    return Figure(
        words.say(f"d_{kind}"),
        lambda width: rows(
            drawn, width, words.say(f"a_{kind}_more"), words.grouped, line=Line(0.0, words.say("no_difference"))
        ),
        words.say("d_text"),
        Table([words.say(each) if each else next(letters) for each in heads], table),
    ).drawn(words.lang)


def _needed(words: Words, line: Answer) -> str:
    return "" if line.sure or line.needed is None or line.needed > MANY else words.grouped(_rounded(line.needed))


def _spread(words: Words, sides: Sides, pairs: int) -> Iterator[ET.Element]:
    """All scores and lengths of each side."""
    played = [each[:pairs] for each in sides.rows]
    yield _spreads(
        words, "sp_scores", "a_points", [Counter(score for row in each for score in row.scores) for each in played]
    )
    yield _spreads(words, "sp_lengths", "a_decisions", [Counter(row.decisions for row in each) for each in played])


def _spreads(words: Words, title: str, axis: str, counted: Sequence[Mapping[int, int]]) -> ET.Element:
    low, high = min(map(min, counted)), max(map(max, counted))
    named = [
        (letter, counts, mean_of(Counter(counts).elements())) for letter, counts in zip("AB", counted, strict=True)
    ]

    def draw(width: float) -> Iterator[ET.Element]:
        most = 50 if wide(width) else 30
        drawn = [
            Row(letter, Spread(binned(counts, low, high, most), quarters(counts), mean.mean), words.number(mean.mean))
            for letter, counts, mean in named
        ]
        return rows(drawn, width, words.say(axis), words.grouped)

    heads = [words.say("p_game"), *(words.say(key) for key in ("h_mean", "h_half", "h_least", "h_most"))]
    table = [
        [
            letter,
            words.number(mean.mean, 2),
            half(words, quarters(counts)),
            words.grouped(min(counts)),
            words.grouped(max(counts)),
        ]
        for letter, counts, mean in named
    ]
    return Figure(words.say(title), draw, words.say("p_text"), Table(heads, table)).drawn(words.lang)


def sides_told(words: Words, sides: Sides, games: int) -> ET.Element:
    """What was compared, with all that it takes to know it again."""
    plan = sides.plans[0]
    several = len(sides.games) == 2
    names = (
        [f"{letter}: {title}" for letter, title in zip("AB", sides.titles, strict=False)]
        if several
        else sides.titles[:1]
    )
    rows = [
        *((name, each.hash) for name, each in zip(names, sides.games, strict=False)),
        (words.say("p_options"), ", ".join(f"{name}={value}" for name, value in plan.options.items())),
        (words.say("p_bots"), ", ".join(plan.seats)),
        (words.say("p_games"), words.grouped(games)),
        (words.say("p_seed"), str(plan.seed)),
        (words.say("p_version"), f"ruleset {__version__}"),
    ]
    return listed([row for row in rows if row[1]])
