"""How fast games are played, next to games written by hand in plain Python and timed in the same run."""

from .measure import Bench, Row, Speed, run_bench

__all__ = ["Bench", "Row", "Speed", "run_bench"]
