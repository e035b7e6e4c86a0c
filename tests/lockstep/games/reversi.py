"""Cells are counted from a1 along each rank, in both games; action 64 is the pass."""

from __future__ import annotations

from tests.lockstep.frame import Pair

PAIR = Pair("othello", action=lambda _, words: "abcdefgh".index(words[1][0]) + 8 * (int(words[1][1]) - 1))
