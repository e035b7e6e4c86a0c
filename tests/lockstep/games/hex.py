"""Cells are counted from a1 along each row; both first players join rank 1 and rank 7."""

from __future__ import annotations

from tests.lockstep.frame import Pair

PAIR = Pair("hex(board_size=7)", action=lambda _, words: "abcdefg".index(words[1][0]) + 7 * (int(words[1][1]) - 1))
