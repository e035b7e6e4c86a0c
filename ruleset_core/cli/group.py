"""The group of commands: finds a command's module when it is run, and turns every error into one message."""

import os
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import click

from ruleset_core import __version__
from ruleset_core.cli.common import EXIT_INTERRUPTED, examples
from ruleset_core.cli.printed.streams import guarded

COMMANDS = {
    "play": "Play a game in the terminal, alone, with others or against bots.",
    "serve": "Open tables in the browser, a link for each seat.",
    "replay": "Go through a recorded game.",
    "log": "Tell a recorded game, in sentences or as data.",
    "hint": "Say what a bot would do in a saved game.",
    "analyse": "Go through a saved game: where it was won and lost.",
    "list": "List the games that can be found.",
    "show": "Show a game, or one card, rule, phase or question of it.",
    "cards": "List the cards of a game with their facts, or write them for a spreadsheet.",
    "print": "Print the cards of a game on sheets, to be cut out and played with.",
    "check": "Check games and expansions for mistakes.",
    "fmt": "Format the effects in YAML files.",
    "test": "Run scenarios: rules as tests.",
    "new": "Start a new game or expansion from a template.",
    "explain": "Explain an error code or a verb.",
    "schema": "Print or write the JSON Schemas for editors.",
    "stats": "Count cards and rules that need no Python.",
    "simulate": "Play many games between bots, and tell what they say of a game.",
    "tournament": "Let bots play against each other, and tell who plays better.",
    "learn": "Learn by play what points are worth in a game of two.",
    "bots": "List the bots that can sit at a table.",
    "compare": "Tell what differs between two games, or what a number of a game does.",
    "bench": "Measure how fast games are played.",
    "completion": "Print the completion script for a shell.",
}
"""Commands in the order of the help, with what the help says; the module of a command has its name."""


class LazyGroup(click.Group):
    """A group whose commands are modules of `commands`, imported when run."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands whose modules exist, in the order of `COMMANDS`."""
        del ctx
        present = {module.name for module in iter_modules([str(Path(__file__).parent / "commands")])}
        return [name for name in COMMANDS if name in present]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return the command, or None when there is none of that name."""
        if cmd_name not in self.list_commands(ctx):
            return None
        command = import_module(f"{__package__}.commands.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; an unknown one is answered with close names."""
        name = args[0]
        if not name.startswith("-") and not ctx.resilient_parsing and name not in self.list_commands(ctx):
            from ruleset_core.model.diagnostic import did_you_mean, friendly_list

            close = friendly_list(did_you_mean(name, self.list_commands(ctx)))
            hint = f" Did you mean {close}?" if close else ""
            raise click.UsageError(f"There is no command `{name}`.{hint}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name]) for name in self.list_commands(ctx)])


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
def cli() -> None:
    """Tabletop games as data: play them, check them, make your own."""


def main(args: Sequence[str] | None = None) -> int:
    """Run `ruleset` and return its exit code: 0 done, 1 error or findings, 2 wrong usage, 130 interrupted."""
    with guarded():
        return _run(args)


def _run(args: Sequence[str] | None) -> int:
    color = False if os.environ.get("NO_COLOR") else None
    try:
        result = cli.main(args, prog_name="ruleset", standalone_mode=False, color=color)
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except SystemExit as closed:  # how click answers a reader that closed the pipe: nothing left to say
        return int(closed.code or 0)
    except click.Abort:
        click.echo("Stopped.", err=True)
        return EXIT_INTERRUPTED
    except Exception as error:  # noqa: BLE001 - the last place to turn an error into a message
        from ruleset_core.cli.errors import report

        return report(error)
    return result if isinstance(result, int) else 0
