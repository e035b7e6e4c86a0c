"""What long runs share: the file their results are kept in, workers, a progress line, bots on the seats, and reports."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from ruleset_core import BrokenRuleError, Game, RulesetError, core_of
from ruleset_core.cli.openings import check_number, open_position, parse_bots, parse_options
from ruleset_core.cli.output import StatusLine
from ruleset_core.files import os_error_reason, read_regular_file
from ruleset_core.lab.sim import ResultFileError, SimulationPlan
from ruleset_core.lab.sim.parallel import Backend, by_ray
from ruleset_core.lab.sim.result_files import ResultFile
from ruleset_core.messages import message
from ruleset_core.play.bots import BotError, substituted_bots
from ruleset_core.play.records import state_directory, write_atomically
from ruleset_core.play.wording.game_messages import bot_error_text
from ruleset_core.processes import cpu_count

if TYPE_CHECKING:
    from ruleset_core.play.match.start_positions import StartPosition


_Kept = TypeVar("_Kept", bound=ResultFile[Any])

# What the command lines of long work have in common; fields are the parameters of the commands.


@dataclass(frozen=True, kw_only=True)
class WorkRequest:
    """Work that several processes do."""

    workers: int | None
    backend: str
    ray_address: str | None
    resume: bool
    seed: int
    option: tuple[str, ...]
    data: tuple[Path, ...]
    lang: str


@dataclass(frozen=True, kw_only=True)
class KeptRequest(WorkRequest):
    """Work that may be kept in a file of one's own."""

    keep: Path | None


@dataclass(frozen=True, kw_only=True)
class LineupRequest(WorkRequest):
    """Games with the same bots on the seats."""

    game: str
    expansion: tuple[str, ...]
    in_order: bool
    seats: str | None
    players: int | None
    bot: str | None
    not_repeatable: bool


@dataclass(frozen=True, kw_only=True)
class SeatedRequest(LineupRequest):
    """Such games of which figures are told and written, and which may begin otherwise."""

    sheets: int
    with_card: str | None
    start: str | None
    out: Path | None
    report: Path | None
    output: str


# Where long work is kept while it is done, and who does it.


