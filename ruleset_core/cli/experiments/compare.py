"""`ruleset compare`: from the command line to games of several plans on the same seeds, and their comparison."""

from __future__ import annotations

import csv
import io
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import product
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from ruleset_core import BrokenRuleError, Game, RulesetError, core_of, load
from ruleset_core.cli.experiments.comparison_output import (
    comparison_lines,
    comparison_page,
    comparison_record,
    curve_lines,
    curves_record,
    curves_svg,
    parse_figures,
    sweep_page,
)
from ruleset_core.cli.experiments.dealt_cards import chance_of_deal, check_deal, find_card, plan_with_card, refusal_text
from ruleset_core.cli.experiments.runs import (
    Progress,
    SeatedRequest,
    asked_position,
    check_bots,
    check_report,
    file_names,
    position_in,
    position_line,
    remove_files,
    run_error,
    seated_bots,
    temporary_results,
    worker_backend,
    write_report,
)
from ruleset_core.cli.openings import parse_options
from ruleset_core.cli.output import echo_wrapped, write_result
from ruleset_core.cli.parameters import EXIT_INTERRUPTED
from ruleset_core.diagnostics import did_you_mean, friendly_list, shorten
from ruleset_core.discovery import EXPANSION_FILE, GAME_FILE, GameNotFoundError, expansions_of, find_game
from ruleset_core.errors import NumberError
from ruleset_core.headers import read_header
from ruleset_core.lab.sim import (
    ComparedFigure,
    GameRow,
    GamesFile,
    SimulationPlan,
    compare_games,
    run_plans,
    sweep_curves,
)
from ruleset_core.messages import message
from ruleset_core.play.bots import bot_rules_key
from ruleset_core.play.records import state_directory
from ruleset_core.play.wording.names_and_numbers import question_text
from ruleset_core.safe_text import safe_json

if TYPE_CHECKING:
    from ruleset_core.play.match.start_positions import StartPosition

# What is compared, as it is typed: games with and without expansions, and numbers that are tried out.

MOST_COMPARED: Final = 64
"""Most games that are compared at once."""
_RANGE: Final = re.compile(r"(-?[0-9]{1,15})\.\.(-?[0-9]{1,15})(?:\.\.([0-9]{1,15}))?")
_WHOLE: Final = re.compile(r"-?[0-9]{1,15}")


@dataclass(frozen=True, slots=True)
class ComparedSide:
    """A game that is compared: its name or path, expansions laid on it, numbers that are others, and a card that its games have or not."""

    game: str
    expansions: tuple[str, ...] = ()
    numbers: Mapping[str, int] = field(default_factory=dict)
    card: str = ""
    has_card: bool = False

    def load(self, roots: Sequence[Path], *, in_order: bool) -> Game:
        """The game. Raises LoadError, GameNotFoundError, NumberError."""
        return load(self.game, self.expansions, roots, in_order=in_order, numbers=self.numbers)

    def title(self, game: Game, lang: str) -> str:
        """What it is called, with what is laid on it."""
        title = " + ".join([game.title(lang), *game.expansion_names(lang).values()])
        card = game.card(self.card).name(lang) if self.card else ""
        has = [message(f"cli.deal.{'with' if self.has_card else 'without'}", lang, card=card)] if card else []
        return ", ".join([title, *(f"{name} = {value}" for name, value in self.numbers.items()), *has])


def first_side(text: str, expansions: Sequence[str], roots: Sequence[Path]) -> ComparedSide:
    """The first of what is compared: `GAME` or `GAME+EXPANSION+...`. Raises GameNotFoundError."""
    name, laid = _split(text)
    find_game(name, roots)
    return ComparedSide(name, (*expansions, *laid))


