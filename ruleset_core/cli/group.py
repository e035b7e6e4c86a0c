"""The click group of all commands: finds a command's module when it is run, and turns every error into one message
and an exit code.

In: the arguments of the command line. Out: the exit code (0 done, 1 error or findings, 2 wrong usage, 130 interrupted).
"""

import os
import sys
from collections.abc import Sequence
from importlib import import_module

import click

from ruleset_core import __version__
from ruleset_core.cli.output import echo_painted, guard_streams
from ruleset_core.cli.parameters import EXIT_INTERRUPTED, examples
from ruleset_core.safe_text import DEBUG_VARIABLE, clean_line, describe_fault

COMMANDS = {
    "play": ("play", "Play a game in the terminal, alone, with others or against bots."),
    "serve": ("play", "Open tables in the browser, a link for each seat."),
    "dev": ("play", "Play a game in the browser while you write it."),
    "replay": ("saved_games", "Step through a saved game."),
    "log": ("saved_games", "Print what happened in a saved game, in sentences or as data."),
    "hint": ("saved_games", "Say what a bot would do in a saved game."),
    "analyse": ("saved_games", "Analyse a saved game: where it was won and lost."),
    "playtests": ("playtests", "Sum up the notes that testers of a game have sent."),
    "list": ("listings", "List the games that can be found."),
    "add": ("game_packages", "Add a game or an expansion of somebody else."),
    "update": ("game_packages", "Look for newer versions of what was added."),
    "remove": ("game_packages", "Remove a game or expansion that was added."),
    "show": ("show", "Show a game, or one card, rule, phase or question of it."),
    "rules": ("show", "Print the rules of a game."),
    "cards": ("data_files", "List the cards of a game with their facts, or write them for a spreadsheet."),
    "print": ("show", "Print the cards of a game on sheets, to be cut out and played with."),
    "check": ("checks", "Check games and expansions for mistakes."),
    "lsp": ("checks", "Run the language server for editors."),
    "pack": ("game_packages", "Pack a game or an expansion into a file for others."),
    "export": ("game_packages", "Write a game as one HTML file that anybody can play."),
    "upgrade": ("data_files", "Rewrite the files of a game in the current format."),
    "translate": ("data_files", "List the texts of a game that lack a translation."),
    "rename": ("data_files", "Rename something of a game in all files that name it."),
    "fmt": ("data_files", "Format the effects in YAML files."),
    "test": ("checks", "Run scenarios: rules as tests."),
    "new": ("data_files", "Start a new game or expansion from a template."),
    "explain": ("listings", "Explain an error code, a word of the language or a key."),
    "schema": ("data_files", "Print or write the JSON Schemas for editors."),
    "stats": ("listings", "Count cards and rules that need no Python."),
    "simulate": ("experiments", "Let bots play many games, and report wins, points and length."),
    "tournament": ("experiments", "Let bots play against each other, and report who plays better."),
    "learn": ("experiments", "Let bots play against themselves, and learn what points and things are worth."),
    "benchmark": ("experiments", "Let programs play a fixed set of games, and report how well they play each."),
    "solve": ("experiments", "Work out best play of a small game of two."),
    "bots": ("listings", "List the bots that can sit at a table."),
    "balance": ("experiments", "Name the cards that are too strong, too weak or never chosen."),
    "compare": ("experiments", "Compare two games, or values of a number in a game."),
    "bench": ("experiments", "Measure how fast games are played."),
    "perft": ("experiments", "Count the sequences of moves a game can begin with."),
    "completion": ("listings", "Print the completion script for a shell."),
}
"""Commands in the order of the help: the module of `commands` that has them, and what the help says."""


