"""Cells are counted from a1 along each row, in both games."""

from __future__ import annotations

from tests.lockstep.frame import Pair

PAIR = Pair("tic_tac_toe", action=lambda _, words: "abc".index(words[1][0]) + 3 * (int(words[1][1]) - 1))