def other_side(text: str, one: ComparedSide, expansions: Sequence[str], roots: Sequence[Path]) -> ComparedSide:
    """The second: a game as the first, `+EXPANSION` for the first with more on it, or an expansion of the first alone.

    Raises:
        GameNotFoundError: it is none of them.
    """
    name, laid = _split(text)
    if _is_expansion(name):
        path = os.path.join(os.curdir, name)  # noqa: PTH118 - so that it is taken for a path, which `Path` would make a name again
        return replace(one, expansions=(*one.expansions, path if os.sep not in name else name, *laid))
    if not name:
        return replace(one, expansions=(*one.expansions, *laid))
    try:
        find_game(name, roots)
    except GameNotFoundError as problem:
        directory = find_game(one.game, roots)
        own = read_header(directory / GAME_FILE).id or directory.name
        known = expansions_of(own, directory, roots)
        if name in known:
            return replace(one, expansions=(*one.expansions, name, *laid))
        if close := did_you_mean(name, known):
            message = f"there is no game or expansion `{name}`; did you mean {friendly_list(close)}?"
            raise GameNotFoundError(message, close) from None
        raise problem from None
    return ComparedSide(name, (*expansions, *laid))


def _split(text: str) -> tuple[str, list[str]]:
    """A game and its expansions; the name of a directory may have a `+` itself."""
    if Path(text).exists():
        return text, []
    name, *laid = text.split("+")
    return name, [each for each in laid if each]


def _is_expansion(name: str) -> bool:
    return (Path(name) / EXPANSION_FILE).is_file() and not (Path(name) / GAME_FILE).is_file()


def parse_sets(texts: Sequence[str], lang: str) -> dict[str, tuple[int, ...]]:
    """`NAME=2..6`, `NAME=2,4,6` or `NAME=2..10..2` as numbers by name. Raises `click.BadParameter`."""
    found: dict[str, tuple[int, ...]] = {}
    for text in texts:
        name, equals, values = (each.strip() for each in text.partition("="))
        if not name or not equals or name in found:
            key = "cli.compare.set_twice" if name in found else "cli.compare.bad_set"
            raise click.BadParameter(message(key, lang, text=shorten(text), name=name), param_hint="--set")
        numbers = [each for part in values.split(",") for each in _values(part.strip())]
        if not numbers:
            raise click.BadParameter(
                message("cli.compare.bad_values", lang, text=shorten(values), name=name), param_hint="--set"
            )
        found[name] = tuple(dict.fromkeys(numbers))
    return found


def _values(text: str) -> Sequence[int]:
    """The numbers of a part; nothing where it is none."""
    if _WHOLE.fullmatch(text):
        return [int(text)]
    match = _RANGE.fullmatch(text)
    if match is None:
        return []
    low, high, step = int(match[1]), int(match[2]), int(match[3] or 1)
    if step == 0:
        return []
    return range(low, min(high, low + MOST_COMPARED * step) + 1, step)  # as many as are too many


def combinations(game: Game, sets: Mapping[str, Sequence[int]], lang: str) -> list[dict[str, int]]:
    """All that is tried: each value of each number with each of the others, the game as it is left out.

    Raises:
        NumberError: there is no such number.
        click.BadParameter: there are too many.
    """
    now: dict[str, int | None] = {}
    for name in sets:
        number = game.glossary.number(name)
        if any(game.glossary.number(other) == number for other in now):
            raise NumberError(message("cli.compare.set_twice", lang, name=number.name))
        now[name] = number.value
    if prod(map(len, sets.values())) > MOST_COMPARED:
        raise click.BadParameter(message("cli.compare.too_many", lang, most=MOST_COMPARED), param_hint="--set")
    found = [dict(zip(sets, values, strict=True)) for values in product(*sets.values())]
    return [each for each in found if each != now]


# From the command line to games of several plans played abreast, compared and told.

PICTURE: Final = ".svg"
GAMES: Final = 500
"""Games of each side."""
GAMES_DEALT: Final = 600
"""Games of all sides together into which a card is dealt: each says something of it, and a change of a card is told within a minute."""
LEAST_DEALT: Final = 100
"""Games of each side at the least."""


def comparison_writer(
    path: Path | None, lang: str, *, curves: bool
) -> Callable[[Mapping[str, Any], Callable[[], str]], None] | None:
    """What writes figures into a file of that name; None where nothing is to be written.

    What it is given are the figures as data, and what draws them. Raises `click.BadParameter`.
    """
    if path is None:
        return None
    if path.suffix not in {".csv", ".json", PICTURE} or (path.suffix == PICTURE and not curves):
        raise click.BadParameter(message("cli.compare.kind", lang), param_hint="--out")
    if not path.parent.is_dir():
        raise click.BadParameter(message("cli.compare.no_place", lang, file=path.parent), param_hint="--out")

    def write(record: Mapping[str, Any], draw: Callable[[], str]) -> None:
        made = draw() if path.suffix == PICTURE else _csv(record) if path.suffix == ".csv" else safe_json(record) + "\n"
        write_result(path, made)

    return write


