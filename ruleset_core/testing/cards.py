"""What the cards of a game say, written out: a change of data or of wording shows as a difference a person can read."""

from __future__ import annotations

from collections.abc import Iterator

from ruleset_core import Game


def card_sheet(game: Game) -> str:
    """Every card of a game with its names and its text, English first."""
    return "\n".join(_lines(game)) + "\n"


def _lines(game: Game) -> Iterator[str]:
    with_expansions = f" with {', '.join(game.expansions)}" if game.expansions else ""
    yield f"{game.title('en')}{with_expansions}: what the cards say"
    yield "Generated from their effects, written by `ruleset test --update-goldens`."
    kind = ""
    for card in sorted((game.card(one) for one in game.card_ids()), key=lambda one: one.kind):
        if card.kind != kind:
            kind = card.kind
            yield f"\n{kind}"
        names = dict.fromkeys(card.name(lang) for lang in ("en", "es"))
        yield f"  {card.id}: {' / '.join(names)}"
        for lang in ("en", "es"):
            yield from (f"    {line}" for line in card.text(lang).splitlines())
