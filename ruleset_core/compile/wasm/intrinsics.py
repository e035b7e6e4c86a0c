"""Intrinsics of restricted Python: reads and writes of memory, traps, dispatch. Python never runs them.

A call of one of these is one instruction. In `core_game`, with `R.offered` 8 and `R.deep` 16:

    word(s + R.offered)              local.get 0 · i32.load 8
    set_byte(s + R.seat, 255)        local.get 0 · i32.const 255 · i32.store8 1
    dispatch(s, number)              local.get 0 · (number) · call_indirect
    trap()                           unreachable

What is added to an address and known goes into the offset of the instruction.
"""

from __future__ import annotations

from typing import Any

R: Any = None
"""Where things lie in a record."""
G: Any = None
"""Where things lie in what all states share."""
K: Any = None
"""Numbers of the game."""
Wide = int
"""A number of 64 bits that is never below 0."""
Long = int
"""A number of 64 bits with a sign."""


def byte(at: int) -> int:
    """8 bits, never below 0."""
    raise NotImplementedError


def small(at: int) -> int:
    """8 bits with a sign."""
    raise NotImplementedError


def half(at: int) -> int:
    """16 bits, never below 0."""
    raise NotImplementedError


def word(at: int) -> int:
    """32 bits."""
    raise NotImplementedError


def long(at: int) -> int:
    """64 bits."""
    raise NotImplementedError


def set_byte(at: int, value: int) -> None:
    """8 bits."""
    raise NotImplementedError


def set_half(at: int, value: int) -> None:
    """16 bits."""
    raise NotImplementedError


def set_word(at: int, value: int) -> None:
    """32 bits."""
    raise NotImplementedError


def set_long(at: int, value: int) -> None:
    """64 bits."""
    raise NotImplementedError


def copy(to: int, source: int, size: int) -> None:
    """So many bytes; both stretches may overlap."""
    raise NotImplementedError


def fill(to: int, value: int, size: int) -> None:
    """So many bytes of one value."""
    raise NotImplementedError


def lowest_bit(bits: Wide) -> int:
    """The place of the lowest bit that is set; 64 where none is."""
    raise NotImplementedError


def trap() -> None:
    """The rule is broken."""
    raise NotImplementedError


def steps() -> Long:
    """How many steps may still be taken; below 0 when that is what broke the rule."""
    raise NotImplementedError


def set_steps(steps: int) -> None:
    """So many steps may be taken from here."""
    raise NotImplementedError


def dispatch(s: int, block: int) -> int:
    """Run a block of the game, whose frame lies on the stack of the record `s`."""
    raise NotImplementedError


def standing(s: int, seat: int, at: int) -> None:
    """The score of a seat, 64 bits; printed for every game."""
    raise NotImplementedError


def categories(s: int, seat: int, at: int) -> None:
    """The points of a seat in each category of the score, 64 bits each; printed for every game."""
    raise NotImplementedError


def ties(s: int, seat: int, at: int) -> None:
    """The tie-breaks of a seat, 64 bits each; printed for every game."""
    raise NotImplementedError


def agrees(s: int, seat: int) -> int:
    """Whether all invariants hold of a seat; printed for every game."""
    raise NotImplementedError


def draw_world(values: int, zones: int, plan: int, picker: int) -> None:
    """As `compile.search.world_plans.draw_world`, which it is read from: the record twice, the plan, and where the word of the stream lies."""
    raise NotImplementedError


def see(values: int, zones: int, before_v: int, before_z: int, plan: int, viewer: int, out: int) -> None:
    """As `analysis.numeric_view.see`, which it is read from: records, the plan, and where what comes out goes."""
    raise NotImplementedError
