"""`ruleset explain`: the page of an error code or of a verb."""

import click

from ruleset_core import pages
from ruleset_core.cli.common import examples


@click.command(epilog=examples("ruleset explain E301", "ruleset explain gain", "ruleset explain"))
@click.argument("topic", required=False, metavar="[CODE|VERB]")
def command(topic: str | None) -> None:
    """Explain an error code or a verb.

    Without a topic, list what can be explained.
    """
    if topic is None:
        click.echo("Codes: " + ", ".join(pages.codes()))
        click.echo("Verbs: " + ", ".join(sorted(pages.verbs())))
    else:
        click.echo(pages.page(topic).rstrip())
