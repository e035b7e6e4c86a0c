"""A question as a screen is given it: its words, its menu, and what is known of things on the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from ruleset_core.scenes.nodes import Stand

__all__ = ["Choice", "Pointed", "Question"]


@dataclass(frozen=True, slots=True)
class Choice:
    """A line of a menu. `key`: what to type for it; `options`: the options it leads to; `usual`: Enter alone takes it."""

    key: str
    notation: str
    label: str
    outcome: str
    options: tuple[int, ...]
    usual: str = ""


@dataclass(frozen=True, slots=True)
class Pointed:
    """Options that somebody pointed at in place of typing; none to see all of them again."""

    options: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, and what can be answered.

    Attributes:
        head: the lines above the menu, each with its style.
        lines: all lines as they are printed, where nothing can be pointed at.
        choices: the menu.
        narrowed: whether it is a part of a menu that one can go back to.
        about: what there is to say of something on the table, or of a line of the menu.
    """

    head: Sequence[tuple[str, str]]
    lines: Sequence[tuple[str, str]]
    choices: Sequence[Choice] = ()
    narrowed: bool = False
    about: Callable[[Stand | Choice], Sequence[str]] = field(default=lambda _: ())
