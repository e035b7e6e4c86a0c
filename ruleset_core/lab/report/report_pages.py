"""Pages of a simulation, of a comparison and of a sweep. In: plans, game rows, summaries. Out: HTML as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from xml.etree import ElementTree as ET

from ruleset_core import Game, __version__
from ruleset_core.lab.report.card_sections import card_section
from ruleset_core.lab.report.document import (
    ReportContext,
    ReportFigure,
    ReportFinding,
    ReportLanguage,
    ReportTable,
    definition_table,
    finite,
    plot_figure,
    report_page,
)
from ruleset_core.lab.report.plots import (
    Interval,
    PlotLine,
    PlotRow,
    ReferenceLine,
    Spread,
    bin_counts,
    is_wide,
    line_plot,
    row_plots,
)
from ruleset_core.lab.report.report_sections import (
    LEAST_LEADS,
    cards_section,
    categories_of,
    course_section,
    games_section,
    glossary_section,
    length_section,
    middle_half,
    named_cards,
    points_section,
    repeat_section,
    sources_section,
    wins_section,
)
from ruleset_core.lab.sim import ComparedFigure, Comparison, Curve, CurvePoint, GameRow, SimulationPlan, Summary
from ruleset_core.lab.sim import FigureComparison as Answer
from ruleset_core.lab.sim.card_reports import CardReport
from ruleset_core.lab.sim.summary import rounded_up
from ruleset_core.play.wording.names_and_numbers import change_text, is_share_question, mean_text, value_text
from ruleset_core.statistics import mean_of, quartiles

# The report of many games of one plan.

FEW_GAMES = 400
"""Below so many games most differences are hidden by chance."""
HARDLY = 0.02
"""A category with less of the points than this brings hardly any."""


MUCH = 0.1
"""An advantage of a seat that games should be able to show."""


MOST_CARDS = 5
"""Cards that a sentence names."""
LEAST_OFFERED = 50
"""Players who might have taken a card, for it to be noticed that nobody did."""


def simulation_findings(told: ReportContext) -> Iterator[ReportFinding]:
    """All sentences."""
    if not told.alone:
        yield from _seats(told)
        yield from _bots(told)
    yield from _scores(told)
    yield from _ties(told)
    yield from _course(told)
    yield from _sources(told)
    yield from _cards(told)
    if told.summary.games < FEW_GAMES:
        yield ReportFinding("", told.say("report.f_few", games=told.grouped(4 * told.summary.games)))
    yield ReportFinding("", told.say("report.f_bots_not_people"))


def _seats(told: ReportContext) -> Iterator[ReportFinding]:
    summary, fair = told.summary, told.some(100 * told.summary.fair)
    unlike = summary.unlike_seats()
    if not unlike:
        margin = max(finite(each.won.margin) for each in summary.seats)
        key = "f_seats_fair" if 2 * margin <= MUCH else "f_seats_unsure"
        yield ReportFinding(
            "fine" if key == "f_seats_fair" else "", told.say(f"report.{key}", margin=told.some(200 * margin))
        )
    for seat, won in sorted(unlike, key=lambda each: -each[1].mean):
        more = won.mean > summary.fair
        if more or len(summary.seats) > 2:
            key = "f_seat_more" if more else "f_seat_less"
            yield ReportFinding("notice", told.say(f"report.{key}", seat=seat + 1, won=told.hundredths(won), fair=fair))


def _ties(told: ReportContext) -> Iterator[ReportFinding]:
    if told.alone:
        return
    summary = told.summary
    shared = summary.shared / summary.games
    if shared >= HARDLY:
        yield ReportFinding("", told.say("report.f_shared", share=told.some(100 * shared)))
    if summary.none:
        yield ReportFinding("", told.say("report.f_nobody", count=summary.none))


def _bots(told: ReportContext) -> Iterator[ReportFinding]:
    if not told.unlike_bots:
        return
    summary, fair = told.summary, told.some(100 * told.summary.fair)
    unlike = summary.unlike_bots()
    better = [(name, each) for name, each in summary.bots.items() if each.won.mean > summary.fair and name in unlike]
    for name, each in sorted(better, key=lambda found: -found[1].won.mean):
        said = told.say(
            "report.f_bot_more", bot=f"`{name}`", won=told.hundredths(each.won), fair=fair, rest=told.mean(each.rest)
        )
        yield ReportFinding("", said)
    if not better:
        yield ReportFinding("", told.say("report.f_bots_alike"))


def _scores(told: ReportContext) -> Iterator[ReportFinding]:
    scores, games_by_decisions = told.summary.scores, told.summary.games_by_decisions
    low, high, least, most = map(told.grouped, (*quartiles(scores), min(scores), max(scores)))
    if told.scored:
        yield ReportFinding("", told.say("report.f_scores", low=low, high=high, least=least, most=most))
    low, high = map(told.grouped, quartiles(games_by_decisions))
    key = "f_length_alone" if told.alone else "f_length"
    yield ReportFinding(
        "", told.say(f"report.{key}", mean=told.number(told.summary.decisions.mean, 0), low=low, high=high)
    )


def _course(told: ReportContext) -> Iterator[ReportFinding]:
    course = told.summary.course
    if course is None or told.alone:
        return
    half, late = (course.leads[len(course.leads) * quarter // 4] for quarter in (2, 3))
    if min(half.count, late.count) >= LEAST_LEADS:
        yield ReportFinding("", told.say("report.f_lead", half=told.hundredths(half), late=told.hundredths(late)))


def _sources(told: ReportContext) -> Iterator[ReportFinding]:
    named = categories_of(told)
    total = sum(each.mean for _, each in named)
    if len(named) < 2 or total <= 0:
        return
    name, most = named[0]
    yield ReportFinding("", told.say("report.f_from", name=name, mean=told.number(most.mean), all=told.number(total)))
    hardly = [name for name, each in named if abs(each.mean) < HARDLY * total]
    if hardly:
        yield ReportFinding("notice", told.say("report.f_hardly", names=told.quoted(hardly)))


def _cards(told: ReportContext) -> Iterator[ReportFinding]:
    named = named_cards(told)
    known = [(name, card.score) for name, card in named if card.score is not None and card.sure]
    for key, sign in (("f_cards_more", 1), ("f_cards_less", -1)):
        found = sorted((each for each in known if sign * each[1].mean > 0), key=lambda each: -sign * each[1].mean)
        if found:
            said = [f"{told.quoted([name])} ({told.signed(each)})" for name, each in found]
            yield ReportFinding("notice", told.say(f"report.{key}", cards=_first(told, said)))
    if not known and any(card.score is not None for _, card in named):
        yield ReportFinding("", told.say("report.f_cards_alike"))
    never = [name for name, card in named if not card.got and card.might >= LEAST_OFFERED and not card.by_having]
    if never:
        yield ReportFinding(
            "notice", told.say("report.f_never", cards=_first(told, [told.quoted([name]) for name in never]))
        )


def _first(told: ReportContext, said: Sequence[str]) -> str:
    """The first few, and how many more there are."""
    row = ", ".join(said[:MOST_CARDS])
    return row if len(said) <= MOST_CARDS else told.say("report.f_cards_rest", cards=row, rest=len(said) - MOST_CARDS)


# -- The report of many games of one plan ------------------------------------------------------------------------------


SECTIONS: Final[tuple[tuple[str, Callable[[ReportContext], Iterable[ET.Element]]], ...]] = (
    ("winning", wins_section),
    ("points", points_section),
    ("from", sources_section),
    ("course", course_section),
    ("cards", cards_section),
    ("length", length_section),
)


SIMULATION_WORDS: Final = ("margin", "chance", "half", "fair", "decision", "bot", "seed", "hash")
"""What is told the meaning of."""


def simulation_html(
    game: Game,
    plan: SimulationPlan,
    summary: Summary,
    command: str,
    lang: str,
    reports: Sequence[CardReport] = (),
) -> str:
    """The page of many games, as HTML.

    Args:
        game: what was played.
        plan: how.
        summary: what came out, of one game at the least.
        command: what is typed to play the same games again and write the same page.
        lang: `en` or `es`.
        reports: cards that are reported on one by one.
    """
    told = ReportContext(lang, game, plan, summary)
    title = told.say("report.title", game=game.title(lang), games=told.grouped(summary.games))
    lead = told.say("report.lead_alone" if told.alone else "report.lead", bots=bots_counted(plan))
    drawn = [("card", list(card_section(told, reports)))]
    drawn += [(name, list(section(told))) for name, section in SECTIONS]
    drawn += [("played", games_section(told, command)), ("words", [glossary_section(told, SIMULATION_WORDS)])]
    return report_page(
        title,
        lead,
        simulation_findings(told),
        [(name, told.say(f"report.s_{name}"), parts) for name, parts in drawn if parts],
        told,
        [game],
    )


def bots_counted(plan: SimulationPlan) -> str:
    """The bots, counted: `3 × easy, strong`."""
    return ", ".join(f"{count} × {bot}" if count > 1 else bot for bot, count in Counter(plan.seats).items())


# The report of two games that were compared.

COMPARISON_WORDS: Final = ("pair", "margin", "chance", "half", "decision", "bot", "seed", "hash")
UNITS: Final = {
    "score": "points", "category": "points", "won": "shares", "shared": "shares", "decisions": "lengths", "length": "lengths",
    "taken": "taken",
}  # fmt: skip
"""In what the answers to questions are counted: those alike stand on one plot."""
UNSURE: Final = 3
"""Figures of which it is told how many games they would take."""
MANY_GAMES: Final = 10_000_000
"""More games than that are not told of."""


@dataclass(frozen=True, slots=True)
class ComparedPlans:
    """What was compared: what each is called, its game, how it was played, and the games in their order; and what a question asks for."""

    titles: Sequence[str]
    games: Sequence[Game]
    plans: Sequence[SimulationPlan]
    rows: Sequence[Sequence[GameRow]]
    asked: Callable[[ComparedFigure], str]


def comparison_html(sides: ComparedPlans, found: Comparison, command: str, lang: str) -> str:
    """The page of two games that were compared, as HTML.

    Args:
        sides: the two.
        found: what came of it.
        command: what is typed to do it again.
        lang: `en` or `es`.
    """
    words = ReportLanguage(lang)
    one, other = sides.titles
    lead = words.say(
        "report.cmp_lead", one=one, other=other, games=words.grouped(found.pairs), bots=bots_counted(sides.plans[0])
    )  # fmt: skip
    sections = [
        ("differs", words.say("report.s_differs"), list(_differences(words, sides, found))),
        ("spread", words.say("report.s_spread"), list(_spread(words, sides, found.pairs))),
        (
            "played",
            words.say("report.s_played"),
            [*repeat_section(words, command), sides_section(words, sides, found.pairs)],
        ),
        ("words", words.say("report.s_words"), [glossary_section(words, COMPARISON_WORDS)]),
    ]
    title = words.say("report.cmp_title", one=one, other=other)
    return report_page(title, lead, _comparison_findings(words, sides, found), sections, words, sides.games)


def _comparison_findings(words: ReportLanguage, sides: ComparedPlans, found: Comparison) -> Iterator[ReportFinding]:
    sure = [line for line in found.lines if line.sure]
    for line in sure:
        means = (value_text(line.question, each.mean, words.lang) for each in (line.one, line.other))
        said = dict(
            zip(("one", "other"), means, strict=True), change=change_text(line.question, line.change, words.lang)
        )
        yield ReportFinding(
            "notice", words.say("report.f_differs", figure=_capital(sides.asked(line.question)), **said)
        )
    rest = len(found.lines) - len(sure)
    if rest:
        yield ReportFinding(
            "", words.say("report.f_rest_same", count=len(found.lines)) if sure else words.say("report.f_same")
        )
    if found.alike:
        alike, games = words.grouped(found.alike), words.grouped(found.pairs)
        yield ReportFinding("", words.say("report.f_alike", alike=alike, games=games))
    open_ = sorted((line.needed, place) for place, line in enumerate(found.lines) if line.needed and not line.sure)
    for needed, place in open_[:UNSURE]:
        if needed <= MANY_GAMES:
            line = found.lines[place]
            change = change_text(line.question, line.change, words.lang)
            said = {"figure": sides.asked(line.question), "change": change, "games": words.grouped(rounded_up(needed))}
            yield ReportFinding("", words.say("report.f_more_games", **said))
    yield ReportFinding("", words.say("report.f_bots_not_people"))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _differences(words: ReportLanguage, sides: ComparedPlans, found: Comparison) -> Iterator[ET.Element]:
    """A plot for the figures of each unit."""
    kinds: dict[str, list[Answer]] = {}
    for line in found.lines:
        kinds.setdefault(UNITS[line.question.kind], []).append(line)
    for kind, lines in kinds.items():
        yield _difference(words, sides, kind, lines)


def _difference(words: ReportLanguage, sides: ComparedPlans, kind: str, lines: Sequence[Answer]) -> ET.Element:
    unit = 100 if kind == "shares" else 1
    drawn = [
        PlotRow(
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
            words.say("report.yes") if line.sure else "", _needed(words, line),
        ]
        for line in lines
    ]  # fmt: skip
    letters = iter("AB")
    return ReportFigure(
        words.say(f"report.d_{kind}"),
        lambda width: row_plots(
            drawn,
            width,
            words.say(f"report.a_{kind}_more"),
            words.grouped,
            line=ReferenceLine(0.0, words.say("report.no_difference")),
        ),
        words.say("report.d_text"),
        ReportTable([words.say(f"report.{each}") if each else next(letters) for each in heads], table),
    ).drawn(words.lang)


def _needed(words: ReportLanguage, line: Answer) -> str:
    return (
        "" if line.sure or line.needed is None or line.needed > MANY_GAMES else words.grouped(rounded_up(line.needed))
    )


def _spread(words: ReportLanguage, sides: ComparedPlans, pairs: int) -> Iterator[ET.Element]:
    """All scores and lengths of each side."""
    played = [each[:pairs] for each in sides.rows]
    yield _spreads(
        words, "sp_scores", "a_points", [Counter(score for row in each for score in row.scores) for each in played]
    )
    yield _spreads(words, "sp_lengths", "a_decisions", [Counter(row.decisions for row in each) for each in played])


def _spreads(words: ReportLanguage, title: str, axis: str, counted: Sequence[Mapping[int, int]]) -> ET.Element:
    low, high = min(map(min, counted)), max(map(max, counted))
    named = [
        (letter, counts, mean_of(Counter(counts).elements())) for letter, counts in zip("AB", counted, strict=True)
    ]

    def draw(width: float) -> Iterator[ET.Element]:
        most = 50 if is_wide(width) else 30
        drawn = [
            PlotRow(
                letter,
                Spread(bin_counts(counts, low, high, most), quartiles(counts), mean.mean),
                words.number(mean.mean),
            )
            for letter, counts, mean in named
        ]
        return row_plots(drawn, width, words.say(f"report.{axis}"), words.grouped)

    heads = [
        words.say("report.p_game"),
        *(words.say(f"report.{key}") for key in ("h_mean", "h_half", "h_least", "h_most")),
    ]
    table = [
        [
            letter,
            words.number(mean.mean, 2),
            middle_half(words, quartiles(counts)),
            words.grouped(min(counts)),
            words.grouped(max(counts)),
        ]
        for letter, counts, mean in named
    ]
    return ReportFigure(
        words.say(f"report.{title}"), draw, words.say("report.p_text"), ReportTable(heads, table)
    ).drawn(words.lang)


def sides_section(words: ReportLanguage, sides: ComparedPlans, games: int) -> ET.Element:
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
        (words.say("report.p_options"), ", ".join(f"{name}={value}" for name, value in plan.options.items())),
        (words.say("report.p_bots"), ", ".join(plan.seats)),
        (words.say("report.p_games"), words.grouped(games)),
        (words.say("report.p_seed"), str(plan.seed)),
        (words.say("report.p_version"), f"ruleset {__version__}"),
    ]
    return definition_table([row for row in rows if row[1]])


# The report of numbers of a game that were tried out.

SWEEP_WORDS: Final = ("pair", "margin", "chance", "decision", "bot", "seed", "hash")


@dataclass(frozen=True, slots=True)
class SweptFigure:
    """A figure with the numbers that were tried out.

    Attributes:
        curve: the figure.
        points: what each point is called, the numbers it is of (None where the game as it is has several), and the point, in their order.
    """

    curve: Curve
    points: Sequence[tuple[str, Mapping[str, int | None], CurvePoint]]


def sweep_html(sides: ComparedPlans, axis: Sequence[str], tried: Sequence[SweptFigure], command: str, lang: str) -> str:
    """The page of numbers that were tried out, as HTML.

    Args:
        sides: the game as it is, and with each of the numbers.
        axis: the names of the numbers.
        tried: what came of it.
        command: what is typed to do it again.
        lang: `en` or `es`.
    """
    words = ReportLanguage(lang)
    count = min(map(len, sides.rows))
    title = words.say("report.sweep_title", game=sides.titles[0], names=", ".join(axis))
    lead = words.say("report.sweep_lead", games=words.grouped(count), bots=bots_counted(sides.plans[0]))
    sections = [
        ("curves", words.say("report.s_curves"), [_figure(words, sides, axis, each) for each in tried]),
        ("played", words.say("report.s_played"), [*repeat_section(words, command), sides_section(words, sides, count)]),
        ("words", words.say("report.s_words"), [glossary_section(words, SWEEP_WORDS)]),
    ]
    return report_page(title, lead, _sweep_findings(words, sides, axis, tried), sections, words, sides.games)


def _named(sides: ComparedPlans, curve: Curve) -> str:
    name = sides.asked(curve.question)
    return name[:1].upper() + name[1:]


def _sweep_findings(
    words: ReportLanguage, sides: ComparedPlans, axis: Sequence[str], tried: Sequence[SweptFigure]
) -> Iterator[ReportFinding]:
    for each in tried:
        named, question = _named(sides, each.curve), each.curve.question
        known = [(numbers[axis[0]], point) for _, numbers, point in each.points if numbers[axis[0]] is not None]
        if len(axis) == 1 and len(known) > 1:
            (low, first), (high, last) = known[0], known[-1]
            means = {
                "first": mean_text(question, first.mean, words.lang),
                "last": mean_text(question, last.mean, words.lang),
            }
            yield ReportFinding(
                "", words.say("report.f_swept", figure=named, name=axis[0], low=str(low), high=str(high), **means)
            )
        sure = [name for name, _, point in each.points if point.sure]
        if sure:
            yield ReportFinding("notice", words.say("report.f_swept_sure", figure=named, values="; ".join(sure)))
        else:
            yield ReportFinding("", words.say("report.f_swept_same", figure=named))
    yield ReportFinding("", words.say("report.f_bots_not_people"))


def _figure(words: ReportLanguage, sides: ComparedPlans, axis: Sequence[str], tried: SweptFigure) -> ET.Element:
    question = tried.curve.question
    heads = [", ".join(axis), *(words.say(f"report.{key}") for key in ("h_mean", "h_change_now", "h_beyond"))]
    table = [
        [
            name, mean_text(question, point.mean, words.lang),
            "" if point.change is None else change_text(question, point.change, words.lang), words.say("report.yes") if point.sure else "",
        ]
        for name, _, point in tried.points
    ]  # fmt: skip
    named = _named(sides, tried.curve)
    now = sides.games[0].glossary.number(axis[0]).value
    said = "" if now is None or len(axis) > 1 else words.say("report.sweep_now", name=axis[0], value=str(now))
    if len(axis) > 1:
        return _beside(words, tried, named, ReportTable(heads, table))
    unit = 100 if is_share_question(question) else 1
    known = [(x, point.mean.times(unit)) for _, numbers, point in tried.points if (x := numbers[axis[0]]) is not None]
    course = PlotLine(
        "", [(x, mean.mean) for x, mean in known],
        [(mean.mean - finite(mean.margin), mean.mean + finite(mean.margin)) for _, mean in known],
    )  # fmt: skip
    here = None if now is None else (now, words.say("report.as_it_is"))
    up = words.say("report.a_wins") if unit == 100 else ""

    def draw(width: float) -> ET.Element:
        return line_plot(
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

    return plot_figure(
        named, draw, words.say("report.sweep_text", now=said).strip(), ReportTable(heads, table), words.lang
    )


def _beside(words: ReportLanguage, tried: SweptFigure, named: str, table: ReportTable) -> ET.Element:
    """Several numbers at once: a row for each set of values."""
    unit = 100 if is_share_question(tried.curve.question) else 1
    drawn = [
        PlotRow(
            name,
            Interval(unit * point.mean.mean, unit * finite(point.mean.margin), point.sure),
            words.mean(point.mean.times(unit)),
        )
        for name, _, point in tried.points
    ]
    now = ReferenceLine(unit * tried.curve.points[0].mean.mean, words.say("report.as_it_is"))
    axis = words.say("report.a_wins") if unit == 100 else ""
    return ReportFigure(
        named,
        lambda width: row_plots(drawn, width, axis, words.grouped, line=now),
        words.say("report.sweep_beside_text"),
        table,
    ).drawn(words.lang)
