"""Options and arguments that several commands share, and loading of the game they name."""

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

import click
from click.core import ParameterSource

from ruleset_core.messages import FILE_LANGUAGES, LANGUAGES, message
from ruleset_core.safe_text import clean_line

if TYPE_CHECKING:
    from ruleset_core import Game


EXIT_INTERRUPTED = 130
"""The exit code of a command that somebody has stopped."""

Function = TypeVar("Function", bound=Callable[..., object])


def together(*options: Callable[[Function], Function]) -> Callable[[Function], Function]:
    """Several options as one, in this order."""

    def apply(function: Function) -> Function:
        for option in reversed(options):
            function = option(function)
        return function

    return apply


TYPED = "RULESET_TYPED"
"""Where it stands what somebody types who has a checkout and no program `ruleset`."""
OF_CHECKOUT = ("play", "serve", "check")
"""The commands that a checkout has under their names; all others are behind `run`."""


def command_line(command: str) -> str:
    """What is to be typed for a command of ruleset."""
    own = os.environ.get(TYPED)
    if not own:
        return f"ruleset {command}"
    return f"{own} {command}" if command.startswith(OF_CHECKOUT) else f"{own} run {command}"


def default_language() -> str:
    """That of the locale if the program speaks it, else English."""
    locale = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := os.environ.get(name))), "")
    return next((lang for lang in LANGUAGES if locale.lower().startswith(lang)), LANGUAGES[0])


data_option = click.option(
    "--data",
    multiple=True,
    metavar="DIR",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Look for games and expansions here too; repeatable. Comes before RULESET_PATH.",
)
"""`--data DIR`, repeatable, as the parameter `data`: more places to look for games and expansions."""


