"""The kinds of closures that nodes become. `s` is a state, `env` what local names stand for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeAlias, TypeVar

Env: TypeAlias = dict[str, Any]
"""Local names with their values: numbers, or for lists that lowering keeps, tuples. `me` is the acting seat, -1 for none."""
Value: TypeAlias = Callable[[Any, Any], Any]
"""Works an expression out: a number; of a list of facts a tuple. It changes no local name, so any mapping will do."""
Members: TypeAlias = Callable[[Any, Any], Sequence[int]]
"""Lists the values of a selection."""
Effect: TypeAlias = Callable[[Any, Env], None]
"""Runs a statement."""
Ends: TypeAlias = Callable[[Any, Env], bool]
"""Ends a block; whether a seat must decide."""
Step: TypeAlias = Callable[[Any, tuple[int, ...]], bool]
"""Runs a block, given its frame; whether a seat must decide."""
Call: TypeAlias = Callable[[Any, Env, list[int]], None]
"""Runs a procedure, given the locals of who calls it and its arguments."""
Definition: TypeAlias = Callable[[Any, Env], int]
"""Works a definition out, given its locals: the acting seat (-1: none) and its arguments, in this order."""

K = TypeVar("K")
C = TypeVar("C")


class Built(dict[K, C], Generic[K, C]):
    """Closures by name or number, each built when it is first asked for."""

    def __init__(self, build: Callable[[K], C]) -> None:
        super().__init__()
        self._build = build

    def __missing__(self, key: K) -> C:
        self[key] = built = self._build(key)
        return built
