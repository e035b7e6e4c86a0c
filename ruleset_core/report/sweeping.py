"""The report of numbers of a game that were tried out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final
from xml.etree import ElementTree as ET

from ruleset_core.texts.questions import change_told, is_share, mean_told

from .comparing import Sides, sides_told
from .elements import Figure, Table, figure
from .page import Finding, page
from .plots.lines import Course, lines
from .plots.rows import Interval, Line, Row, rows
from .sections.played import again, meanings
from .simulating import seated
from .told import Words, finite

if TYPE_CHECKING:
    from ruleset_core.sim import Curve, Point

__all__ = ["Tried", "sweep"]

WORDS: Final = ("pair", "margin", "chance", "decision", "bot", "seed", "hash")


@dataclass(frozen=True, slots=True)
class Tried:
    """A figure with the numbers that were tried out.

    Attributes:
        curve: the figure.
        points: what each point is called, the numbers it is of (None where the game as it is has several), and the point, in their order.
    """

    curve: Curve
    points: Sequence[tuple[str, Mapping[str, int | None], Point]]


def sweep(sides: Sides, axis: Sequence[str], tried: Sequence[Tried], command: str, lang: str) -> str:
    """The page of numbers that were tried out, as HTML.

    Args:
        sides: the game as it is, and with each of the numbers.
        axis: the names of the numbers.
        tried: what came of it.
        command: what is typed to do it again.
        lang: `en` or `es`.
    """
    words = Words(lang)
    count = min(map(len, sides.rows))
    title = words.say("sweep_title", game=sides.titles[0], names=", ".join(axis))
    lead = words.say("sweep_lead", games=words.grouped(count), bots=seated(sides.plans[0]))
    sections = [
        ("curves", words.say("s_curves"), [_figure(words, sides, axis, each) for each in tried]),
        ("played", words.say("s_played"), [*again(words, command), sides_told(words, sides, count)]),
        ("words", words.say("s_words"), [meanings(words, WORDS)]),
    ]
    return page(title, lead, _findings(words, sides, axis, tried), sections, words)


def _named(sides: Sides, curve: Curve) -> str:
    name = sides.asked(curve.question)
    return name[:1].upper() + name[1:]


def _findings(words: Words, sides: Sides, axis: Sequence[str], tried: Sequence[Tried]) -> Iterator[Finding]:
    for each in tried:
        named, question = _named(sides, each.curve), each.curve.question
        known = [(numbers[axis[0]], point) for _, numbers, point in each.points if numbers[axis[0]] is not None]
        if len(axis) == 1 and len(known) > 1:
            (low, first), (high, last) = known[0], known[-1]
            means = {
                "first": mean_told(question, first.mean, words.lang),
                "last": mean_told(question, last.mean, words.lang),
            }
            yield Finding("", words.say("f_swept", figure=named, name=axis[0], low=str(low), high=str(high), **means))
        sure = [name for name, _, point in each.points if point.sure]
        if sure:
            yield Finding("notice", words.say("f_swept_sure", figure=named, values="; ".join(sure)))
        else:
            yield Finding("", words.say("f_swept_same", figure=named))
    yield Finding("", words.say("f_bots_not_people"))


def _figure(words: Words, sides: Sides, axis: Sequence[str], tried: Tried) -> ET.Element:
    question = tried.curve.question
    heads = [", ".join(axis), *(words.say(key) for key in ("h_mean", "h_change_now", "h_beyond"))]
    table = [
        [
            name, mean_told(question, point.mean, words.lang),
            "" if point.change is None else change_told(question, point.change, words.lang), words.say("yes") if point.sure else "",
        ]
        for name, _, point in tried.points
    ]  # fmt: skip
    named = _named(sides, tried.curve)
    now = sides.games[0].glossary.number(axis[0]).value
    said = "" if now is None or len(axis) > 1 else words.say("sweep_now", name=axis[0], value=str(now))
    if len(axis) > 1:
        return _beside(words, tried, named, Table(heads, table))
    unit = 100 if is_share(question) else 1
    known = [(x, point.mean.times(unit)) for _, numbers, point in tried.points if (x := numbers[axis[0]]) is not None]
    course = Course(
        "", [(x, mean.mean) for x, mean in known],
        [(mean.mean - finite(mean.margin), mean.mean + finite(mean.margin)) for _, mean in known],
    )  # fmt: skip
    here = None if now is None else (now, words.say("as_it_is"))
    up = words.say("a_wins") if unit == 100 else ""

    def draw(width: float) -> ET.Element:
        return lines(
            [course],
            width,
            axis[0],
            up,
            lambda value, _: words.number(value, 0),
            words.grouped,
            whole=True,
            dots=True,
            here=here,
        )

    return figure(named, draw, words.say("sweep_text", now=said).strip(), Table(heads, table), words.lang)


def _beside(words: Words, tried: Tried, named: str, table: Table) -> ET.Element:
    """Several numbers at once: a row for each set of values."""
    unit = 100 if is_share(tried.curve.question) else 1
    drawn = [
        Row(
            name,
            Interval(unit * point.mean.mean, unit * finite(point.mean.margin), point.sure),
            words.mean(point.mean.times(unit)),
        )
        for name, _, point in tried.points
    ]
    now = Line(unit * tried.curve.points[0].mean.mean, words.say("as_it_is"))
    axis = words.say("a_wins") if unit == 100 else ""
    return Figure(
        named, lambda width: rows(drawn, width, axis, words.grouped, line=now), words.say("sweep_beside_text"), table
    ).drawn(words.lang)
