"""What the cards of a game say, written out: a change of data or of wording shows as a difference a person can read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ruleset_core import Game

LANGS: Final = ("en", "es")


def card_sheet(game: Game) -> str:
    """Every card of a game with its names and its text, English first, then its rules.

    Where the data has words of its own, what is generated from the effects stands below, behind an `=`: who changes one
    sees the other.
    """
    return "\n".join([*_lines(game), *_rules(game)]) + "\n"


def _lines(game: Game) -> Iterator[str]:
    with_expansions = f" with {', '.join(game.expansions)}" if game.expansions else ""
    yield f"{game.title('en')}{with_expansions}: what the cards say"
    yield "Generated from their effects, written by `ruleset test --update-goldens`."
    yield "Behind an = stands what is generated where the data has words of its own."
    kind = ""
    for card in sorted((game.card(one) for one in game.card_ids()), key=lambda one: one.kind):
        if card.kind != kind:
            kind = card.kind
            yield f"\n{kind}"
        names = dict.fromkeys(card.name(lang) for lang in LANGS)
        yield f"  {card.id}: {' / '.join(names)}"
        yield from _said(*((card.text(lang), card.made.get(lang, "")) for lang in LANGS))


def _rules(game: Game) -> Iterator[str]:
    texts = [(game.rule_texts(lang), game.rule_texts(lang, generated=True)) for lang in LANGS]
    if texts[0][0]:
        yield "\nrules"
    for rule in texts[0][0]:
        yield f"  {rule}"
        yield from _said(*((said[rule], made[rule] if made[rule] != said[rule] else "") for said, made in texts))


def _said(*texts: tuple[str, str]) -> Iterator[str]:
    for said, _made in texts:
        yield from (f"    {line}" for line in said.splitlines())
    for said, made in texts:
        yield from (f"    = {line}" for line in made.splitlines() if line not in said.splitlines())
