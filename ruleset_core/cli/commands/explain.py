"""`ruleset explain`: the page of an error code, of a word of the language or of a key of a file."""

from textwrap import fill

import click

from ruleset_core import pages
from ruleset_core.cli.common import examples


@click.command(epilog=examples("ruleset explain E301", "ruleset explain choose", "ruleset explain while_in_play"))
@click.argument("topic", nargs=-1, metavar="[CODE|WORD|KEY]")
def command(topic: tuple[str, ...]) -> None:
    """Explain an error code, a word of the language or a key of a file.

    Without a topic, list what can be explained.
    """
    if topic:
        click.echo(pages.page(" ".join(topic)).rstrip())
        return
    parts = (fill(f"{kind}: {', '.join(names)}", 100, subsequent_indent="  ") for kind, names in pages.topics().items())
    click.echo("\n\n".join(parts))
