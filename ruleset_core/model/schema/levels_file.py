"""Models of `levels.json`: how far the bots of a game search."""

from __future__ import annotations

from typing import Annotated, Any, Self

from pydantic import Field, model_validator

from ruleset_core.model.schema.base import FileModel, Opt, shape_error
from ruleset_core.values import (
    CERTAIN_WIN,
    MOMENT_COUNT_LIMITS,
    ODDS_FIRST_LIMITS,
    ODDS_SIZE_LIMITS,
    ODDS_STEP_LIMITS,
    SEARCH_LIMITS,
    SIMULATION_LIMITS,
    TERM_COUNT_LIMITS,
    UNIT_COUNT_LIMITS,
    WEIGHT_LIMITS,
    Policy,
)

Chance = Annotated[int, Field(ge=0, le=CERTAIN_WIN)]
Weights = Annotated[tuple[Annotated[int, Field(ge=WEIGHT_LIMITS[0], le=WEIGHT_LIMITS[1])], ...], Field(strict=False)]
OddsRow = Annotated[tuple[Chance, ...], Field(strict=False)]


def _figure(name: str, says: str) -> Any:
    low, high = SIMULATION_LIMITS if name == "sims" else SEARCH_LIMITS[name]
    return Field(None, ge=low, le=high, description=says)


class EasyLevelModel(FileModel):
    """How `easy` plays: it looks to the end of its turn."""

    wide: Opt[int] = _figure("wide", "How many states it looks at before anything is drawn.")
    far: Opt[int] = _figure("far", "How many states it looks at beyond what is drawn.")


class SearchLevelModel(EasyLevelModel):
    """How a level searches; what is left out is as in most games."""

    turn: Opt[int] = _figure(
        "turn",
        "How many states it looks at through its whole turn, with all that is drawn, instead of `wide` and `far`.",
    )
    sims: Opt[int] = _figure("sims", "How many games it plays ahead for a decision.")
    policy: Opt[Policy] = Field(
        default=None,
        description="Who plays these: `random`, `light` (what is best at once), `greedy` (what is best at the end of the turn) or `average` (the option after "
        "which games came out best so far).",
    )
    cut: Opt[int] = _figure("cut", "After how many decisions such a game is judged as it stands.")
    mix: Opt[int] = _figure("mix", "How often of 256 times any option is taken in it all the same.")
    sample: Opt[int] = _figure("sample", "How many options `light` tries at most.")
    budget: Opt[int] = _figure("budget", "How many states `greedy` looks at in such a game before anything is drawn.")
    ahead: Opt[int] = _figure("ahead", "How many states `greedy` looks at there beyond what is drawn.")
    keep: Opt[int] = _figure("keep", "How many options are compared at most: those that look best at first.")
    explore: Opt[int] = _figure("explore", "How much is tried anew: 256 times the constant of UCB1.")
    trust: Opt[int] = _figure(
        "trust", "For how many games the first look at an option counts; 0: each is tried once instead."
    )
    alike: Opt[int] = _figure(
        "alike",
        "With `trust` 0: for how many games AMAF counts at most, what came of an option that the same seat took later.",
    )
    win: Opt[int] = _figure("win", "What winning counts out of 256; the rest is the margin in points.")
    learned: Opt[bool] = Field(
        default=None, description="Whether it goes by `odds` and `prospects`, where there are any; true if left out."
    )
    nodes: Opt[int] = _figure("nodes", "How many positions it keeps in mind at most.")
    note: Opt[str] = Field(
        default=None,
        max_length=400,
        description="Why it searches so; `ruleset learn --search` says what it has beaten.",
    )


