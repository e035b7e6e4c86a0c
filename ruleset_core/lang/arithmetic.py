"""What the operations of the language mean. Conditions are 0 and 1; division floors, and by nothing gives nothing."""

from __future__ import annotations

from collections.abc import Callable

ARITHMETIC: dict[str, Callable[..., int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "per": lambda a, b: a // b if b > 0 else 0,
    "mod": lambda a, b: a % b if b > 0 else 0,
    "==": lambda a, b: int(a == b),
    "!=": lambda a, b: int(a != b),
    "<": lambda a, b: int(a < b),
    "<=": lambda a, b: int(a <= b),
    ">": lambda a, b: int(a > b),
    ">=": lambda a, b: int(a >= b),
    "neg": lambda a: -a,
    "not": lambda a: int(not a),
    "abs": abs,
    "min": min,
    "max": max,
    "number": lambda a: a,
    "left": lambda a, players: (a + 1) % players if a >= 0 else -1,
    "right": lambda a, players: (a - 1) % players if a >= 0 else -1,
}
