"""How fast games are played, next to games written by hand in plain Python and timed in the same run."""

from .core import core_play
from .measure import Bench, CoreSpeed, Row, run_bench
from .turns import Play, Speed, Turns, in_turns

__all__ = ["Bench", "CoreSpeed", "Play", "Row", "Speed", "Turns", "core_play", "in_turns", "run_bench"]