class OddsTable(FileModel):
    """The chance to win of who begins a turn, in games of two. `ruleset learn` makes it."""

    first: int = Field(
        default=0,
        ge=ODDS_FIRST_LIMITS[0],
        le=ODDS_FIRST_LIMITS[1],
        description="The points that the first row and column stand for.",
    )
    step: int = Field(
        ge=ODDS_STEP_LIMITS[0],
        le=ODDS_STEP_LIMITS[1],
        description="How many points lie between two rows, and between two columns.",
    )
    table: Annotated[tuple[OddsRow, ...], Field(strict=False)] = Field(
        description="Rows by points of the seat whose turn begins, columns by those of the other: its chance to win, in thousandths.",
        json_schema_extra={"minItems": ODDS_SIZE_LIMITS[0], "maxItems": ODDS_SIZE_LIMITS[1]},
    )

    @model_validator(mode="after")
    def _is_square(self) -> Self:
        if not ODDS_SIZE_LIMITS[0] <= len(self.table) <= ODDS_SIZE_LIMITS[1]:
            raise shape_error(
                "E106",
                f"expected {ODDS_SIZE_LIMITS[0]} to {ODDS_SIZE_LIMITS[1]} rows, found {len(self.table)}",
                at=("table",),
            )
        for at, row in enumerate(self.table):
            if len(row) != len(self.table):
                message = f"there are {len(self.table)} rows, and this one has {len(row)} numbers"
                raise shape_error(
                    "E106", message, at=("table", at), advice="as many numbers in each row as there are rows"
                )
        return self


class ProspectUnits(FileModel):
    """What numbers are worth together: a unit counts as far as it is above nothing."""

    bias: Weights = Field(description="By unit: what it is where a seat has nothing.")
    out: Weights = Field(description="By unit: what it is worth.")
    of: dict[str, Weights] = Field(description="By number of a seat, by unit: how much one of it adds to the unit.")


class ProspectsTable(FileModel):
    """What a position still promises a seat, in 1,024ths of a point. `ruleset learn --prospects` makes it."""

    clock: Annotated[tuple[str, ...], Field(strict=False)] = Field(
        default=(), description="The shared values that tell the time, the slowest one first."
    )
    base: Weights = Field(
        description="By time: what comes to a seat that has nothing.",
        json_schema_extra={"minItems": MOMENT_COUNT_LIMITS[0], "maxItems": MOMENT_COUNT_LIMITS[1]},
    )
    worth: dict[str, Weights] = Field(
        description="By number of a seat, by time: what one of it is worth.",
        json_schema_extra={"minProperties": TERM_COUNT_LIMITS[0], "maxProperties": TERM_COUNT_LIMITS[1]},
    )
    units: Opt[ProspectUnits] = Field(None, description="What numbers are worth together.")

    @model_validator(mode="after")
    def _fits(self) -> Self:
        for name, many, (least, most) in (
            ("base", self.base, MOMENT_COUNT_LIMITS),
            ("worth", self.worth, TERM_COUNT_LIMITS),
        ):
            if not least <= len(many) <= most:
                raise shape_error("E106", f"expected {least} to {most} entries, found {len(many)}", at=(name,))
        for name, row in self.worth.items():
            if len(row) != len(self.base):
                message = f"there are {len(self.base)} times, and this row has {len(row)} numbers"
                raise shape_error("E106", message, at=("worth", name), advice="as many numbers as `base` has")
        if self.units is not None:
            self._has_units(self.units)
        return self

    def _has_units(self, units: ProspectUnits) -> None:
        if list(units.of) != list(self.worth):
            advice = "a row for each number in `worth`, in the same order"
            raise shape_error(
                "E106", "these are other numbers than those in `worth`", at=("units", "of"), advice=advice
            )
        for name, row in {"bias": units.bias, **units.of}.items():
            if len(row) != len(units.out) or len(row) > UNIT_COUNT_LIMITS[1]:
                at = ("units", "bias") if row is units.bias else ("units", "of", name)
                message = f"there are {len(units.out)} units, of {UNIT_COUNT_LIMITS[1]} at most, and this has {len(row)} numbers"
                raise shape_error("E106", message, at=at, advice="as many numbers as `out` has")


class LevelsFile(FileModel):
    """`levels.json`, beside `game.yaml`: by level the figures that differ from the usual ones."""

    easy: EasyLevelModel = Field(
        default_factory=EasyLevelModel, description="The level that looks to the end of its turn."
    )
    normal: SearchLevelModel = Field(default_factory=SearchLevelModel, description="The level that answers at once.")
    strong: SearchLevelModel = Field(default_factory=SearchLevelModel, description="The level that takes its time.")
    odds: Opt[OddsTable] = Field(None, description="Chances by points, for levels that search, in games of two.")
    prospects: Opt[ProspectsTable] = Field(None, description="What positions promise, for levels that search.")
