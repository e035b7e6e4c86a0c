"""Figures of many games as data."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ruleset_core import Game
    from ruleset_core.sim import Card, Estimate, Plan, Summary
    from ruleset_core.sim.summary import Player

__all__ = ["as_data"]


def as_data(game: Game, plan: Plan, summary: Summary) -> dict[str, Any]:
    """All of a simulation, ready for JSON. Margins are those of 95 of 100; None where there is only one value."""
    return {
        "game": game.name,
        "expansions": list(game.expansions),
        "hash": game.hash,
        "seats": list(plan.seats),
        "games": summary.games,
        "seed": plan.seed,
        "bots": [{"name": name, **_player(each)} for name, each in summary.bots.items()],
        "by_seat": [_player(each) for each in summary.seats],
        "decisions": _estimate(summary.decisions),
        "length": _estimate(summary.length),
        "lengths": dict(sorted(summary.lengths.items())),
        "scores": dict(sorted(summary.scores.items())),
        "sheets": summary.sheets,
        "categories": {name: _estimate(each) for name, each in summary.categories.items()},
        "stories": summary.stories,
        "causes": [
            {**cause._asdict(), "names": dict(cause.names), "points": _estimate(each)}
            for cause, each in summary.causes.items()
        ],
        "cards": {name: _card(each) for name, each in zip(game.card_ids(), summary.cards, strict=bool(summary.cards))},
        "shared": summary.shared,
        "won_by_nobody": summary.none,
    }


def _player(player: Player) -> dict[str, Any]:
    return {"won": _estimate(player.won), "score": _estimate(player.score), "before_the_rest": _estimate(player.rest)}


def _card(card: Card) -> dict[str, Any]:
    effects = {
        name: None if each is None else _estimate(each) for name, each in (("score", card.score), ("won", card.won))
    }
    return asdict(card) | effects


def _estimate(found: Estimate) -> dict[str, Any]:
    return found.record()