def _csv(record: Mapping[str, Any]) -> str:
    rows = list(_lines(record) if "differences" in record else _points(record))
    made = io.StringIO()
    table = csv.DictWriter(made, list(rows[0]), lineterminator="\r\n")
    table.writeheader()
    table.writerows(rows)
    return made.getvalue()


def _lines(record: Mapping[str, Any]) -> list[dict[str, Any]]:
    """A row for each figure."""
    return [
        {
            "figure": line["figure"],
            "a": line["a"]["mean"],
            "b": line["b"]["mean"],
            "change": line["change"]["mean"],
            "margin": line["change"]["margin"],
            "pairs": line["change"]["count"],
            "chance": line["chance"],
            "sure": int(line["sure"]),
            "pairs_needed": line["pairs_needed"],
        }
        for line in record["differences"]
    ]


def _points(record: Mapping[str, Any]) -> list[dict[str, Any]]:
    """A row for each point of each curve; the game as it is has no numbers."""
    names = list(dict.fromkeys(name for side in record["sides"] for name in side["numbers"]))
    return [
        {
            "figure": curve["figure"],
            **{name: point["numbers"].get(name) for name in names},
            "mean": point["mean"]["mean"],
            "margin": point["mean"]["margin"],
            "change": (point["change"] or {}).get("mean"),
            "change_margin": (point["change"] or {}).get("margin"),
            "games": point["mean"]["count"],
            "sure": int(point["sure"]),
        }
        for curve in record["curves"]
        for point in curve["points"]
    ]


# -- From the command line to games of several plans played abreast ----------------------------------------------------


FIRST: Final = (ComparedFigure("score"), ComparedFigure("decisions"))
"""What is asked of numbers that are tried out, unless somebody says what."""


@dataclass(frozen=True, slots=True)
class ComparedGames:
    """Games that were played to be compared: of the first side, and of the others, as many of each.

    Attributes:
        sides: what was played.
        games: the game of each, loaded.
        plans: how.
        rows: the games of each in their order.
        axis: the values of numbers that are tried out, by name; empty where two games are compared.
    """

    sides: Sequence[ComparedSide]
    games: Sequence[Game]
    plans: Sequence[SimulationPlan]
    rows: Sequence[Sequence[GameRow]]
    axis: Mapping[str, Sequence[int]]

    @property
    def count(self) -> int:
        """How many games of each there are."""
        return min(map(len, self.rows))

    def asked(self, question: ComparedFigure, lang: str) -> str:
        """What a question asks for, in the words of the last of the games that has such a thing."""
        having = [
            each for each in self.games if question.category in each.score_names() or question.card in each.card_ids()
        ]
        return question_text(question, self.plans[0], (having or self.games)[-1], lang)


@dataclass(frozen=True, kw_only=True)
class CompareRequest(SeatedRequest):
    """What the command line of `ruleset compare` asks for, as its options say."""

    other: str | None
    set: tuple[str, ...]
    figure: tuple[str, ...]
    games: int | None


