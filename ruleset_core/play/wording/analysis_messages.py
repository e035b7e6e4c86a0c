"""The log, the analysis of a game and its chart as text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, floor, log10
from typing import Final

from ruleset_core.messages import message
from ruleset_core.play.match import BEGINNING, Outlook, UndoneAnswer
from ruleset_core.play.match.game_analysis import AnalysedDecision, Analysis, TurningPoint
from ruleset_core.play.match.seat_views import ReplayStops
from ruleset_core.play.records import Session
from ruleset_core.play.wording.game_messages import difference_words, typed_option
from ruleset_core.play.wording.names_and_numbers import format_grouped, kind_label, player_names

# An analysis in words: how it was made, what cost something, what luck did, and where the game turned.


TOLD: Final = 3
"""Sentences of what happened around luck: the first and the last."""
MISTAKES: Final = 5
"""So many are told; how many more there are is counted."""


@dataclass(frozen=True, slots=True)
class AnalysisSentence:
    """A sentence about a decision. `place`: of the decision; `number`: of a turning point, 0 for none; `where`: round and position."""

    place: int
    number: int
    where: str
    said: str


@dataclass(frozen=True, slots=True)
class AnalysisText:
    """An analysis in words.

    Attributes:
        title: of the game.
        how: how it was found out.
        turned: what stands above the turning points, or that there are none.
        turnings: these, numbered.
        cost: what stands above decisions that cost something, or that there are none; empty where all of them are turning points.
        mistakes: these, the dearest first.
        notes: what else there is to say.
    """

    title: str
    how: str
    turned: str
    turnings: tuple[AnalysisSentence, ...]
    cost: str
    mistakes: tuple[AnalysisSentence, ...]
    notes: tuple[str, ...]


def analysis_text(session: Session, analysis: Analysis, lang: str, viewer: int | None) -> AnalysisText:
    """An analysis in words, as `viewer` may be told (a seat, or None for somebody who may know all)."""
    words = _AnalysisWriter(session, analysis, lang, viewer)
    mistakes = [
        place
        for place in analysis.mistakes
        if all(each.place != place or each.kind == "luck" for each in analysis.turnings)
    ]
    told = mistakes[:MISTAKES]
    bot = kind_label(analysis.bot, lang)
    cost = (
        message("analysis.mistakes", lang)
        if mistakes
        else ""
        if analysis.mistakes
        else message("analysis.none", lang, bot=bot)
    )
    return AnalysisText(
        message("analysis.title", lang, game=session.game.title(lang)),
        words.how(),
        message("analysis.turned" if analysis.turnings else "analysis.never", lang),
        tuple(words.turning(number, each) for number, each in enumerate(analysis.turnings, 1)),
        cost,
        tuple(AnalysisSentence(place, 0, words.where(place), words.choice(place)) for place in told),
        tuple(words.notes(len(mistakes) - len(told))),
    )


def core_missing_text(reason: object, lang: str) -> str:
    """Why a game cannot be gone through here."""
    return message("analysis.no_core", lang, reason=reason)


class _AnalysisWriter:
    """Words about one analysis."""

    def __init__(self, session: Session, analysis: Analysis, lang: str, viewer: int | None) -> None:
        self.session, self.analysis, self.lang, self.viewer = session, analysis, lang, viewer
        self.names = player_names(session.header, lang)
        self.stops = ReplayStops(session, viewer)
        self._counted = {"wins": analysis.wins, "points": analysis.points, "leads": analysis.leads}

    def how(self) -> str:
        """From whose view, and with whom, it was found out."""
        bot, seats = kind_label(self.analysis.bot, self.lang), self.analysis.seats
        if len(seats) == 1:
            return message("analysis.one_view", self.lang, name=self.names[seats[0]], bot=bot)
        return message("analysis.views", self.lang, bot=bot)

    def where(self, place: int) -> str:
        """Round and position of a decision, as a replay counts them."""
        judged = self.analysis.decisions[place]
        position = self.stops.number(judged.position)
        if judged.round is None:
            return message("analysis.position", self.lang, number=position)
        title = self.session.game.rounds_title(self.lang)
        return message("analysis.round", self.lang, round=title, number=judged.round, position=position)

    def turning(self, number: int, turning: TurningPoint) -> AnalysisSentence:
        """A turning point."""
        said = self.choice(turning.place) if turning.kind == "choice" else self._luck(turning)
        return AnalysisSentence(turning.place, number, self.where(turning.place), said)

    def choice(self, place: int) -> str:
        """What a decision cost."""
        judged = self.analysis.decisions[place]
        assert judged.cost is not None  # else there is nothing to tell
        return message(
            "analysis.choice",
            self.lang,
            name=self.names[judged.seat],
            question=self._question(judged),
            taken=self._label(judged, judged.option),
            best=self._label(judged, judged.best),
            difference=difference_words(judged.cost, self.lang, **self._counted),
        )

    def _question(self, judged: AnalysedDecision) -> str:
        """What was asked."""
        decision = self.session.states[judged.position].decision
        assert decision is not None  # else nothing was decided
        return decision.prompt(self.lang, self.names)

    def _label(self, judged: AnalysedDecision, option: int) -> str:
        state = self.session.states[judged.position]
        return f"“{self.session.game.label(state, option, self.lang, names=self.names)}”"

    def _luck(self, turning: TurningPoint) -> str:
        change = difference_words(turning.change, self.lang, **self._counted)
        together = self.analysis.decisions[turning.place].together
        return message(
            "analysis.luck_together" if together else "analysis.luck",
            self.lang,
            what=self._happened(turning),
            name=self.names[turning.seat],
            difference=change,
        )

    def _happened(self, turning: TurningPoint) -> str:
        """What happened meanwhile, from a decision to the one that it was compared with; no more than a few sentences."""
        story = self.session.story(self.analysis.decisions[turning.place].position, turning.until, self.viewer)
        told = story.sentences(self.lang, self.names)
        return " ".join(told if len(told) <= TOLD else [told[0], "...", *told[1 - TOLD :]])

    def notes(self, more: int) -> Iterator[str]:
        """What else there is to say."""
        analysis = self.analysis
        if more:
            yield message("analysis.more", self.lang, count=more)
        if not analysis.of:
            yield message("analysis.nothing", self.lang)
        if len(analysis.decisions) < analysis.of:
            yield message(
                "analysis.so_far",
                self.lang,
                done=format_grouped(len(analysis.decisions), self.lang),
                of=format_grouped(analysis.of, self.lang),
            )


# The course of a game as lines over its decisions, with all that is written on such a picture: whoever draws it knows
# no game.

LINES: Final = 5
"""So many lines across, or a few more, lie behind the course."""


@dataclass(frozen=True, slots=True)
class CourseLine:
    """What a seat could expect: by place along the decisions a value. The last one is how it ended, if it has."""

    name: str
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class CourseMark:
    """Something at a place along the decisions: a round that begins, or a turning point with its number, at a value.

    `text` is short; `said` says it where nothing is drawn.
    """

    place: float
    text: str
    said: str
    value: float = 0.0


@dataclass(frozen=True, slots=True)
class CourseChart:
    """The course of a game.

    Attributes:
        what: what the values are.
        along: what the places are.
        description: all of it in a sentence, for who does not see it.
        last: the last place.
        ticks: values at which lines lie across, from the least to the greatest.
        lines: by seat.
        rounds: where each round begins.
        turnings: the turning points.
    """

    what: str
    along: str
    description: str
    last: float
    ticks: tuple[float, ...]
    lines: tuple[CourseLine, ...]
    rounds: tuple[CourseMark, ...]
    turnings: tuple[CourseMark, ...]


def course_chart(session: Session, analysis: Analysis, lang: str) -> CourseChart:
    """What there is to draw of an analysis, with its words."""
    names, wins = player_names(session.header, lang), analysis.wins
    seats = range(len(names)) if len(analysis.seats) > 1 else analysis.seats
    lines = tuple(CourseLine(names[seat], tuple(_points(analysis, seat))) for seat in seats)
    values = [value for line in lines for _, value in line.points] or [0.0]
    what = message("analysis.course.won" if wins else "analysis.course.points", lang)
    ends = ((line.name, line.points) for line in lines if line.points)
    told = ", ".join(
        message("analysis.course.from_to", lang, name=name, first=round(points[0][1]), last=round(points[-1][1]))
        for name, points in ends
    )
    return CourseChart(
        what,
        message("analysis.course.decisions", lang),
        message("analysis.course.told", lang, what=what, lines=told),
        max((points[-1][0] for line in lines if (points := line.points)), default=1.0),
        (0.0, 25.0, 50.0, 75.0, 100.0) if wins else _ticks(min(values), max(values)),
        lines,
        tuple(_rounds(session, analysis, lang)),
        tuple(_turning(analysis, number, each) for number, each in enumerate(analysis.turnings, 1)),
    )


def _value(outlook: Outlook, *, wins: bool) -> float:
    return 100 * outlook.won.mean if wins else outlook.points.mean


def _points(analysis: Analysis, seat: int) -> Iterator[tuple[float, float]]:
    for place, outlook in analysis.course(seat):
        yield place, _value(outlook, wins=analysis.wins)
    if analysis.scores and len(analysis.decisions) == analysis.of:
        yield analysis.of, 50.0 * (analysis.outcomes[seat] + 1) if analysis.wins else float(analysis.scores[seat])


def _turning(analysis: Analysis, number: int, turning: TurningPoint) -> CourseMark:
    decisions, place = analysis.decisions, float(turning.place)
    if turning.kind == "choice":
        return CourseMark(
            place + 0.5,
            str(number),
            str(number),
            _value(decisions[turning.place].after[turning.seat], wins=analysis.wins),
        )
    then = next(at for at, each in enumerate(decisions) if each.position == turning.until)
    return CourseMark(
        float(then), str(number), str(number), _value(decisions[then].before[turning.seat], wins=analysis.wins)
    )


def _rounds(session: Session, analysis: Analysis, lang: str) -> Iterator[CourseMark]:
    title, before = session.game.rounds_title(lang), None
    for place, judged in enumerate(analysis.decisions):
        if judged.round is not None and judged.round != before:
            said = f"{title} {judged.round}"
            yield CourseMark(float(place), said if before is None else str(judged.round), said)
        before = judged.round


def _ticks(low: float, high: float) -> tuple[float, ...]:
    """Round values, a step of 1, 2 or 5 times a power of ten apart, between which all lie."""
    span = max(high - low, 1.0)
    power = 10.0 ** floor(log10(span / LINES))
    step = next(times * power for times in (1, 2, 5, 10) if span <= times * power * LINES)
    first = floor(low / step)
    return tuple(number * step for number in range(first, max(ceil(high / step), first + 1) + 1))


# The log: what happened, in sentences, and nothing a seat may not know.


def undone_answer_text(session: Session, taken: UndoneAnswer, lang: str) -> str:
    """An answer that was taken back in words, what to type for it behind them when that differs."""
    game, names = session.game, player_names(session.header, lang)
    label = game.label(taken.before, taken.option, lang, names=names)
    typed = typed_option(taken.before, taken.option, lang, names)
    return label if label == typed else f"{label}  [{typed}]"


def story_lines(session: Session, start: int, end: int, viewer: int | None, lang: str) -> list[str]:
    """What happened from one position to another, in sentences, as `viewer` may be told it at the latter."""
    return session.story(start, end, viewer).sentences(lang, player_names(session.header, lang))


def log_lines(session: Session, viewer: int | None, lang: str, last: int | None = None) -> Iterator[str]:
    """All that `viewer` may be told of what happened up to the position looked at, or the `last` so many sentences, numbered.

    The numbers count what is told, not the moves: how many of those were made in secret is a secret too.
    """
    story = session.story(BEGINNING, session.position, viewer).from_first_turn
    known = story.sentences(lang, player_names(session.header, lang))
    width = len(str(len(known)))
    first = 0 if last is None else max(0, len(known) - last)
    for number, line in enumerate(known[first:], first + 1):
        yield f"{number:>{width}}  {line}"


def numbered_log_lines(session: Session, viewer: int | None, lang: str) -> Iterator[str]:
    """What happened up to the position looked at, before each sentence the number of the position it leads to, as in a replay."""
    stops = ReplayStops(session, viewer)
    lines = session.story(BEGINNING, session.position, viewer).lines(lang, player_names(session.header, lang))
    width = len(str(stops.last))
    for step, line in lines:
        yield f"{stops.number(step + 1):>{width}}  {line}"
