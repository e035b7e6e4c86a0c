"""Models of `levels.json`: how far the bots of a game look ahead."""

from __future__ import annotations

from typing import Annotated, Any, Self

from pydantic import Field, model_validator

from ruleset_core.model.shapes.common import Model, Opt, problem
from ruleset_core.model.thinking import CERTAIN, FIRSTS, KNOTS, LIMITS, SIMS, STEPS, Policy

Chance = Annotated[int, Field(ge=0, le=CERTAIN)]
Row = Annotated[tuple[Chance, ...], Field(strict=False)]


def _figure(name: str, says: str) -> Any:
    low, high = SIMS if name == "sims" else LIMITS[name]
    return Field(None, ge=low, le=high, description=says)


class Glance(Model):
    """How `easy` plays: it looks to the end of its turn."""

    wide: Opt[int] = _figure("wide", "How many states it looks at before anything is drawn.")
    far: Opt[int] = _figure("far", "How many states it looks at beyond what is drawn.")


class Thinking(Glance):
    """How a level searches; what is left out is as in most games."""

    sims: Opt[int] = _figure("sims", "How many games it plays ahead for a decision.")
    policy: Opt[Policy] = Field(
        default=None,
        description="Who plays these: `random`, `light` (what is best at once) or `greedy` (what is best at the end of the turn).",
    )
    cut: Opt[int] = _figure("cut", "After how many decisions such a game is judged as it stands.")
    mix: Opt[int] = _figure("mix", "How often of 256 times any option is taken in it all the same.")
    sample: Opt[int] = _figure("sample", "How many options `light` tries at most.")
    budget: Opt[int] = _figure("budget", "How many states `greedy` looks at in such a game before anything is drawn.")
    ahead: Opt[int] = _figure("ahead", "How many states `greedy` looks at there beyond what is drawn.")
    keep: Opt[int] = _figure("keep", "How many options are compared at most: those that look best at first.")
    explore: Opt[int] = _figure("explore", "How much is tried anew: 256 times the constant of UCB1.")
    trust: Opt[int] = _figure("trust", "For how many games the first look at an option counts.")
    win: Opt[int] = _figure("win", "What winning counts out of 256; the rest is the margin in points.")
    nodes: Opt[int] = _figure("nodes", "How many positions it keeps in mind at most.")


class OddsTable(Model):
    """The chance to win of who begins a turn, in games of two. `ruleset learn` makes it."""

    first: int = Field(
        default=0, ge=FIRSTS[0], le=FIRSTS[1], description="The points that the first row and column stand for."
    )
    step: int = Field(
        ge=STEPS[0], le=STEPS[1], description="How many points lie between two rows, and between two columns."
    )
    table: Annotated[tuple[Row, ...], Field(strict=False)] = Field(
        description="Rows by points of the seat whose turn begins, columns by those of the other: its chance to win, in thousandths.",
        json_schema_extra={"minItems": KNOTS[0], "maxItems": KNOTS[1]},
    )

    @model_validator(mode="after")
    def _is_square(self) -> Self:
        if not KNOTS[0] <= len(self.table) <= KNOTS[1]:
            raise problem("E106", f"expected {KNOTS[0]} to {KNOTS[1]} rows, found {len(self.table)}", at=("table",))
        for at, row in enumerate(self.table):
            if len(row) != len(self.table):
                message = f"there are {len(self.table)} rows, and this one has {len(row)} numbers"
                raise problem("E106", message, at=("table", at), advice="as many numbers in each row as there are rows")
        return self


class LevelsFile(Model):
    """`levels.json`, beside `game.yaml`: by level the figures that differ from the usual ones."""

    easy: Glance = Field(default_factory=Glance, description="The level that looks to the end of its turn.")
    normal: Thinking = Field(default_factory=Thinking, description="The level that answers at once.")
    strong: Thinking = Field(default_factory=Thinking, description="The level that takes its time.")
    odds: Opt[OddsTable] = Field(None, description="Chances by points, for levels that search, in games of two.")
