"""`ruleset simulate`: plays the games of a plan, and prints the summary as text or JSON, or writes tables and a report."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import islice
from pathlib import Path
from textwrap import shorten, wrap
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import click

from ruleset_core import Game, RulesetError, core_of
from ruleset_core.cli.experiments.card_output import card_lines, report_record
from ruleset_core.cli.experiments.dealt_cards import check_deal, find_card, find_cards, plan_with_card
from ruleset_core.cli.experiments.runs import (
    COURSES,
    KeptRequest,
    Progress,
    SeatedRequest,
    asked_position,
    check_report,
    open_results,
    position_line,
    repeat_command,
    results_path,
    run_error,
    seated_plan,
    temporary_results,
    worker_backend,
    write_report,
)
from ruleset_core.cli.parameters import EXIT_INTERRUPTED, load_game, text_table
from ruleset_core.files import temporary_path
from ruleset_core.lab.sim import (
    CardSummary,
    Estimate,
    GameRow,
    GamesFile,
    SimulationPlan,
    Summary,
    SummaryBuilder,
    result_files,
    run_plan,
    summarise,
)
from ruleset_core.lab.sim.card_effects import LEAST_TAKERS
from ruleset_core.lab.sim.card_reports import card_reports
from ruleset_core.lab.sim.summary import PlayerSummary
from ruleset_core.messages import message
from ruleset_core.play.bots import bot_rules_key
from ruleset_core.play.wording.names_and_numbers import (
    format_difference,
    format_grouped,
    format_mean,
    format_number,
    format_percent,
    format_share,
    format_share_difference,
)
from ruleset_core.safe_text import safe_json
from ruleset_core.statistics import quartiles

if TYPE_CHECKING:
    from ruleset_core.play.match.start_positions import StartPosition

# From the command line to games played, kept, told and written down.

Write: TypeAlias = "Callable[[Path, Iterable[dict[str, Any]]], None]"


@dataclass(frozen=True, kw_only=True)
class SimulateRequest(KeptRequest, SeatedRequest):
    """What the command line of `ruleset simulate` asks for, as its options say."""

    games: int
    stories: int
    cards: str
    out_cards: Path | None


def simulate(asked: SimulateRequest) -> int:
    """Do what the command line asks for; the exit code."""
    lang = asked.lang
    check_deal(asked)
    begun = asked_position(asked, asked.game, asked.expansion)
    if begun is not None:
        asked = replace(asked, expansion=tuple(dict.fromkeys((*begun.expansions, *asked.expansion))))
    game = load_game(asked.game, asked.expansion, asked.data, in_order=asked.in_order)
    plan, said = _plan(game, asked, begun)
    if said:
        click.echo(said, err=True)
    writes = [_write_of(asked.out, "--out", lang), _write_of(asked.out_cards, "--out-cards", lang)]
    if asked.out_cards and not game.card_ids():
        raise click.UsageError(message("cli.simulate.no_cards", lang, game=game.title(lang)))
    if asked.report is not None:
        check_report(asked.report, lang)
    path = results_path(asked, f"sims/{game.id}-{plan.key(bot_rules_key(game))}.games")
    rows, summary, stopped = _played(game, plan, path, asked)
    if stopped:
        _print_results(game, plan, rows, summary, asked, writes)
        return EXIT_INTERRUPTED
    with temporary_results([path], lang, keep=asked.keep is not None):
        _print_results(game, plan, rows, summary, asked, writes)
    return 0


def _print_results(
    game: Game,
    plan: SimulationPlan,
    rows: list[GameRow],
    summary: Summary | None,
    asked: SimulateRequest,
    writes: list[Write | None],
) -> None:
    """Print what was found, and write the report and the tables that are wanted."""
    lang = asked.lang
    if summary is not None:
        by_having = core_of(game).by_having(len(plan.seats))
        reports = card_reports(game, plan, rows, plan.moments, by_having) if plan.moments else []
        if asked.output == "json":
            where = {} if asked.start is None else {"from": asked.start}
            measured = {"measured": {each.card: report_record(each) for each in reports}} if reports else {}
            click.echo(safe_json({**summary_record(game, plan, summary), **where, **measured}))
        else:
            told = [*card_lines(game, reports, lang)] if reports else []
            if asked.cards in {"some", "all"}:
                whole = summary_lines(game, plan, summary, lang, every_card=asked.cards == "all")
                told = [*whole, *([""] if told else []), *told]
            first, *rest = told
            click.echo("\n".join([first, *position_line(asked, lang), *rest]))
        if asked.report is not None:
            from ruleset_core.lab.report import simulation_html

            write_report(asked.report, simulation_html(game, plan, summary, repeat_command(lang), lang, reports), lang)
    if rows:
        _write_tables(game, plan, rows, asked, writes)


def _plan(game: Game, asked: SimulateRequest, begun: StartPosition | None) -> tuple[SimulationPlan, str]:
    """What is to be played, and what is to be said of it before."""
    lang = asked.lang
    courses = COURSES if asked.report is not None else 0
    plan = seated_plan(
        game, asked, asked.games, begun, sheets=asked.sheets, stories=asked.stories, courses=courses, counts=True
    )
    dealt_in = find_card(game, asked.with_card, lang, "--with") if asked.with_card is not None else None
    named = [] if asked.cards in {"some", "all"} else find_cards(game, asked.cards, lang, "--cards")
    plan = replace(plan, moments=tuple(dict.fromkeys([*named, *([dealt_in] if dealt_in else [])])))
    return plan_with_card(game, plan, dealt_in, lang) if dealt_in else (plan, "")


def _played(
    game: Game, plan: SimulationPlan, path: Path, asked: SimulateRequest
) -> tuple[list[GameRow], Summary | None, bool]:
    """The games, in their order, what they say together, if there are any, and whether somebody stopped them."""
    lang, (workers, backend) = asked.lang, worker_backend(asked)
    kept = open_results(GamesFile, path, plan, bot_rules_key(game))
    progress = Progress(plan.games, len(kept.rows), lang)
    by_having, stopped = core_of(game).by_having(len(plan.seats)), False
    found = SummaryBuilder(plan, by_having)
    try:
        found.add(kept.rows[: plan.games])
        for rows in run_plan(plan, game, len(kept.rows), workers, progress.report, backend):
            kept.add(rows)
            found.add(rows)  # while others are played
    except KeyboardInterrupt:
        stopped = True
    except RulesetError as error:
        raise run_error(error, len(kept.rows), path, lang) from error
    finally:
        progress.done()
        kept.close()
    if stopped:
        click.echo(message("cli.simulate.stopped", lang, done=len(kept.rows), games=plan.games), err=True)
        click.echo(message("cli.simulate.go_on", lang, file=path), err=True)
    games = kept.rows[: plan.games]
    if stopped:  # perhaps within a game that was being added
        return games, summarise(plan, games, by_having) if games else None, True
    return games, found.summary() if games else None, False


def _write_of(path: Path | None, option: str, lang: str) -> Write | None:
    """What writes a table into a file of that name; None where nothing is to be written."""
    if path is None:
        return None

    write = result_files.BY_SUFFIX.get(path.suffix)
    if write is None:
        raise click.BadParameter(message("cli.simulate.kind", lang), param_hint=option)
    try:
        result_files.check_writer(path.suffix)
    except ImportError as error:
        raise click.UsageError(
            message("cli.simulate.needs", lang, option=option, file=path.name, package=error.name)
        ) from None
    return write


def _write_tables(
    game: Game, plan: SimulationPlan, rows: list[GameRow], asked: SimulateRequest, writes: list[Write | None]
) -> None:
    """Write the tables that are wanted."""
    from ruleset_core.lab.sim.result_files import card_rows, game_rows

    makers: tuple[Callable[[], Iterable[dict[str, Any]]], ...] = (
        lambda: game_rows(plan, rows),
        lambda: card_rows(plan, rows, game.card_ids()),
    )
    said = ("cli.simulate.written", "cli.simulate.cards_written")
    for path, write, make, text in zip((asked.out, asked.out_cards), writes, makers, said, strict=True):
        if path is None or write is None:
            continue
        try:
            with temporary_path(path) as beside:
                write(beside, make())
        except OSError as error:
            raise click.ClickException(f"{path}: {error.strerror or error}") from None
        click.echo(message(text, asked.lang, file=path), err=True)


# Figures of many games as lines of text.

ENDS, NAME, LINE = 6, 18, 80
"""Cards that are told of each end of the list, most letters of a name, and of a line below."""

NOTHING: Final = "–"
"""Stands where there is nothing to count."""

HEADS: Final = (
    "cli.simulate.card_name",
    "cli.simulate.card_dealt",
    "cli.simulate.card_offered",
    "cli.simulate.card_taken",
    "cli.simulate.card_had",
)


def top_cards(game: Game, summary: Summary, lang: str, *, every: bool = False) -> Iterator[str]:
    """The cards that it does most and least for to be taken, or `every` one."""
    named = [(game.card(card).name(lang), found) for card, found in zip(game.card_ids(), summary.cards, strict=True)]
    effects = [
        head
        for head, is_there in (
            ("cli.simulate.card_score", bool(game.score_names(lang))),
            ("cli.simulate.card_won", len(summary.seats) > 1),
        )
        if is_there
    ]
    known = sorted((each for each in named if each[1].score is not None), key=_impact)
    if not known and not every:
        yield message("cli.simulate.cards_unsure", lang, count=format_grouped(len(named), lang))
        return
    heads = (*HEADS, *effects)
    rows = [[message(head, lang) for head in heads]]
    shown = known if every or len(known) <= 2 * ENDS else [*known[:ENDS], None, *known[-ENDS:]]
    shown += [each for each in named if each[1].score is None] if every else []
    rows += [
        ["…", *[""] * (len(heads) - 1)] if each is None else _row(*each, summary.games, effects, lang) for each in shown
    ]
    yield from text_table(rows).splitlines()
    figures = ", ".join(message(head, lang) for head in effects)
    yield from wrap(message("cli.simulate.cards", lang, figures=figures, least=LEAST_TAKERS), LINE)
    left = len(named) - len(rows) + 1 + (None in shown)
    if left:
        yield message("cli.simulate.cards_more", lang, count=format_grouped(left, lang))


def _impact(named: tuple[str, CardSummary]) -> tuple[float, float, str]:
    """What does most for a seat first: by points, and by games won where there are none."""
    score, won = named[1].score, named[1].won
    assert score is not None
    assert won is not None
    return -score.mean, -won.mean, named[0]


def _row(name: str, card: CardSummary, games: int, effects: Sequence[str], lang: str) -> list[str]:
    """A card. Of one that no option picks it is not told how often it was offered and taken: nobody chooses it."""
    counts = [format_number(count / games, lang, 2) for count in (card.dealt, card.offered, card.taken, card.had)]
    if card.by_having and not card.offered:
        counts[1:3] = [NOTHING, NOTHING]
    told = {
        "cli.simulate.card_score": "" if card.score is None else format_difference(card.score, lang) + "*" * card.sure,
        "cli.simulate.card_won": ""
        if card.won is None
        else format_share_difference(card.won, lang) + "*" * card.sure_won,
    }
    return [shorten(name, NAME, placeholder="…"), *counts, *(told[head] for head in effects)]


# -- Figures of many games as lines of text ----------------------------------------------------------------------------


CAUSES, CAUSE = 12, 52
"""Causes of points that are told, and most letters of one."""


def summary_lines(
    game: Game, plan: SimulationPlan, summary: Summary, lang: str, *, every_card: bool = False
) -> Iterator[str]:
    """All that is told of a simulation; of the cards all, or the first and last."""
    yield message(
        "cli.simulate.heading", lang, game=game.title(lang), games=_games(summary.games, lang), seed=plan.seed
    )
    alone, scored = len(plan.seats) == 1, bool(game.score_names(lang))
    if len(set(plan.seats)) > 1:
        yield ""
        yield from _players("cli.simulate.bot", summary.bots, lang, alone=alone, scored=scored)
    yield ""
    seats = {str(seat): each for seat, each in enumerate(summary.seats, 1)}
    yield from _players("cli.simulate.seat", seats, lang, alone=alone, scored=scored)
    if not alone:
        yield from _fairness(summary, lang)
    yield ""
    low, high = quartiles(summary.games_by_decisions)
    yield message("cli.simulate.decisions", lang, mean=format_mean(summary.decisions, lang), low=low, high=high)
    if scored:
        low, high = quartiles(summary.scores)
        least, most = min(summary.scores), max(summary.scores)
        yield message("cli.simulate.points", lang, low=low, high=high, least=least, most=most)
    if not alone:
        for key, count in (("cli.simulate.shared", summary.shared), ("cli.simulate.none", summary.none)):
            if count:
                yield message(key, lang, count=format_grouped(count, lang))
    if summary.categories:
        yield ""
        yield from _categories(game, summary, lang)
    if summary.causes:
        yield ""
        yield from _causes(summary, lang)
    if summary.cards:
        yield ""
        yield from top_cards(game, summary, lang, every=every_card)
    yield ""
    yield message("cli.simulate.margin", lang)


def _players(
    heading: str, players: Mapping[str, PlayerSummary], lang: str, *, alone: bool, scored: bool
) -> Iterator[str]:
    """A row for each bot or seat: alone there are no others to win against, without a score there are no points."""
    wanted = {
        "cli.simulate.won": not alone or not scored,
        "cli.simulate.score": scored,
        "cli.simulate.rest": scored and not alone,
    }
    heads = [head for head, is_wanted in wanted.items() if is_wanted]
    rows = [[message(head, lang) for head in (heading, *heads)]]
    for name, player in players.items():
        told = {
            "cli.simulate.won": format_share(player.won, lang),
            "cli.simulate.score": format_mean(player.score, lang),
            "cli.simulate.rest": format_difference(player.rest, lang),
        }
        rows.append([name, *(told[head] for head in heads)])
    yield from text_table(rows).splitlines()


def _fairness(summary: Summary, lang: str) -> Iterator[str]:
    unlike = summary.unlike_seats()
    if not unlike:
        yield message("cli.simulate.fair_seats", lang)
    for seat, won in unlike:
        key = "cli.simulate.unfair_seat" if won.mean > summary.fair else "cli.simulate.poor_seat"
        yield message(key, lang, seat=seat + 1, won=format_share(won, lang), share=format_percent(summary.fair, lang))


def _categories(game: Game, summary: Summary, lang: str) -> Iterator[str]:
    names = game.score_names(lang)
    total = sum(each.mean for each in summary.categories.values())
    rows = [[message(key, lang) for key in ("cli.simulate.category", "cli.simulate.a_seat", "cli.simulate.share")]]
    for name, found in sorted(summary.categories.items(), key=lambda each: -each[1].mean):
        part = format_percent(found.mean / total, lang) if total > 0 else ""
        rows.append([names.get(name, name), format_mean(found, lang), part])
    yield from text_table(rows).splitlines()
    yield message("cli.simulate.sheets", lang, games=_games(summary.sheets, lang))


def _causes(summary: Summary, lang: str) -> Iterator[str]:
    """The greatest of what gave points or took them."""
    rows = [[message(key, lang) for key in ("cli.simulate.cause", "cli.simulate.a_seat")]]
    for cause, found in islice(summary.causes.items(), CAUSES):
        rows.append([shorten(cause.words(lang), CAUSE, placeholder="…"), format_difference(found, lang)])
    yield from text_table(rows).splitlines()
    rest = len(summary.causes) - CAUSES
    key = "cli.simulate.stories_more" if rest > 0 else "cli.simulate.stories"
    yield message(key, lang, games=_games(summary.stories, lang), rest=rest)


def _games(count: int, lang: str) -> str:
    return (
        message("cli.simulate.game", lang)
        if count == 1
        else message("cli.simulate.games", lang, count=format_grouped(count, lang))
    )


# Figures of many games as data.


def summary_record(game: Game, plan: SimulationPlan, summary: Summary) -> dict[str, Any]:
    """All of a simulation, ready for JSON. Margins are those of 95 of 100; None where there is only one value."""
    return {
        "game": game.name,
        "expansions": list(game.expansions),
        "hash": game.hash,
        "seats": list(plan.seats),
        "games": summary.games,
        "seed": plan.seed,
        "bots": [{"name": name, **_player(each)} for name, each in summary.bots.items()],
        "by_seat": [_player(each) for each in summary.seats],
        "decisions": _estimate(summary.decisions),
        "length": _estimate(summary.options_taken),
        "lengths": dict(sorted(summary.games_by_decisions.items())),
        "scores": dict(sorted(summary.scores.items())),
        "sheets": summary.sheets,
        "categories": {name: _estimate(each) for name, each in summary.categories.items()},
        "stories": summary.stories,
        "causes": [
            {**cause._asdict(), "names": dict(cause.names), "points": _estimate(each)}
            for cause, each in summary.causes.items()
        ],
        "cards": {name: _card(each) for name, each in zip(game.card_ids(), summary.cards, strict=bool(summary.cards))},
        "with": plan.deal and plan.deal.card,
        "shared": summary.shared,
        "won_by_nobody": summary.none,
    }


def _player(player: PlayerSummary) -> dict[str, Any]:
    return {"won": _estimate(player.won), "score": _estimate(player.score), "before_the_rest": _estimate(player.rest)}


def _card(card: CardSummary) -> dict[str, Any]:
    effects = {
        name: None if each is None else _estimate(each) for name, each in (("score", card.score), ("won", card.won))
    }
    return asdict(card) | effects


def _estimate(found: Estimate) -> dict[str, Any]:
    return found.record()
