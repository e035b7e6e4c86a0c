"""Commands that play many games: `simulate`, `compare`, `tournament`, `learn`, `bench`; and `perft` and `solve`, which go through all of one."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Final

import click
from click.core import ParameterSource

from ruleset_core.cli.parameters import (
    clock_option,
    complete_game,
    core_option,
    data_option,
    examples,
    expansion_option,
    file_option,
    format_option,
    from_option,
    lang_option,
    lineup_options,
    load_game,
    order_option,
    print_problems,
    report_option,
    resume_option,
    seed_option,
    sheets_option,
    table_option,
    values_option,
    with_option,
    workers_options,
)
from ruleset_core.messages import message
from ruleset_core.safe_text import safe_json


@click.command(
    epilog=examples(
        "ruleset simulate troyes_dice                             # 1,000 games of two `easy` bots",
        "ruleset simulate pig --seats strong,easy --games 500     # who is better?",
        "ruleset simulate troyes --players 4 --bot random --games 100000 --workers 2",
        "ruleset simulate tournay --games 2000 --keep night.games # Ctrl-C, and later again with --resume",
        "ruleset simulate pig --games 5000 --out pig.csv          # all games, for a spreadsheet",
        "ruleset simulate hurdles --from 'first dog' --games 500  # from a position on: a scenario, or FILE@N of a saved game",
        "ruleset simulate troyes --games 400 --report troyes.html # a page with plots, to read and to print",
        "ruleset simulate ./my_game --cards lamp --with lamp      # one card, which is dealt into every game",
    ),
)
@click.argument("game", shell_complete=complete_game)
@expansion_option
@order_option
@lineup_options
@from_option
@click.option("--games", type=click.IntRange(min=1), default=1000, show_default=True, metavar="N", help="How many.")
@seed_option
@values_option
@workers_options
@sheets_option
@click.option(
    "--stories",
    type=click.IntRange(min=0),
    default=20,
    show_default=True,
    metavar="N",
    help="Games, drawn at random, in which to trace where every point came from.",
)
@click.option(
    "--cards",
    default="some",
    show_default=True,
    metavar="some|all|NAMES",
    help="List the cards with the largest and smallest effect, or all; or report on cards, by id or name, with commas between them.",
)
@with_option
@file_option("--keep", help="Where games are kept while they are played.")
@resume_option
@file_option("--out", help="Write a row for each game: .csv, .jsonl or .parquet.")
@file_option("--out-cards", help="Write a row for each card of each seat and game: dealt, offered, taken, had.")
@report_option
@clock_option
@format_option
@core_option
@data_option
@lang_option
def simulate_command(**given: Any) -> int:
    """Let bots play many games of GAME, and report who wins, by how much, how long it takes, and how sure
    that is.

    GAME is a name from `ruleset list`, or the path of a directory. The bots change seats from game to game, so
    that each sits equally often on every seat. The same command gives the same figures, whatever the number of workers. Ctrl-C keeps what is done.

    With --from, every game begins there: coming chance and the order of what no seat knows are drawn anew for each; hands stay.
    """
    from ruleset_core.cli.experiments.simulate import SimulateRequest, simulate

    return simulate(SimulateRequest(**given))


# `ruleset balance`: which cards are too strong, too weak or never chosen.


@click.command(
    epilog=examples(
        "ruleset balance troyes                              # 1,000 games of two `easy` bots",
        "ruleset balance ./my_game --limit 3                 # three points more than the others of its kind are too many",
        "ruleset balance ./my_game --games 20000 --keep b.games  # Ctrl-C tells what is known; again with --resume",
    ),
)
@click.argument("game", shell_complete=complete_game)
@expansion_option
@order_option
@lineup_options
@click.option(
    "--games",
    type=click.IntRange(min=1),
    default=1000,
    show_default=True,
    metavar="N",
    help="The most games; fewer if all is known before.",
)
@click.option(
    "--limit",
    type=click.FloatRange(min=0, min_open=True),
    metavar="POINTS",
    help="How much more or less than the others of its kind a card must be worth to be too strong or weak; by default half of the standard deviation of scores.",
)
@seed_option
@values_option
@workers_options
@file_option("--keep", help="Where games are kept while they are played.")
@resume_option
@clock_option
@format_option
@core_option
@data_option
@lang_option
def balance_command(**given: Any) -> int:
    """Let bots play GAME, and name the cards that are surely too strong, too weak or never chosen, and what it would take to know more.

    GAME is a name from `ruleset list`, or the path of a directory. What a card is worth to those who get it
    is compared with the others of its kind. Margins hold for all cards together and whenever you stop: of 20 reports at most one names
    a card wrongly. The same command gives the same report, whatever the number of workers. Ctrl-C tells what is known so far.
    """
    from ruleset_core.cli.experiments.balance import BalanceRequest, balance

    asked = BalanceRequest(**given)
    return balance(load_game(asked.game, asked.expansion, asked.data, in_order=asked.in_order), asked)


# `ruleset compare`: what differs between two games, or what a number or a card of a game does.


@click.command(
    epilog=examples(
        "ruleset compare troyes_dice banquetes_y_asaltos    # what does an expansion do?",
        "ruleset compare troyes ./my_expansion",
        "ruleset compare ./before ./after --games 2000      # two directories",
        "ruleset compare troyes ./evening --bot strong      # a game and its variant",
        "ruleset compare troyes --set denier.start=7        # with another number",
        "ruleset compare troyes --set denier.start=2..10..2 --figure score --figure wins:1 --out curve.svg",
        "ruleset compare ./my_game --set lamp.price=3 --with lamp  # a figure of a card that is not in every game",
        "ruleset compare ./my_game --with lamp              # games with a card and without it",
        "ruleset compare troyes_dice banquetes_y_asaltos --report what.html  # a page with plots, to read and to print",
    ),
)
@click.argument("game", shell_complete=complete_game)
@click.argument("other", required=False, shell_complete=complete_game)
@click.option(
    "--set",
    multiple=True,
    metavar="NAME=VALUES",
    help="Try other numbers: 3, 2..6, 2..10..2 or 2,4,6; repeatable. `ruleset show GAME --numbers` lists the names.",
)
@click.option(
    "--figure",
    multiple=True,
    metavar="NAME",
    help="What to measure: score, score:SEAT, wins:SEAT, decisions, length, shared, category:NAME, taken:CARD; repeatable.",
)
@expansion_option
@order_option
@lineup_options
@from_option
@with_option
@click.option(
    "--games",
    type=click.IntRange(min=2),
    metavar="N",
    help="How many of each, by default 500; with --with, 600 of all sides together.",
)
@seed_option
@click.option("--option", multiple=True, metavar="NAME[=VALUE]", help="An option of the games; repeatable.")
@workers_options
@sheets_option
@resume_option
@file_option("--out", help="Write the figures: .csv or .json; or the curves of --set as .svg.")
@clock_option
@report_option
@format_option
@core_option
@data_option
@lang_option
def compare_command(**given: Any) -> int:
    """Play GAME and OTHER on the same seeds, and report what differs beyond chance.

    GAME is a name from `ruleset list`, or the path of a directory; GAME+EXPANSION lays an expansion on it. OTHER is such a game, or an
    expansion of GAME. With --set, GAME is compared with itself with other numbers; no file is changed. With --with, a card is dealt into every
    game of both sides; alone, it compares games with the card and without it.

    Both sides play with the same luck, as far as they draw alike, so few games tell much. Where the result is
    not sure, the output says how many games it would take. Ctrl-C reports what is known so far. The position of --from must fit both sides.
    """
    from ruleset_core.cli.experiments.compare import CompareRequest, compare

    return compare(CompareRequest(**given))


# `ruleset tournament`: bots play against each other until it is known who is better.


@click.command(
    epilog=examples(
        "ruleset tournament pig                                   # each level against the one below",
        "ruleset tournament troyes tournay --keep night.games     # Ctrl-C, and later again with --resume",
        "ruleset tournament pig --bots strong,greedy --share 60   # does `strong` win at least 60 %?",
        "ruleset tournament troyes_dice --bots easy,normal,strong --games 100 --all",
        "ruleset tournament tic_tac_toe --out levels.md           # the table for a document",
    ),
)
@click.argument("game", nargs=-1, required=True, shell_complete=complete_game)
@expansion_option
@order_option
@click.option(
    "--bots",
    metavar="LIST",
    help="All pairings of these; else each level against the one below, and strong against greedy.",
)
@click.option(
    "--players", type=click.IntRange(min=2), metavar="N", help="How many seats, which the two share; 2 if possible."
)
@click.option(
    "--share",
    type=click.FloatRange(0, 100, min_open=True, max_open=True),
    metavar="PERCENT",
    help="Least share that the first should have; without it, --bots asks who plays better.",
)
@click.option(
    "--sure",
    type=click.FloatRange(0, 100),
    metavar="PERCENT",
    help="What share it must surely have; by default 10 less than --share.",
)
@click.option(
    "--games",
    type=click.IntRange(min=2),
    default=400,
    show_default=True,
    metavar="N",
    help="At most so many games for a pairing.",
)
@click.option("--all", is_flag=True, help="Play all games, even if the result is known before.")
@seed_option
@click.option("--option", multiple=True, metavar="NAME[=VALUE]", help="An option of the games; repeatable.")
@workers_options
@file_option("--keep", help="Where games are kept while they are played.")
@resume_option
@file_option("--out", help="Write the table: .json, .csv or .md.")
@click.option("--times", is_flag=True, help="With --out and --format json: how long answers took, too.")
@clock_option
@format_option
@core_option
@data_option
@lang_option
def tournament_command(**given: Any) -> int:
    """Let bots play GAME against each other, and report who plays better and how sure that is.

    GAME is a name from `ruleset list`, or the path of a directory; there may be several. Two bots meet in pairs of games: the same dice and
    cards, and each in the other's place the second time. A pairing ends when it is known whether the first
    has the share asked for. The
    same command gives the same table, whatever the number of workers; only times differ. Ctrl-C keeps what is done.
    """
    from ruleset_core.cli.experiments.tournament import TournamentRequest, run_tournament

    return run_tournament(TournamentRequest(**given))


# `ruleset learn`: what points and what else seats have are worth, found out by play.

OF_ODDS: Final = {"sims", "step"}
OF_LEARNING: Final = {"rounds", "prospects", "workers", "keep", "resume"}
OF_PROSPECTS: Final = {"clock", "of", "beside", "mixed", "steady", "far", "turn", "units"}


@click.command(
    epilog=examples(
        "ruleset learn my_game                              # some minutes",
        "ruleset learn my_game --rounds 24 --games 200      # longer, and surer",
        "ruleset learn pig --out levels.json                # written here, not with the game",
        "ruleset learn my_game --prospects --clock round    # what everything that a seat has is worth, round by round",
    ),
)
@click.argument("game", shell_complete=complete_game)
@click.option(
    "--rounds",
    type=click.IntRange(1, 1000),
    metavar="N",
    help="Rounds: 12, or 18 for prospects.",
)
@click.option(
    "--games",
    type=click.IntRange(1, 100_000),
    metavar="N",
    help="Games in each round: 100, 4 times as many in the first one; or 1,200 for prospects.",
)
@click.option(
    "--sims",
    type=click.IntRange(1, 1 << 20),
    default=1000,
    show_default=True,
    metavar="N",
    help="Simulations for a decision.",
)
@click.option(
    "--step",
    type=click.IntRange(1, 100_000),
    metavar="N",
    help="Points between two rows of the table; by default so many that there are about six rows.",
)
@click.option(
    "--prospects", is_flag=True, help="Learn what all that a seat has is worth, instead of `odds`. Needs numpy."
)
@click.option(
    "--search",
    is_flag=True,
    help="Let kinds of search play each other at equal CPU time, and write the one that surely wins as `strong`. --games is the most games.",
)
@click.option(
    "--clock", metavar="NAME,NAME...", help="Shared values that tell the time, the slowest one first, for --prospects."
)
@click.option(
    "--of", metavar="NAME,NAME...", help="What a seat has that is looked at, by default all of it. For --prospects."
)
@click.option(
    "--beside",
    metavar="NAME,NAME...",
    help="Further values: shared ones, and `decides`, whether the seat is to decide. For --prospects.",
)
@click.option(
    "--mixed",
    is_flag=True,
    help="Play every second game against `easy` as it is, not against itself. For --prospects.",
)
@click.option(
    "--steady",
    is_flag=True,
    help="What things are worth does not change with the time: surer from few games. For --prospects.",
)
@click.option(
    "--far",
    type=click.IntRange(0, 100_000),
    default=800,
    show_default=True,
    metavar="N",
    help="Positions to look at beyond draws, for --prospects: more where many options draw.",
)
@click.option(
    "--turn",
    type=click.IntRange(0, 1 << 20),
    default=0,
    show_default=True,
    metavar="N",
    help="Positions to look at through a whole turn instead, for --prospects: where something is drawn several times in it.",
)
@click.option(
    "--units",
    type=click.IntRange(0, 64),
    default=32,
    show_default=True,
    metavar="N",
    help="How many units judge what things are worth together, for --prospects.",
)
@seed_option
@values_option
@workers_options
@file_option("--keep", help="Where what has been learned so far is kept.")
@resume_option
@file_option("--out", help="Where to write it; by default `levels.json` of the game.")
@core_option
@data_option
@lang_option
def learn_command(**given: Any) -> int:
    """Let bots play GAME against themselves, and learn how often a seat wins, by points when its turn begins.

    GAME is a name from `ruleset list`, or the path of a directory. What is learned is a small table, `odds`, in `levels.json` beside the game; the
    other figures there stay. It is written at the end. The same seed gives the same table, whatever the number of workers. Ctrl-C keeps what is done.

    With --prospects they learn how many points are still to come, by what a seat has and by the time, for
    games in which things pay later.

    With --search no table is learned: kinds of search play each other, and the best one becomes `strong`.
    """
    from ruleset_core.cli.experiments import learn

    asked = learn.LearnRequest(**given)
    _check(asked.search, asked.prospects, asked.lang)
    run = learn.run_prospects_learning if asked.prospects else learn.run_odds_learning
    return (learn.run_search_learning if asked.search else run)(load_game(asked.game, (), asked.data), asked)


def _check(search: bool, prospects: bool, lang: str) -> None:
    """Options of what is not to be learned say nothing, so they are refused. Raises UsageError."""
    source = click.get_current_context().get_parameter_source
    idle = OF_ODDS | OF_PROSPECTS | OF_LEARNING if search else OF_ODDS if prospects else OF_PROSPECTS
    options = ", ".join(f"--{name}" for name in sorted(idle) if source(name) is ParameterSource.COMMANDLINE)
    if options and (search or prospects):
        what = "--search" if search else "--prospects"
        raise click.UsageError(message("cli.learn.not_with", lang, options=options, what=what))
    if options:
        raise click.UsageError(message("cli.learn.only_prospects", lang, options=options))


# `ruleset benchmark`: a fixed set of games for programs that play.


@click.command(
    epilog=examples(
        "ruleset benchmark                                    # all games and baselines: about ten minutes",
        "ruleset benchmark --bot my_bot.py:Grabber --alone    # a bot of your own, which gets a row of the table",
        "ruleset benchmark pig yacht --scale 0.1              # a glance",
        "ruleset benchmark --out results.json                 # all figures, with seeds and layouts",
    ),
)
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option("--bot", multiple=True, metavar="BOT", help="A bot that plays, too, such as FILE.py:CLASS; repeatable.")
@click.option("--alone", is_flag=True, help="Let nobody play but the bots of --bot.")
@click.option(
    "--scale",
    type=click.FloatRange(0, 1000, min_open=True),
    default=1.0,
    show_default=True,
    metavar="X",
    help="So many times the usual number of games.",
)
@seed_option
@click.option(
    "--workers", type=click.IntRange(min=1), default=1, show_default=True, metavar="K", help="Worker processes."
)
@file_option("--out", help="Write all figures, as JSON.")
@lang_option
def benchmark_command(**given: Any) -> int:
    """Let bots play the games of the benchmark, against `easy` or alone, and report how well they do.

    GAME is one of the games of the benchmark; without one, all are played. Two bots meet in pairs of games of the same deal, each in the other's place the
    second time. Each figure is told with the range in which the true one lies 95 times out of 100. The same command gives the same table, whatever the
    number of workers. Ctrl-C tells what is done.
    """
    from ruleset_core.cli.experiments.benchmark import BenchmarkRequest, run_benchmark

    return run_benchmark(BenchmarkRequest(**given))


# `ruleset solve`: best play of small games of two.


@click.command(
    epilog=examples(
        "ruleset solve kuhn_poker                                 # the value of the game, and how near it was come",
        "ruleset solve leduc_poker --iterations 200 --method cfr  # the plain algorithm",
        "ruleset solve leduc_poker --json leduc.json              # how often to give which answer, too",
        "ruleset solve kuhn_poker --bot strong --bot my_bot.py:Me # how much best play wins from bots",
    ),
)
@click.argument("game", shell_complete=complete_game)
@expansion_option
@order_option
@click.option(
    "--iterations", type=click.IntRange(min=1), default=1000, show_default=True, metavar="N", help="How many at most."
)
@click.option(
    "--method",
    type=click.Choice(("cfr+", "cfr", "mccfr")),
    default="cfr+",
    show_default=True,
    help="The algorithm; `mccfr` samples, so that it needs many short iterations.",
)
@click.option(
    "--most",
    type=click.IntRange(min=1),
    default=100_000,
    show_default=True,
    metavar="N",
    help="Most nodes of the tree; a larger game is refused.",
)
@click.option(
    "--bot",
    multiple=True,
    metavar="NAME",
    help="Say how exploitable a bot is, too: random, strong, my_bot.py:MyBot; repeatable.",
)
@click.option(
    "--times",
    type=click.IntRange(min=1),
    default=10,
    show_default=True,
    metavar="N",
    help="How often such a bot is asked in each information state.",
)
@seed_option
@values_option
@file_option("--json", help="Write what was found: figures by iteration, and how often to give which answer.")
@data_option
@lang_option
def solve_command(**given: Any) -> int:
    """Work out best play of GAME, a small game of two, and what it is worth for each player.

    GAME is a name from `ruleset list`, or the path of a directory. All of its draws and answers are gone through, and counterfactual regret
    minimization finds how often to give which answer where cards are hidden. Exploitability says how far that is from perfect play: what an
    opponent wins who knows it and answers best, on average of both seats. Points count, not only who wins. Ctrl-C keeps what is done.

    Needs OpenSpiel: pip install "ruleset[openspiel]".
    """
    from ruleset_core.cli.experiments.solve import SolveRequest, solve

    asked = SolveRequest(**given)
    return solve(load_game(asked.game, asked.expansion, asked.data, in_order=asked.in_order), asked)


# `ruleset bench`: how fast games are played, next to games written by hand in Python, as a table or as JSON.


@click.command(
    epilog=examples(
        "ruleset bench",
        "ruleset bench troyes_dice --players 4",
        "ruleset bench pig tic_tac_toe --seconds 10 --format json",
        "ruleset bench ./my_game -x ./my_expansion",
    )
)
@click.argument("games", nargs=-1, metavar="[GAME]...", shell_complete=complete_game)
@expansion_option
@order_option
@click.option("--seconds", type=click.FloatRange(min=0.1), default=3.0, show_default=True, help="Time for each game.")
@click.option("--players", type=click.IntRange(min=1), help="Number of players; default the fewest a game allows.")
@table_option
@core_option
@data_option
def bench_command(
    games: tuple[str, ...],
    expansion: tuple[str, ...],
    in_order: bool,
    seconds: float,
    players: int | None,
    output: str,
    data: tuple[Path, ...],
) -> None:
    """Measure how fast games are played.

    GAME is a name from `ruleset list`, or the path of a directory. Every game is played at random, one by one and many at once,
    in turns with a small game in plain Python. Pig and tic-tac-toe are compared with
    themselves, all others with Pig. The share of its speed says how far the engine is from the limit of Python, on any
    machine. Times are CPU times on one core; medians of five runs. Decisions with a single option are not counted.
    """
    from ruleset_core.cli.experiments.bench_output import bench_table
    from ruleset_core.discovery import list_games
    from ruleset_core.lab.bench import run_bench

    if not games:
        print_problems(data)
    if expansion and len(games) != 1:
        raise click.UsageError("name the one game that the expansions belong to")
    names = games or tuple(game.id for game in list_games(data))
    told = sys.stderr.isatty()
    bench = run_bench(
        names,
        lambda name: load_game(name, expansion, data, in_order=in_order),
        seconds=seconds,
        players=players,
        progress=lambda name: click.echo(f"measuring {name} ...", err=True) if told else None,
    )
    click.echo(safe_json(bench.to_json()) if output == "json" else bench_table(bench))


# `ruleset perft`: how many sequences of moves there are.


@click.command(
    epilog=examples(
        "ruleset perft reversi                    # 4, 12, 56 ... sequences of one, two, three ... moves",
        "ruleset perft draughts --depth 8",
        "ruleset perft ./my_game -x ./my_expansion --format json",
    )
)
@click.argument("game", shell_complete=complete_game)
@expansion_option
@order_option
@click.option(
    "--depth",
    type=click.IntRange(min=1, max=1000),
    default=5,
    show_default=True,
    metavar="N",
    help="Up to so many moves.",
)
@click.option(
    "--players", type=click.IntRange(min=1), metavar="N", help="Number of players; default the fewest a game allows."
)
@seed_option
@values_option
@table_option
@core_option
@data_option
@lang_option
def perft_command(
    game: str,
    expansion: tuple[str, ...],
    in_order: bool,
    depth: int,
    players: int | None,
    seed: int,
    option: tuple[str, ...],
    output: str,
    data: tuple[Path, ...],
    lang: str,
) -> None:
    """Count the sequences of moves that GAME can begin with, to compare its rules with published figures ("perft").

    GAME is a name from `ruleset list`, or the path of a directory. A move is all that a seat answers until another one answers: a man that
    jumps three times makes one move. A forced answer, such as the only move or a pass, counts like any other. Dice and cards fall by the seed.
    Each line is printed when it is known; Ctrl-C keeps those before it.
    """
    from ruleset_core import core_of
    from ruleset_core.cli.openings import parse_options

    loaded = load_game(game, expansion, data, in_order=in_order)
    core, counts = core_of(loaded), list[int]()
    state = core.new(players, seed, parse_options(option, lang))
    if output == "table":
        click.echo(f"{'MOVES':>5}  {'SEQUENCES':>18}")
    for moves in range(1, depth + 1):
        counts.append(core.count_moves(state, moves))
        if output == "table":
            click.echo(f"{moves:>5}  {counts[-1]:>18,}")
        if not counts[-1]:
            break
    if output == "json":
        click.echo(safe_json({"game": loaded.id, "players": state.n, "seed": seed, "counts": counts}))
