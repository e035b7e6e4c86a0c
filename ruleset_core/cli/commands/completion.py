"""`ruleset completion`: let a shell complete commands and options."""

import click
from click.shell_completion import get_completion_class

from ruleset_core.cli.common import examples

SHELLS = ("bash", "zsh", "fish")


@click.command(
    epilog=examples(
        'eval "$(ruleset completion bash)"     # in ~/.bashrc',
        'eval "$(ruleset completion zsh)"      # in ~/.zshrc',
        "ruleset completion fish > ~/.config/fish/completions/ruleset.fish",
    ),
)
@click.argument("shell", type=click.Choice(SHELLS))
def command(shell: str) -> None:
    """Print the completion script for a shell.

    Put it where your shell starts; then the tab key completes commands, options and games.
    """
    from ruleset_core.cli.group import cli

    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(cli, {}, "ruleset", "_RULESET_COMPLETE").source())