def compare(asked: CompareRequest) -> int:
    """Do what the command line asks for; the exit code."""
    lang, roots = asked.lang, asked.data
    one = first_side(asked.game, asked.expansion, roots)
    check_deal(asked)
    begun = asked_position(asked, one.game, one.expansions)
    if begun is not None:
        one = replace(one, expansions=tuple(dict.fromkeys((*begun.expansions, *one.expansions))))
    game = one.load(roots, in_order=asked.in_order)
    sides, axis = _sides(one, game, asked)
    count = asked.games or (max(LEAST_DEALT, GAMES_DEALT // len(sides)) if asked.with_card is not None else GAMES)
    games = [game, *(each.load(roots, in_order=asked.in_order) for each in sides[1:])]
    seats = _seats(games, sides, asked, begun)
    options = parse_options(asked.option, lang)
    for each in games:
        each.new(len(seats), 0, options)  # says what is wrong with the options
    plans = [
        SimulationPlan(each.game, seats, count, asked.seed, each.expansions, asked.in_order,
             tuple(map(str, roots)), options, asked.sheets, numbers=each.numbers, start=position_in(begun, loaded, lang))
        for each, loaded in zip(sides, games, strict=True)
    ]  # fmt: skip
    questions = parse_figures(asked.figure, plans[0], games, lang)
    also = _figures_of_card(game, asked)
    if any(each.card for each in (*questions, *also)):
        plans = [replace(each, counts=True) for each in plans]
    if asked.with_card is not None:
        sides, plans = _dealt(sides, games, plans, asked)
    out = comparison_writer(asked.out, lang, curves=bool(axis))
    if asked.report is not None:
        check_report(asked.report, lang)
    paths = _paths(games, plans, asked)
    rows, stopped = _played(games, plans, paths, asked)
    played = ComparedGames(sides, games, plans, rows, axis)
    with nullcontext() if stopped else temporary_results(paths, lang):
        if played.count:
            record, draw = _print_findings(played, questions, also, asked)
            if out is not None:
                out(record, draw)
                click.echo(message("cli.compare.written", lang, file=asked.out), err=True)
    return EXIT_INTERRUPTED if stopped else 0


def _figures_of_card(game: Game, asked: CompareRequest) -> list[ComparedFigure]:
    """What is also told where both sides have a card that is dealt in: how often it is taken, if it is chosen at all."""
    if asked.with_card is None or (asked.other is None and not asked.set):
        return []
    card = find_card(game, asked.with_card, asked.lang, "--with")
    chosen = not core_of(game).by_having(None)[game.card_ids().index(card)]
    return [ComparedFigure("taken", card=card)] if chosen else []


def _dealt(
    sides: Sequence[ComparedSide], games: Sequence[Game], plans: Sequence[SimulationPlan], asked: CompareRequest
) -> tuple[list[ComparedSide], list[SimulationPlan]]:
    """The sides and plans with a card dealt into the games of each; where nothing else is compared, kept out of those of the first."""
    lang, text = asked.lang, str(asked.with_card)
    card = find_card(games[0], text, lang, "--with")
    if asked.other is None and not asked.set:
        chance = chance_of_deal(games[0], plans[0], card)
        if chance.into is None or chance.out is None:
            raise click.ClickException(refusal_text(games[0], card, chance, len(plans[0].seats), lang, out=True))
        one, other = (replace(each, card=card, has_card=has) for each, has in zip(sides, (False, True), strict=True))
        click.echo(message("cli.deal.paired", lang, card=games[0].card(card).name(lang)), err=True)
        return [one, other], [replace(plans[0], deal=chance.out), replace(plans[1], deal=chance.into)]
    found, said = plan_with_card(games[0], plans[0], card, lang)
    click.echo(said, err=True)
    plans = [found, *plans[1:]]
    if asked.other is None:  # the sides differ in numbers alone, so the card comes up from the same places
        return list(sides), [replace(each, deal=found.deal) for each in plans]
    other_card = find_card(games[1], card, lang, "--with")
    return list(sides), [found, plan_with_card(games[1], plans[1], other_card, lang)[0]]


def _sides(
    one: ComparedSide, game: Game, asked: CompareRequest
) -> tuple[list[ComparedSide], dict[str, tuple[int, ...]]]:
    """What is compared, and the numbers that are tried out where these have several values."""
    lang, other = asked.lang, asked.other
    if other is None and not asked.set and asked.with_card is not None:
        return [one, one], {}
    if (other is None) == (not asked.set):
        raise click.UsageError(message("cli.compare.what", lang))
    if other is not None:
        return [one, other_side(other, one, asked.expansion, asked.data)], {}
    sets = parse_sets(asked.set, lang)
    several = any(len(values) > 1 for values in sets.values())
    found = combinations(game, sets, lang)
    if not found:
        raise click.UsageError(message("cli.compare.nothing_new", lang))
    return [one, *(replace(one, numbers=each) for each in found)], sets if several else {}


def _seats(
    games: Sequence[Game], sides: Sequence[ComparedSide], asked: CompareRequest, begun: StartPosition | None
) -> tuple[str, ...]:
    """The bots, as many as all of the games are for."""
    lang = asked.lang
    low, high = max(each.players[0] for each in games), min(each.players[1] for each in games)
    seats = seated_bots(low, high, asked, begun)
    if not low <= len(seats) <= high:
        spans = [
            message("cli.compare.players", lang, game=side.title(game, lang), low=game.players[0], high=game.players[1])
            for side, game in zip(sides, games, strict=True)
        ]
        raise click.UsageError(
            message("cli.compare.no_number", lang, spans="; ".join(dict.fromkeys(spans)), count=len(seats))
        )
    for game in games:
        check_bots(seats, game, lang)
    return seats


def _paths(games: Sequence[Game], plans: Sequence[SimulationPlan], asked: CompareRequest) -> list[Path]:
    """The file that keeps the games of each plan. Raises `click.UsageError` where there are none to go on with."""
    paths = [
        state_directory() / "sims" / f"compare-{place}-{game.id}-{plan.key(bot_rules_key(game))}.games"
        for place, (game, plan) in enumerate(zip(games, plans, strict=True))
    ]
    if asked.resume and not any(path.exists() for path in paths):
        raise click.UsageError(message("cli.simulate.nothing_kept", asked.lang))
    return paths


def _played(
    games: Sequence[Game], plans: Sequence[SimulationPlan], paths: Sequence[Path], asked: CompareRequest
) -> tuple[list[list[GameRow]], bool]:
    """The games of all plans, and whether somebody stopped them; what was kept is gone on with if that was asked for."""
    lang, (workers, backend) = asked.lang, worker_backend(asked)
    kept, stopped = list[GamesFile](), False
    try:
        with ExitStack() as files:
            for path, plan, game in zip(paths, plans, games, strict=True):
                kept.append(_kept(path, plan, game, resume=asked.resume))
                files.callback(kept[-1].close)
            begun = [min(len(each.rows), plan.games) for each, plan in zip(kept, plans, strict=True)]
            progress = Progress(sum(plan.games for plan in plans), sum(begun), lang)
            files.callback(progress.done)
            try:
                for which, rows in run_plans(plans, games, begun, workers, progress.report, backend):
                    kept[which].add(rows)
            except KeyboardInterrupt:
                stopped = True
    except RulesetError as error:
        done = sum(len(each.rows) for each in kept)
        if isinstance(error, BrokenRuleError):  # mended, the game is another one, which cannot go on with these
            remove_files(paths)
            done = 0
        raise run_error(error, done, file_names(paths), lang) from error
    if stopped:
        done = min(len(each.rows) for each in kept)
        click.echo(message("cli.compare.stopped", lang, done=done, games=plans[0].games), err=True)
    return [each.rows[: plan.games] for each, plan in zip(kept, plans, strict=True)], stopped


def _kept(path: Path, plan: SimulationPlan, game: Game, *, resume: bool) -> GamesFile:
    path.parent.mkdir(parents=True, exist_ok=True)
    if not resume:
        path.unlink(missing_ok=True)
    return GamesFile(path, plan, bot_rules_key(game))


def _print_findings(
    played: ComparedGames,
    questions: Sequence[ComparedFigure],
    also: Sequence[ComparedFigure],
    asked: CompareRequest,
) -> tuple[dict[str, Any], Callable[[], str]]:
    """Print what was found; the same as data, and what draws it."""
    lang, plan = asked.lang, played.plans[0]
    told: Iterator[str]
    draw: Callable[[], str] = str  # where nothing is to be drawn
    if played.axis:
        curves = sweep_curves(played.plans, played.rows, questions or (*FIRST, *also), played.games[0].card_ids())
        record = curves_record(played, curves)
        report = partial(sweep_page, played, curves, lang)
        told, draw = curve_lines(played, curves, lang), partial(curves_svg, played, curves, lang)
    else:
        (one, other), (first, second) = played.rows, played.games
        found = compare_games(plan, one, other, questions, (first.card_ids(), second.card_ids()), also)
        record = comparison_record(played, found)
        told = comparison_lines(played, found, lang)
        report = partial(comparison_page, played, found, lang)
    if asked.output == "json":
        click.echo(safe_json(record))
    else:
        echo_wrapped("\n".join([*told, *position_line(asked, lang)]))
    if asked.report is not None:
        write_report(asked.report, report(), lang)
    return record, draw
