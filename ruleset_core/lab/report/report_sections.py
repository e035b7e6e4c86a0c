"""Sections of a report: wins, points, sources of points, course, length, cards, and what was played. Each makes its
figures, or none where there is nothing to show.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final
from xml.etree import ElementTree as ET

from ruleset_core import __version__
from ruleset_core.lab.report.document import (
    ReportContext,
    ReportFigure,
    ReportLanguage,
    ReportTable,
    definition_table,
    finite,
    h,
    mark_code,
    plot_figure,
)
from ruleset_core.lab.report.plots import (
    Bar,
    Interval,
    PairMarks,
    PlotRow,
    ReferenceLine,
    Spread,
    bin_counts,
    histogram,
    is_wide,
    line_plot,
    row_plots,
)
from ruleset_core.lab.report.plots import PlotLine as Line
from ruleset_core.lab.sim import CardSummary, Estimate
from ruleset_core.lab.sim.card_effects import LEAST_TAKERS
from ruleset_core.lab.sim.plans import COURSE_STEPS, CourseSummary, PlaceScores
from ruleset_core.lab.sim.summary import PlayerSummary
from ruleset_core.statistics import quartiles

# What the cards do: what taking one goes with, and how often each is offered and taken.

Named = tuple[str, "CardSummary"]
HUNDRED: Final = 100.0


def named_cards(told: ReportContext) -> list[Named]:
    """The cards by name; none where they were not counted."""
    game, found = told.game, told.summary.cards
    return [(game.card(card).name(told.lang), each) for card, each in zip(game.card_ids(), found, strict=bool(found))]


def cards_section(told: ReportContext) -> Iterator[ET.Element]:
    """What taking cards goes with, and how often they are met."""
    named = named_cards(told)
    if not named:
        return
    points = [(name, card, card.score, card.sure) for name, card in named if card.score is not None]
    wins = [(name, card, card.won.times(HUNDRED), card.sure_won) for name, card in named if card.won is not None]
    if points:
        yield _impact(told, "score", points)
        if not told.alone:
            yield _impact(told, "won", wins)
    else:
        yield h("p", told.say("report.cards_unsure", least=LEAST_TAKERS))
    if any(card.got for _, card in named):
        yield _met(told, named)


def _impact(told: ReportContext, kind: str, found: Sequence[tuple[str, CardSummary, Estimate, bool]]) -> ET.Element:
    """A row for each card, those that go with the most first."""
    found = sorted(found, key=lambda each: (-each[2].mean, each[0]))
    drawn = [
        PlotRow(name, Interval(each.mean, finite(each.margin), sure), told.signed(each))
        for name, _, each, sure in found
    ]
    heads = [
        told.say(f"report.{key}") for key in ("h_card", f"h_more_{kind}", "h_margin", "h_beyond", "h_got", "h_not")
    ]
    table = [
        [
            name, told.signed_number(each.mean, 2), told.number(finite(each.margin), 2), told.say("report.yes") if sure else "",
            told.grouped(card.got), told.grouped(card.might - card.got),
        ]
        for name, card, each, sure in found
    ]  # fmt: skip
    line = ReferenceLine(0.0, told.say("report.no_difference"))
    return ReportFigure(
        told.say(f"report.impact_{kind}"),
        lambda width: row_plots(drawn, width, told.say(f"report.a_more_{kind}"), told.grouped, line=line),
        told.say(f"report.impact_{kind}_text", least=LEAST_TAKERS),
        ReportTable(heads, table),
    ).drawn(told.lang)


def _met(told: ReportContext, named: Sequence[Named]) -> ET.Element:
    """How often each card might be got, and how often it is."""
    seats = told.summary.games * len(told.plan.seats)
    named = sorted(named, key=lambda each: (-each[1].got, -each[1].might, each[0]))
    drawn = [
        PlotRow(
            name, PairMarks(None if card.by_having else HUNDRED * card.might / seats, HUNDRED * card.got / seats),
            told.say("report.v_dealt", count=told.number(card.dealt / told.summary.games)),
        )
        for name, card in named
        if card.got or not card.by_having
    ]  # fmt: skip
    heads = [told.say(f"report.h_{key}") for key in ("card", "dealt", "offered", "taken", "had", "might", "got_of")]
    table = [
        [
            name, *(told.number(count / told.summary.games, 2) for count in (card.dealt, card.offered, card.taken, card.had)),
            told.number(HUNDRED * card.might / seats), told.number(HUNDRED * card.got / seats),
        ]
        for name, card in named
    ]  # fmt: skip
    legend = [told.say("report.g_might"), told.say("report.g_got")]
    return ReportFigure(
        told.say("report.met"),
        lambda width: row_plots(drawn, width, told.say("report.a_players"), told.grouped, legend=legend, low=0),
        told.say("report.met_text"),
        ReportTable(heads, table),
    ).drawn(told.lang)


# How a game goes: scores from the beginning to the end by place, and how often whoever is ahead wins.

LEAST_LEADS = 10
"""Games with somebody ahead that it takes to say how often they win."""
HALF = COURSE_STEPS // 2


def course_section(told: ReportContext) -> Iterator[ET.Element]:
    """The course of the games that were followed."""
    course = told.summary.course
    if course is None:
        return
    yield _scores_by_place(told, course)
    steps = [(step, found) for step, found in enumerate(course.leads) if found.count >= LEAST_LEADS]
    if not told.alone and len(steps) > HALF:
        yield _leads(told, steps)


def _percent(told: ReportContext, step: float) -> str:
    return told.number(step, 0) + " %"


def _over_progress(told: ReportContext, lines: Sequence[Line], title: str) -> Callable[[float], ET.Element]:
    """What draws lines over the progress of games, from 0 to 100 percent; `title`: the message that names what they show."""
    return lambda width: line_plot(
        lines,
        width,
        told.say("report.a_progress"),
        told.say(title),
        lambda value, _: _percent(told, value),
        told.grouped,
        zero=True,
    )


def _scores_by_place(told: ReportContext, course: CourseSummary) -> ET.Element:
    last = len(course.places) - 1
    banded = {0, last}
    drawn = [_line(told, place, each, banded=place in banded) for place, each in enumerate(course.places)]

    draw = _over_progress(told, drawn, "report.a_points")

    heads = [told.say("report.h_progress"), *(each.name for each in drawn)]
    table = [
        [_percent(told, 100 * step / COURSE_STEPS), *(told.number(each[step].score.mean) for each in course.places)]
        for step in range(COURSE_STEPS + 1)
    ]
    games = told.grouped(course.games)
    if told.alone:
        text = told.say("report.c_text_alone", games=games)
    else:
        text = told.say("report.c_text", games=games, which=told.say("report.c_which") if last > 1 else "")
    return plot_figure(
        told.say("report.c_title"), draw, text + _late(told, course), ReportTable(heads, table), told.lang
    )


def _line(told: ReportContext, place: int, points: Sequence[PlaceScores], *, banded: bool) -> Line:
    along = [(100 * step / COURSE_STEPS, each.score.mean) for step, each in enumerate(points)]
    name = told.say("report.alone") if told.alone else told.place(place)
    return Line(name, along, [each.half for each in points] if banded else ())


def _late(told: ReportContext, course: CourseSummary) -> str:
    """What comes only at the very end, where that is much."""
    end, before = (sum(each[step].score.mean for each in course.places) for step in (COURSE_STEPS, COURSE_STEPS - 1))
    return (
        told.say("report.c_late", late=told.some(100 * (end - before) / end))
        if end > 0 and end - before > end / 4
        else ""
    )


def _leads(told: ReportContext, steps: Sequence[tuple[int, Estimate]]) -> ET.Element:
    points = [(100 * step / COURSE_STEPS, 100 * found.mean) for step, found in steps]
    band = [
        (max(0.0, 100 * (found.mean - finite(found.margin))), min(100.0, 100 * (found.mean + finite(found.margin))))
        for _, found in steps
    ]
    drawn = [Line(told.say("report.lead_name"), points, band)]

    draw = _over_progress(told, drawn, "report.h_leader_wins")

    heads = [told.say(f"report.{key}") for key in ("h_progress", "h_leader_wins", "h_margin", "h_games")]
    table = [
        [
            _percent(told, 100 * step / COURSE_STEPS),
            told.number(100 * found.mean),
            told.number(100 * finite(found.margin)),
            told.grouped(found.count),
        ]
        for step, found in steps
    ]
    return plot_figure(
        told.say("report.lead_title"), draw, told.say("report.lead_text"), ReportTable(heads, table), told.lang
    )


# How long a game is: decisions, and what they are for.

TABLE = 30
"""Rows of a table of counts, at the most."""


def length_section(told: ReportContext) -> Iterator[ET.Element]:
    """How many decisions games take."""
    summary = told.summary
    least, most = min(summary.games_by_decisions), max(summary.games_by_decisions)
    between = quartiles(summary.games_by_decisions)

    def draw(width: float) -> ET.Element:
        return histogram(
            bin_counts(summary.games_by_decisions, least, most, 50 if is_wide(width) else 30), width, told.say("report.a_decisions"), told.grouped,
            half=between, half_name=told.say("report.half_of_games"), mean=summary.decisions.mean,
            mean_name=told.say("report.mean_is", mean=told.mean(summary.decisions)),
        )  # fmt: skip

    bins = bin_counts(summary.games_by_decisions, least, most, TABLE)
    rows_ = [
        [_from_to(told, bins.first + bins.width * place, bins.width), told.grouped(count)]
        for place, count in enumerate(bins.counts)
    ]
    table = ReportTable([told.say("report.h_decisions"), told.say("report.h_games")], rows_)
    text = told.say("report.l_text", least=told.grouped(least), most=told.grouped(most))
    yield plot_figure(told.say("report.l_title"), draw, text, table, told.lang)
    if summary.course is not None and len(summary.course.phases) > 1:
        yield _phases(told)


def _from_to(told: ReportContext, first: int, width: int) -> str:
    if width == 1:
        return told.grouped(first)
    return told.say("report.to", low=told.grouped(first), high=told.grouped(first + width - 1))


def _phases(told: ReportContext) -> ET.Element:
    course = told.summary.course
    assert course is not None  # asked before
    named = [(told.phase(name), found) for name, found in course.phases.items()]
    drawn = [PlotRow(name, Bar(found.mean, finite(found.margin)), told.mean(found)) for name, found in named]
    heads = [told.say(f"report.{key}") for key in ("h_phase", "h_decisions", "h_margin")]
    table = [[name, told.number(found.mean, 2), told.number(finite(found.margin), 2)] for name, found in named]
    return ReportFigure(
        told.say("report.l_phases"),
        lambda width: row_plots(drawn, width, told.say("report.a_decisions_mean"), told.grouped, low=0),
        told.say("report.l_phases_text", games=told.grouped(course.games)),
        ReportTable(heads, table),
    ).drawn(told.lang)


# What was played, so that it can be played again; and what the words of a report mean.


def games_section(told: ReportContext, command: str) -> list[ET.Element]:
    """The command, and what it stands for."""
    plan, summary = told.plan, told.summary
    options = ", ".join(f"{name}={value}" for name, value in plan.options.items())
    course = summary.course
    rows = {
        "p_game": f"{told.game.title(told.lang)} ({told.game.id})",
        "p_expansions": ", ".join(told.game.expansions),
        "p_options": options,
        "p_bots": ", ".join(plan.seats),
        "p_games": told.grouped(summary.games),
        "p_seed": str(plan.seed),
        "p_sheets": told.grouped(summary.sheets),
        "p_stories": told.grouped(summary.stories) if summary.stories else "",
        "p_courses": told.grouped(course.games) if course else "",
        "p_hash": told.game.hash,
        "p_version": f"ruleset {__version__}",
    }
    return [
        *repeat_section(told, command),
        definition_table([(told.say(f"report.{key}"), value) for key, value in rows.items() if value]),
    ]


def repeat_section(words: ReportLanguage, command: str) -> list[ET.Element]:
    """What is typed to play the same again."""
    return [h("p", words.say("report.again")), h("p", h("code", command))]


def glossary_section(words: ReportLanguage, which: Iterable[str]) -> ET.Element:
    """What words mean."""
    made = h("dl")
    for each in which:
        made.append(h("dt", words.say(f"report.t_{each}")))
        made.append(h("dd", *mark_code(words.say(f"report.d_{each}"))))
    return made


# How many points: scores by seat, and by bot where several kinds play, each as it is spread.


def points_section(told: ReportContext) -> Iterator[ET.Element]:
    """Scores as they are spread; nothing of a game without a score."""
    if not told.scored:
        return
    if told.alone:
        yield _score_rows(told, "p_all", "h_bot", told.summary.bots)
        return
    if told.unlike_bots:
        yield _score_rows(told, "p_bots_scores", "h_bot", told.summary.bots)
    yield _score_rows(told, "p_seats", "h_seat", dict(zip(told.seats(), told.summary.seats, strict=True)))


def _score_rows(told: ReportContext, title: str, head: str, players: Mapping[str, PlayerSummary]) -> ET.Element:
    low, high = min(told.summary.scores), max(told.summary.scores)

    def draw(width: float) -> Iterator[ET.Element]:
        most = 50 if is_wide(width) else 30
        drawn = [
            PlotRow(
                name,
                Spread(bin_counts(each.scores, low, high, most), quartiles(each.scores), each.score.mean),
                told.number(each.score.mean),
            )
            for name, each in players.items()
        ]
        return row_plots(drawn, width, told.say("report.a_points"), told.grouped)

    heads = [told.say(f"report.{key}") for key in (head, "h_score", "h_margin", "h_half", "h_least", "h_most")]
    table = [
        [
            name, told.number(each.score.mean, 2), told.number(finite(each.score.margin), 2), middle_half(told, quartiles(each.scores)),
            told.grouped(min(each.scores)), told.grouped(max(each.scores)),
        ]
        for name, each in players.items()
    ]  # fmt: skip
    return ReportFigure(told.say(f"report.{title}"), draw, told.say("report.p_text"), ReportTable(heads, table)).drawn(
        told.lang
    )


def middle_half(words: ReportLanguage, between: tuple[int, int]) -> str:
    """Between which values the middle half lies."""
    low, high = (words.grouped(value) for value in between)
    return words.say("report.to", low=low, high=high)


# Where points come from: by category of the score, and by the card, rule or choice that gives them.

CAUSES = 20
"""What gives points: so many are drawn."""


def sources_section(told: ReportContext) -> Iterator[ET.Element]:
    """Points by category and by cause."""
    summary = told.summary
    if len(summary.categories) > 1:
        text = told.say("report.from_categories_text", sheets=told.grouped(summary.sheets))
        named = categories_of(told)
        yield _bars(told, "from_categories", "h_category", text, named, len(named))
    if summary.causes:
        rest = len(summary.causes) - CAUSES
        more = told.say("report.from_rest", rest=rest) if rest > 0 else ""
        text = told.say("report.from_causes_text", stories=told.grouped(summary.stories), rest=more)
        words = [(cause.words(told.lang), found) for cause, found in summary.causes.items()]
        yield _bars(told, "from_causes", "h_cause", text, words, CAUSES)


def categories_of(told: ReportContext) -> list[tuple[str, Estimate]]:
    """The categories by name with the points of a player, the most first."""
    names = told.game.score_names(told.lang)
    found = sorted(told.summary.categories.items(), key=lambda each: -each[1].mean)
    return [(names.get(name, name), each) for name, each in found]


def _bars(
    told: ReportContext, title: str, head: str, text: str, named: Sequence[tuple[str, Estimate]], most: int
) -> ET.Element:
    drawn = [
        PlotRow(name, Bar(found.mean, finite(found.margin)), told.mean(found)) for name, found in islice(named, most)
    ]
    heads = [told.say(f"report.{key}") for key in (head, "h_points", "h_margin")]
    table = [[name, told.number(found.mean, 2), told.number(finite(found.margin), 2)] for name, found in named]
    return ReportFigure(
        told.say(f"report.{title}"),
        lambda width: row_plots(drawn, width, told.say("report.a_points_seat"), told.grouped),
        text,
        ReportTable(heads, table),
    ).drawn(told.lang)


# Who wins: by seat, and by bot where several kinds play.


def wins_section(told: ReportContext) -> Iterator[ET.Element]:
    """Wins with their margins."""
    if told.alone:
        return
    if told.unlike_bots:
        yield _wins(told, "w_bots", "h_bot", told.summary.bots, told.summary.unlike_bots())
    seats, unlike = told.seats(), [seat for seat, _ in told.summary.unlike_seats()]
    yield _wins(
        told, "w_seats", "h_seat", dict(zip(seats, told.summary.seats, strict=True)), {seats[seat] for seat in unlike}
    )


def _wins(
    told: ReportContext, title: str, head: str, players: Mapping[str, PlayerSummary], unlike: set[str]
) -> ET.Element:
    fair = told.summary.fair
    drawn = [
        PlotRow(
            name,
            Interval(100 * each.won.mean, 100 * finite(each.won.margin), name in unlike, 0, 100),
            told.hundredths(each.won),
        )
        for name, each in players.items()
    ]
    line = ReferenceLine(100 * fair, told.say("report.fair_share", share=told.some(100 * fair)))
    heads = [told.say(f"report.{key}") for key in (head, "h_games", "h_wins", "h_margin")]
    table = [
        [
            name,
            told.grouped(each.won.count),
            told.number(100 * each.won.mean),
            told.number(100 * finite(each.won.margin)),
        ]
        for name, each in players.items()
    ]
    return ReportFigure(
        told.say(f"report.{title}"),
        lambda width: row_plots(drawn, width, told.say("report.a_wins"), told.grouped, line=line),
        told.say("report.w_text"),
        ReportTable(heads, table),
    ).drawn(told.lang)