def results_path(asked: KeptRequest, usual: str) -> Path:
    """The file of `--keep`, or else one of so usual a name, ready to be written to; with `--resume` as it is.

    Raises:
        click.UsageError: there is nothing to go on with, or something that would be lost.
    """
    lang = asked.lang
    path = asked.keep or state_directory() / usual
    if asked.resume and not path.exists():
        raise click.UsageError(message("cli.simulate.nothing_kept", lang))
    if asked.keep and path.exists() and not asked.resume:
        raise click.UsageError(message("cli.simulate.exists", lang, file=path))
    if not asked.resume:
        path.unlink(missing_ok=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def open_results(kind: Callable[..., _Kept], path: Path, *what: object) -> _Kept:
    """The file of such results: `open_results(GamesFile, path, plan, rules)`. Raises `click.ClickException` for that of something else."""
    try:
        return kind(path, *what)
    except ResultFileError as error:
        raise click.ClickException(str(error)) from None


@contextmanager
def temporary_results(
    paths: Sequence[Path], lang: str, *, keep: bool = False, where: str = "cli.simulate.not_told"
) -> Iterator[None]:
    """Remove the files of kept work, unless they are to be kept (`--keep`), once all has been printed and written.

    Where that fails, the message `where` names the files.
    """
    try:
        yield
    except BrokenPipeError:  # who reads it has seen enough, as `head` does
        remove_files(() if keep else paths)
        raise
    except BaseException:
        click.echo(message(where, lang, file=file_names(paths)), err=True)
        raise
    remove_files(() if keep else paths)


def remove_files(paths: Sequence[Path]) -> None:
    """Remove files of kept work, as far as there are any."""
    for path in paths:
        path.unlink(missing_ok=True)


def file_names(paths: Sequence[Path]) -> str:
    """Files of kept work in a message."""
    return ", ".join(map(str, paths))


def run_error(error: RulesetError, done: int, path: Path | str, lang: str) -> click.ClickException:
    """What ended the work before its time, and where is what was done until then."""
    problem = str(error)
    if isinstance(error, BotError):
        problem = bot_error_text(error, lang)
    elif isinstance(error, BrokenRuleError):
        problem = error.text(lang)
    if isinstance(error, ResultFileError) or not done:
        return click.ClickException(problem)
    return click.ClickException(message("cli.simulate.kept_so_far", lang, problem=problem, done=done, file=path))


def worker_backend(asked: WorkRequest) -> tuple[int, Backend | None]:
    """How many do the work, and who: processes of this machine for None. A cluster elsewhere has as many as there are unless it is said (0).

    Raises:
        click.UsageError: Ray is not installed, or not meant.
        RulesetError: there is no such cluster.
    """
    if asked.backend != "ray":
        if asked.ray_address:
            raise click.UsageError(message("cli.simulate.ray_only", asked.lang))
        return asked.workers or cpu_count(), None

    try:
        backend = by_ray(asked.ray_address)
    except ImportError:
        raise click.UsageError(message("cli.simulate.ray_missing", asked.lang)) from None
    return asked.workers or (0 if asked.ray_address else cpu_count()), backend


# How far long work is, on a terminal: how much is done and how long the rest will take.

PROGRESS_SECONDS = 0.2
"""Seconds between two looks."""


class Progress:
    """A line that is written over. Nothing is told where nobody looks: in files and pipes."""

    def __init__(self, games: int, before: int, lang: str, said: str = "cli.simulate.progress") -> None:
        """Begin to tell of so many games, of which some were done before; `said` is the name of the line."""
        self._games, self._before, self._lang, self._said = games, before, lang, said
        self._line = StatusLine()
        self._begun = self._last = monotonic()

    def report(self, done: int, **more: object) -> None:
        """So much is done now; `more` is what else the line says."""
        now = monotonic()
        if not self._line.shown or now - self._last < PROGRESS_SECONDS:
            return
        self._last = now
        left = (now - self._begun) / max(1, done - self._before) * (self._games - done)
        self._line.show(message(self._said, self._lang, done=done, games=self._games, left=_time(left), **more))

    def done(self) -> None:
        """Take the line away."""
        self._line.clear()


def _time(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


# Reports: where one may be written, asked before anything is played, and written whole or not at all.

COURSES = 100
"""Of so many games a report shows how the scores grow."""
LEFT_OUT = {"workers", "keep", "resume", "out", "output", "report", "lang"}
"""What does not change a report, or is told by itself."""
ALWAYS = {"games", "seed"}
"""What is told also where it is what it would be anyway."""
BEGINNING = b"<!doctype html"


def check_report(path: Path, lang: str) -> None:
    """Raises `click.ClickException` where no report can be written: hours of play should not end with that."""
    if path.suffix.lower() not in {".html", ".htm"}:
        raise click.BadParameter(message("cli.report.kind", lang), param_hint="--report")
    target = Path(os.path.realpath(path))
    if not target.parent.is_dir():
        raise click.ClickException(message("cli.report.no_place", lang, file=path.parent))
    try:
        foreign = target.exists() and read_regular_file(target, len(BEGINNING)).lower() not in {BEGINNING, b""}
    except OSError as error:
        raise click.ClickException(
            message("cli.report.failed", lang, file=path, reason=os_error_reason(error))
        ) from None
    if foreign:
        raise click.ClickException(message("cli.report.foreign", lang, file=path))
    if not os.access(target if target.exists() else target.parent, os.W_OK):
        raise click.ClickException(message("cli.report.failed", lang, file=path, reason=os.strerror(13)))


def write_report(path: Path, page: str, lang: str) -> None:
    """Write a page and say where it is. Raises `click.ClickException`."""
    try:
        write_atomically(Path(os.path.realpath(path)), page.encode())
    except OSError as error:
        raise click.ClickException(
            message("cli.report.failed", lang, file=path, reason=os_error_reason(error))
        ) from None
    click.echo(message("cli.report.written", lang, file=path), err=True)


def repeat_command(lang: str) -> str:
    """What is typed to do again what this command does, and to write the same page."""
    context = click.get_current_context()
    words = ["ruleset", str(context.info_name)]
    for param in context.command.params:
        name, value = str(param.name), context.params.get(str(param.name))
        if (
            name in LEFT_OUT
            or value in (None, (), False)
            or (value == param.get_default(context) and name not in ALWAYS)
        ):
            continue
        lead = [] if isinstance(param, click.Argument) else [max(param.opts, key=len)]
        for each in value if param.multiple or isinstance(value, tuple) else (value,):
            words += lead if each is True else [*lead, str(each)]
    return shlex.join([*words, "--lang", lang, "--report", "report.html"])


# The position that games which are played in number go on from, as it is typed.


def asked_position(asked: SeatedRequest, game: str, expansions: Sequence[str]) -> StartPosition | None:
    """The position of `--from`; None where games begin at their beginning. Raises `click.ClickException`, and what loading raises."""
    if asked.start is None:
        return None
    for name in ("players", "option"):
        if getattr(asked, name) not in {None, ()}:
            raise click.UsageError(message("cli.play.position_knows", asked.lang, option=f"--{name}"))
    begun = open_position(game, asked.start, "", expansions, asked.data, asked.lang)
    if begun.state.over:
        raise click.ClickException(message("cli.simulate.from_over", asked.lang))
    return begun


def position_in(begun: StartPosition | None, game: Game, lang: str) -> dict[str, Any]:
    """The position as a plan has it, in a game; nothing for the beginning. Raises `click.ClickException` where it does not fit."""
    if begun is None:
        return {}
    from ruleset_core.play.match.start_positions import PositionError

    try:
        return begun.state_in(game).to_json()
    except PositionError as error:
        raise click.ClickException(error.text(lang)) from None


def position_line(asked: SeatedRequest, lang: str) -> list[str]:
    """Where games begin, and what of that is drawn anew; nothing where they begin at their beginning."""
    return [] if asked.start is None else [message("cli.simulate.from", lang, name=asked.start)]


# Which bots sit on the seats of games that are played in number, as it is typed.

DEFAULT_BOT: Final = "easy"


def check_bots(bots: Iterable[str], game: Game, lang: str) -> None:
    """See that bots play as themselves: figures are told of them. Raises ClickException."""
    found = substituted_bots(bots, game)
    if found:
        kinds = ", ".join(f"`{each}`" for each in found)
        raise click.ClickException(message("cli.simulate.no_core", lang, kinds=kinds, reason=core_of(game).reason))


def seated_bots(low: int, high: int, asked: LineupRequest, begun: StartPosition | None = None) -> tuple[str, ...]:
    """The bots of `--seats`, or of `--bot` and `--players`; by default two, if `low` to `high` may play, or as many as a position has.

    Raises:
        UsageError: they are not said as they should be, or not as many as the position has.
    """
    if begun is not None:
        low = high = begun.players
    if asked.seats is None:
        players = asked.players or min(max(low, 2), high)
        named = ",".join([asked.bot or DEFAULT_BOT] * players)
    elif asked.players or asked.bot:
        raise click.UsageError("give --seats, or --players and --bot")
    else:
        named = asked.seats
    option = "--seats" if asked.seats else "--bot"
    found = tuple(parse_bots(named, asked.lang, option, timed=asked.not_repeatable))
    if begun is not None and len(found) != begun.players:
        said = message("cli.serve.position_seats", asked.lang, count=begun.players, seats=len(found))
        raise click.BadParameter(said, param_hint="--seats")
    return found


def seated_plan(
    game: Game, asked: LineupRequest, games: int, begun: StartPosition | None = None, **more: Any
) -> SimulationPlan:
    """So many games with these bots and options; `more`: further fields of the plan. Raises `click.ClickException`."""
    lang = asked.lang
    seats = seated_bots(*game.players, asked, begun)
    check_number(game, len(seats), lang)
    check_bots(seats, game, lang)
    options = parse_options(asked.option, lang)
    game.new(len(seats), 0, options)  # says what is wrong with the options
    return SimulationPlan(
        asked.game, seats, games, asked.seed, asked.expansion, asked.in_order, tuple(map(str, asked.data)), options,
        start=position_in(begun, game, lang), **more,
    )  # fmt: skip
