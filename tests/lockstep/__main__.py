"""`python -m tests.lockstep oware --games 1000 --seed 0` plays a game of ours beside OpenSpiel's, and says where they differ."""

from __future__ import annotations

import argparse
import sys

from tests.lockstep.frame import GamesDifferError, pair_names, play_side_by_side

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("game", choices=pair_names())
parser.add_argument("--games", type=int, default=1000)
parser.add_argument("--seed", type=int, default=0, help="of the first game; the others have those after it")
asked = parser.parse_args()
try:
    answers = play_side_by_side(asked.game, asked.games, asked.seed)
except GamesDifferError as error:
    sys.exit(str(error))
sys.stdout.write(f"{asked.games} games are the same, {answers} answers in all\n")
