"""`ruleset bots`: who can sit at a table."""

from __future__ import annotations

import json
from typing import Final

import click

from ruleset_core.cli.common import examples, format_option, lang_option, table

OURS: Final = {
    "random": "bots_random",
    "first": "bots_first",
    "greedy": "bots_greedy",
    "greedy1": "bots_greedy1",
    "easy": "bots_easy",
    "normal": "bots_normal",
    "strong": "bots_strong",
}
"""What is said of each bot of ours."""


@click.command(
    epilog=examples(
        "ruleset bots",
        "ruleset play pig --seats human,strong",
        "ruleset play pig --seats human,my_bot.py:MyBot",
    )
)
@format_option
@lang_option
def command(*, output: str, lang: str) -> int:
    """List the bots that can sit at a table: those of `ruleset`, and those that are installed.

    A bot of your own is named by its file or module and its class. What it has to do stands in the documents, under Bots.
    """
    from ruleset_core.bots import bot_names, installed
    from ruleset_core.cli.said.messages import say

    own = installed()
    rows = [
        (name, say(OURS[name], lang) if name in OURS else say("bots_installed", lang, what=own.get(name, "")))
        for name in bot_names()
    ]
    if output == "json":
        click.echo(json.dumps([{"name": name, "plays": plays} for name, plays in rows], indent=2, ensure_ascii=False))
        return 0
    click.echo(table([(say("bots_name", lang), say("bots_what", lang)), *rows]))
    click.echo("\n" + say("bots_own", lang))
    return 0