class LazyGroup(click.Group):
    """A group whose commands stand in modules of `commands`, imported when run."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order of `COMMANDS`."""
        del ctx
        return [*COMMANDS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return the command, or None when there is none of that name: `bots` is `bots_command` of `listings`."""
        del ctx
        if cmd_name not in COMMANDS:
            return None
        module, _ = COMMANDS[cmd_name]
        command = getattr(import_module(f"{__package__}.commands.{module}"), f"{cmd_name}_command")
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; an unknown one is answered with close names."""
        name = args[0]
        if not name.startswith("-") and not ctx.resilient_parsing and name not in COMMANDS:
            from ruleset_core.diagnostics import did_you_mean, friendly_list

            close = friendly_list(did_you_mean(name, [*COMMANDS]))
            hint = f" Did you mean {close}?" if close else ""
            raise click.UsageError(f"There is no command `{name}`.{hint}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl([(name, said) for name, (_, said) in COMMANDS.items()])


def _print_version(ctx: click.Context, _parameter: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        from ruleset_core import executor

        click.echo(f"ruleset {__version__}\nexecutor: {executor()}")
        ctx.exit()


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=examples("ruleset play troyes_dice", "ruleset check ./my_game", "ruleset show troyes_dice")
    + "\n\n`ruleset COMMAND --help` says more about a command.",
)
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_print_version,
    help="Show the version, and what runs.",
)
@click.pass_obj
def cli(is_program: bool | None) -> None:
    """Tabletop games as data: play them, check them, make your own."""
    if is_program:  # not a call from Python, whose dataclasses are its own
        from ruleset_core.class_code import use_kept_code
        from ruleset_core.disk_cache import DiskCache, cache_directory

        use_kept_code(DiskCache(cache_directory()))


def main(args: Sequence[str] | None = None) -> int:
    """Run `ruleset` and return its exit code: 0 done, 1 error or findings, 2 wrong usage, 130 interrupted."""
    with guard_streams():
        return _run(args)


def _run(args: Sequence[str] | None) -> int:
    color = False if os.environ.get("NO_COLOR") else None
    try:
        result = cli.main(args, prog_name="ruleset", standalone_mode=False, color=color, obj=args is None)
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except SystemExit as closed:  # how click answers a reader that closed the pipe: nothing left to say
        return int(closed.code or 0)
    except click.Abort:
        click.echo("Stopped.", err=True)
        return EXIT_INTERRUPTED
    except Exception as error:  # noqa: BLE001 - the last place to turn an error into a message
        return report_error(error)
    return result if isinstance(result, int) else 0


# Errors of a command as one message and an exit code. Imported only when something went wrong.

EXIT_ERROR = 1
EXIT_BUG = 70


def report_error(error: Exception) -> int:
    """Print `error` for a person and return the exit code: 1, or 70 for a fault of ours."""
    if isinstance(error, OSError):
        click.echo(f"Error: {clean_line(_of_the_system(error))}", err=True)
        return EXIT_ERROR
    from ruleset_core.errors import LoadError, RulesetError

    if isinstance(error, LoadError):
        from ruleset_core.check.rendering import findings_summary, render_diagnostics

        echo_painted(render_diagnostics(error.diagnostics, color=_color()), err=True)
        click.echo(f"The game cannot be loaded: {findings_summary(error.diagnostics)}.", err=True)
        return EXIT_ERROR
    if isinstance(error, RulesetError):
        click.echo(f"Error: {clean_line(str(error))}", err=True)
        return EXIT_ERROR
    return _bug(error)


def _color() -> bool:
    return sys.stderr.isatty() and not os.environ.get("NO_COLOR")


def _of_the_system(error: OSError) -> str:
    """`No such file or directory: x` instead of `[Errno 2] No such file or directory: 'x'`."""
    if error.strerror is None:
        return str(error)
    return f"{error.strerror}: {error.filename}" if error.filename else error.strerror


def _bug(error: Exception) -> int:
    click.echo(f"Error: {describe_fault(error)}", err=True)
    click.echo(f"Please report it with the command you ran; {DEBUG_VARIABLE}=1 prints where it happened.", err=True)
    return EXIT_BUG
