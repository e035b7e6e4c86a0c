"""What should never happen: the core and Python do not agree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleset_core.errors import RulesetError

if TYPE_CHECKING:
    from ruleset_core.engine.game import Game


class DisagreementError(RulesetError):
    """The core stopped where Python goes on: a fault of ruleset."""

    def __init__(self, game: Game, where: str) -> None:
        super().__init__(
            f"the compiled core of {game.title()} ({game.hash[:12]}) stopped {where}, and Python does not: "
            "please report this; RULESET_EXECUTOR=python plays without the core"
        )