class _Millimetres(click.ParamType[float]):
    """A length on paper: `3`, `3mm` or `2.5mm`, from 0 to 50."""

    name = "millimetres"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The length as a number."""
        try:
            found = float(str(value).removesuffix("mm"))
        except ValueError:
            found = -1.0
        if not 0 <= found <= _MOST_MILLIMETRES:
            self.fail(f"{value!r} is not a length from 0mm to {_MOST_MILLIMETRES}mm.", param, ctx)
        return found


_MOST_MILLIMETRES: Final = 50
MILLIMETRES: Final = _Millimetres()


class _OptionOrVariable(click.Option):
    """An option with an environment variable; a value that is refused is reported as that of the one which gave it."""

    def get_error_hint(self, ctx: click.Context | None) -> str:
        """The option, or its environment variable, in quotes."""
        if ctx is not None and ctx.get_parameter_source(self.name or "") is ParameterSource.ENVIRONMENT:
            return f"'{self.envvar}'"
        return super().get_error_hint(ctx)


def language_code(_ctx: click.Context, _parameter: click.Parameter, value: str) -> str:
    """The code of a language as it stands; what is none is refused."""
    from ruleset_core.values import is_language

    if value not in LANGUAGES and not is_language(value):
        raise click.BadParameter(
            f"{clean_line(value)!r} is not the code of a language, such as {', '.join(LANGUAGES)} or pt-BR."
        )
    return value


def lang_option(function: Function) -> Function:
    """`--lang CODE` as the parameter `lang`: for another language than those of the program English; games are loaded in it."""

    def prepare(ctx: click.Context, parameter: click.Parameter, value: str) -> str:
        if language_code(ctx, parameter, value) not in FILE_LANGUAGES:
            from ruleset_core import in_translation

            ctx.with_resource(in_translation(value))
        return value if value in LANGUAGES else LANGUAGES[0]

    return click.option(
        "--lang",
        cls=_OptionOrVariable,
        metavar="|".join((*LANGUAGES, "CODE")),
        envvar="RULESET_LANG",
        default=default_language,
        callback=prepare,
        help="Language of names and texts; by default that of RULESET_LANG, else of the locale. What a game does not say in this language is read in English.",
    )(function)


expansion_option = click.option(
    "-x",
    "--expansion",
    multiple=True,
    metavar="NAME",
    help="Use this expansion (a name, or the path of its directory); repeatable.",
)
"""`--expansion NAME`, repeatable, as the parameter `expansion`."""

watch_option = click.option(
    "--watch", is_flag=True, help="Do it again after each save, until Ctrl-C. Needs `ruleset[watch]`."
)
order_option = click.option(
    "--in-order",
    is_flag=True,
    help="Where two expansions change the same thing, the last one named wins.",
)
"""`--in-order` as the parameter `in_order`."""


def core_option(function: Function) -> Function:
    """`--no-cache`, for commands that play for speed; and while they run, compiling that takes its time is announced."""

    def prepare(ctx: click.Context, _parameter: click.Parameter, value: bool) -> None:
        from ruleset_core import announcing, without_cache

        if value:
            ctx.with_resource(without_cache())
        if sys.stderr.isatty():
            ctx.with_resource(
                announcing(lambda: click.echo("compiling the core; the next time it is quick ...", err=True))
            )

    return click.option(
        "--no-cache",
        is_flag=True,
        expose_value=False,
        callback=prepare,
        help="Load the game and compile its core anew, and keep nothing on disk.",
    )(function)


def print_problems(data: Sequence[Path] = ()) -> bool:
    """Say what stands in the way of finding all games, a line each, and whether anything does; the rest goes on."""
    from ruleset_core.discovery import survey_games

    problems = survey_games(data).problems
    for problem in problems:
        click.echo(f"Left out: {clean_line(problem)}", err=True)
    return bool(problems)


def complete_game(_ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    """Names of games that start with `incomplete`, for the completion of the shell: a shell may run what is no name."""
    from ruleset_core.discovery import list_games
    from ruleset_core.values import is_name

    return [game.id for game in list_games() if game.id.startswith(incomplete) and is_name(game.id)]


def complete_position(ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    """Positions of the game that is typed already and begin with `incomplete`, for the completion of the shell."""
    from ruleset_core.errors import RulesetError
    from ruleset_core.play.match.start_positions import position_names

    try:
        names = position_names(ctx.params.get("game") or "", ctx.params.get("data") or ())
    except (RulesetError, OSError):
        return []
    return [name for name in dict.fromkeys(names) if name.startswith(incomplete)]


def complete_lesson(ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    """The same for lessons."""
    from ruleset_core.errors import RulesetError
    from ruleset_core.play.match.start_positions import named_lessons

    try:
        lessons = named_lessons(ctx.params.get("game") or "", ctx.params.get("data") or ())
    except (RulesetError, OSError):
        return []
    return [case.name for case in lessons if case.name.startswith(incomplete)]


from_option = click.option(
    "--from",
    "start",
    metavar="POSITION",
    shell_complete=complete_position,
    help="Begin in a position: a scenario by a part of its name, NAME@N after N of its answers, NAME@end after all; FILE@N, a saved game after N moves.",
)
"""`--from POSITION` as the parameter `start`: a position to begin with."""

lesson_option = click.option(
    "--lesson",
    is_flag=False,
    flag_value="",
    metavar="[NAME]",
    shell_complete=complete_lesson,
    help="Learn the game: the first lesson of it, or the one of this name.",
)
"""`--lesson [NAME]` as the parameter `lesson`: "" for the first one."""


def game_or_lesson(game: str | None, lesson: str | None) -> tuple[str | None, str | None]:
    """The game and the lesson that a command line means: in `--lesson pig` the game was taken for the lesson."""
    return (lesson, "") if game is None and lesson else (game, lesson)


game_argument = click.argument("game", shell_complete=complete_game)
"""The argument GAME as the parameter `game`: a name from `ruleset list`, or the path of a directory."""

clock_option = click.option(
    "--not-repeatable",
    is_flag=True,
    help="Allow bots limited by the clock (strong@500ms), whose games cannot be repeated.",
)
"""`--not-repeatable` as the parameter `not_repeatable`: bots may go by the clock."""

seed_option = click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=1,
    show_default=True,
    metavar="N",
    help="The same seed plays the same games.",
)
"""`--seed N` as the parameter `seed`, for commands that play many games."""

values_option = click.option(
    "--option", multiple=True, metavar="NAME[=VALUE]", help="An option of the game; repeatable."
)
"""`--option NAME[=VALUE]`, repeatable, as the parameter `option`: how a game is played, as its data offers it."""

with_option = click.option(
    "--with", "with_card", metavar="CARD", help="A card, by id or name, that is dealt into every game."
)

sheets_option = click.option(
    "--sheets",
    type=click.IntRange(min=0),
    default=1000,
    show_default=True,
    metavar="N",
    help="Games whose score sheets are counted.",
)
"""`--sheets N` as the parameter `sheets`."""


workers_options = together(
    click.option(
        "--workers",
        type=click.IntRange(min=1),
        metavar="K",
        help="Worker processes; by default one for each processor.",
    ),
    click.option(
        "--backend",
        type=click.Choice(("processes", "ray")),
        default="processes",
        show_default=True,
        help="Processes of this machine, or a Ray cluster.",
    ),
    click.option(
        "--ray-address", metavar="ADDRESS", help="The Ray cluster, as ray://head:10001; else one on this machine."
    ),
)
"""Who does long work: `--workers`, `--backend` and `--ray-address`, as the parameters `workers`, `backend` and `ray_address`."""


format_option = click.option(
    "--format",
    "output",
    type=click.Choice(("plain", "json")),
    default="plain",
    show_default=True,
    help="How to print.",
)
"""`--format plain|json` as the parameter `output`."""

table_option = click.option(
    "--format", "output", type=click.Choice(("table", "json")), default="table", help="How to print."
)
"""`--format table|json` as the parameter `output`."""


def file_option(*names: str, help: str) -> Callable[[Function], Function]:  # noqa: A002 - as click calls it
    """An option that takes a file to write."""
    return click.option(*names, metavar="FILE", type=click.Path(dir_okay=False, path_type=Path), help=help)


report_option = file_option("--report", help="Write one HTML page with plots and plain words.")
"""`--report FILE.html` as the parameter `report`."""


ask_option = click.option(
    "--ask",
    multiple=True,
    metavar="QUESTION",
    help="Ask players for notes of a play-test, and this at the end. May be repeated.",
)
"""`--ask QUESTION` as the parameter `ask`; `check_asks` judges them."""
MOST_ASKS = 5
LONGEST_ASK = 200
"""Questions for testers, and the characters of one."""


def check_asks(asks: Sequence[str], lang: str) -> tuple[str, ...]:
    """The questions for testers. Raises `click.BadParameter` for too many, empty ones, or such as are too long or cannot be shown."""
    found = tuple(each.strip() for each in asks)
    if len(found) > MOST_ASKS or any(not each.isprintable() or not 0 < len(each) <= LONGEST_ASK for each in found):
        said = message("cli.playtests.asks", lang, count=MOST_ASKS, size=LONGEST_ASK)
        raise click.BadParameter(said, param_hint="--ask")
    return found


resume_option = click.option("--resume", is_flag=True, help="Go on with what the same command has kept.")
"""`--resume` as the parameter `resume`."""


lineup_options = together(
    click.option(
        "--seats",
        metavar="LIST",
        help="The bots, one for each seat: random, greedy, easy, normal, strong; my_bot.py:MyBot.",
    ),
    click.option("--players", type=click.IntRange(min=1), metavar="N", help="How many seats, all with the same bot."),
    click.option("--bot", metavar="NAME", help="The bot on all seats; without it `easy`."),
)
"""Who plays: `--seats`, `--players` and `--bot`, as the parameters of these names."""

screen_options = together(
    click.option("--plain", is_flag=True, help="No colours and no drawing: text for screen readers."),
    click.option("--full", is_flag=True, help="Panes, arrows and the mouse instead of lines. Needs `ruleset[full]`."),
)
"""How a game is shown: `--plain` and `--full`, as the parameters of these names."""


def examples(*lines: str) -> str:
    """An epilog of examples that the help prints line by line."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)


def load_game(name: str, expansion: Sequence[str] = (), data: Sequence[Path] = (), *, in_order: bool = False) -> "Game":
    """Load a game for a command; errors are shown by `main`."""
    from ruleset_core import load
    from ruleset_core.discovery import ambiguous_name

    if ambiguous_name(name, data):
        click.echo(
            f"`{clean_line(name)}` is the game of that name; for the directory here write `./{clean_line(name)}`",
            err=True,
        )
    return load(name, expansions=tuple(expansion), roots=tuple(data), in_order=in_order)


def known_expansions(name: str, data: Sequence[Path] = ()) -> tuple[str, ...]:
    """Names of the expansions that can be found for a game given by name or path."""
    from ruleset_core.discovery import GAME_FILE, expansions_of, find_game
    from ruleset_core.headers import read_header

    directory = find_game(name, data)
    return tuple(expansions_of(read_header(directory / GAME_FILE).id, directory, data))


def text_table(rows: Sequence[Sequence[str]]) -> str:
    """Left-aligned columns two blanks apart; the first row is the heading."""
    rows = [[clean_line(cell) for cell in row] for row in rows]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    )
