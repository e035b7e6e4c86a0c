"""The core beside OpenSpiel's loop in C++ and beside plain C: `python -m tests.bench.peers [GAME...] [--seconds 4] [--pairs 9]`.

Both play whole random games in turns, in CPU seconds. Theirs are the play-outs of one `RandomRolloutEvaluator` in one call: no Python runs
between its decisions. It is the first simulation of a search that evaluates its root, 1,000 times:

    MCTSBot(game, RandomRolloutEvaluator(1000, seed), max_simulations=1).mcts_search(state)

Decisions are questions with more than one answer. As the games are the same (`tests.lockstep`), a game of theirs counts as many as ours; only
where theirs ends early (`own_length`) they are counted in a sample of their games. Of nine pairs the second lowest and the second highest
ratio hold the true median between them in 96 of 100 measurements.

Ditches has no peer: it is measured by how many of its games are played while the program in C plays a game of Connect Four, and compared
with what `DITCHES` says it once was.
"""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from shutil import which
from statistics import median
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any, Final

from ruleset_core import core_of, load
from tests.bench.beside_c import PROGRAMS, by_program, compiled, spent_by_programs

PAIRS: Final = 9
SAMPLE: Final = 100
"""Games of theirs in which decisions are counted."""
DITCHES: Final = 35.5
"""Games of Ditches by the core for a thousand of Connect Four in C, before relations between members became tables."""
GAMES: Final = (Path(__file__).with_name("games"), Path(__file__).parents[1] / "lang" / "written")
Timed = Callable[[int, int], float]
"""Plays so many games from a seed on; the CPU seconds it took."""


@dataclass(frozen=True, slots=True)
class Peer:
    """A game of ours and theirs.

    Attributes:
        ours: the name of our game.
        theirs: their game with its parameters; empty: the program in C.
        wanted: least decisions a second of ours by those of theirs.
        options: the options that our game is played with.
        width: how wide a board of Hex is; 0: as it is.
        own_length: their games do not last as long as ours.
    """

    ours: str
    theirs: str
    wanted: float
    options: Mapping[str, object] = field(default_factory=dict)
    width: int = 0
    own_length: bool = False


def _hex(width: int) -> Peer:
    return Peer("hex", f"hex(board_size={width})", 1.5, width=width)


PEERS: Final = {
    "pig": Peer("pig", "pig", 2.4),
    "tic_tac_toe": Peer("tic_tac_toe", "tic_tac_toe", 2.7),
    "connect_four": Peer("connect_four", "connect_four", 4.0),
    "breakthrough": Peer("breakthrough", "breakthrough(rows=6,columns=6)", 1.5),
    **{f"hex_{width}": _hex(width) for width in (7, 11, 13, 19)},
    "mills": Peer("mills", "nine_mens_morris", 1.0, own_length=True),
    "hearts": Peer("hearts", "hearts", 1.0),
    "backgammon": Peer("backgammon", "backgammon(scoring_type=full_scoring)", 1.0),
    "oware": Peer("oware", "oware", 1.0),
    "go": Peer("go", "go(board_size=9,komi=7.5)", 1.0, {"cycles": "drawn"}),
    "reversi": Peer("reversi", "othello", 1.0),
    "connect_four_c": Peer("connect_four", "", 1 / 1.6),
    "ditches": Peer("ditches", "", 2.5 * DITCHES / 1000),
}


@dataclass(frozen=True, slots=True)
class Measured:
    """Decisions a CPU second of both, and the ratio with what holds its true median; `theirs` is None where games are not the same."""

    name: str
    ours: float
    theirs: float | None
    ratio: float
    low: float
    high: float
    wanted: float

    def row(self) -> str:
        """A row of the table."""
        theirs = "" if self.theirs is None else f"{self.theirs:,.0f}"
        digits = 2 if self.ratio >= 0.1 else 5
        ratio, low, high, wanted = (f"{each:.{digits}f}" for each in (self.ratio, self.low, self.high, self.wanted))
        return f"| {self.name} | {self.ours:,.0f} | {theirs} | {ratio} ({low} to {high}) | {wanted} |"


def our_games(peer: Peer, directory: Path) -> tuple[Timed, float]:
    """What plays our game, and its decisions in a game."""
    name: str | Path = peer.ours
    if peer.width:
        text = (Path(load(peer.ours).source.directory) / "game.yaml").read_text("utf-8")
        name = directory / f"{peer.ours}_{peer.width}"
        name.mkdir()
        (name / "game.yaml").write_text(re.sub(r"\[\d+, \d+\]", f"[{peer.width}, {peer.width}]", text), "utf-8")
    game = load(name, (), GAMES)
    core = core_of(game)
    if core.executor != "core":
        raise RuntimeError(core.reason)

    def timed(games: int, seed: int) -> float:
        start = process_time()
        core.play(game.players[0], games, seed, peer.options)
        return process_time() - start

    sample = core.play(game.players[0], 2_000, 1, peer.options).decisions
    return timed, sum(sample) / len(sample)


def their_games(theirs: str) -> Timed:
    """What plays their game; cards are dealt before."""
    import pyspiel

    game = pyspiel.load_game(theirs)

    def timed(games: int, seed: int) -> float:
        state, random = game.new_initial_state(), Random(seed)
        while state.is_chance_node():
            state.apply_action(_drawn(state, random))
        evaluator = pyspiel.RandomRolloutEvaluator(games, seed)
        bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 100, False, seed, False)
        start = process_time()
        bot.mcts_search(state)
        return process_time() - start

    return timed


def their_decisions(theirs: str) -> float:
    """Decisions in a game of theirs, from a sample."""
    import pyspiel

    game, random, found = pyspiel.load_game(theirs), Random(1), 0
    for _ in range(SAMPLE):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(_drawn(state, random))
                continue
            actions = state.legal_actions()
            found += len(actions) > 1
            state.apply_action(random.choice(actions))
    return found / SAMPLE


def _drawn(state: Any, random: Random) -> int:
    actions, weights = zip(*state.chance_outcomes(), strict=True)
    return int(random.choices(actions, weights)[0])


def program_games(directory: Path) -> Timed:
    """What plays Connect Four in C."""
    program = next(each for each in PROGRAMS if each.name == "connect_four")
    path = compiled(program, directory)
    return lambda games, _seed: spent_by_programs(lambda: by_program(program, path, games))


def games_for(play: Timed, seconds: float) -> int:
    """How many games fill so many seconds; finding out warms up the code."""
    games = 16
    while (spent := play(games, 1)) < seconds / 4:
        games *= 2
    return max(1, round(games * seconds / spent))


def measure(name: str, peer: Peer, directory: Path, seconds: float, pairs: int) -> Measured:
    """Let both play in turns for so many seconds together."""
    ours, decisions = our_games(peer, directory)
    theirs = their_games(peer.theirs) if peer.theirs else program_games(directory)
    length = their_decisions(peer.theirs) if peer.own_length else decisions
    sizes = [games_for(play, seconds / (2 * pairs)) for play in (ours, theirs)]
    speeds = [
        tuple(size / play(size, seed) for play, size in zip((ours, theirs), sizes, strict=True))
        for seed in range(1, pairs + 1)
    ]
    same = bool(peer.theirs) or peer.ours == "connect_four"
    by_game = decisions / length if same else 1.0
    ratios = sorted(one / other * by_game for one, other in speeds)
    return Measured(
        name,
        median(one for one, _ in speeds) * decisions,
        median(other for _, other in speeds) * length if same else None,
        median(ratios),
        ratios[min(1, pairs - 1)],
        ratios[max(0, pairs - 2)],
        peer.wanted,
    )


def main(words: Sequence[str]) -> int:
    """Measure the games that are named, or all."""
    parser = ArgumentParser(prog="python -m tests.bench.peers")
    parser.add_argument("games", nargs="*", choices=[[], *PEERS], help="which; all by default")
    parser.add_argument("--seconds", type=float, default=4.0, help="CPU seconds for each game")
    parser.add_argument("--pairs", type=int, default=PAIRS)
    asked = parser.parse_args(words)
    sys.stdout.write(
        "| random play, decisions a second | core | peer | core / peer | wanted |\n| --- | --- | --- | --- | --- |\n"
    )
    with TemporaryDirectory() as directory:
        for name in asked.games or PEERS:
            peer = PEERS[name]
            if not peer.theirs and which("cc") is None:
                continue
            sys.stdout.write(measure(name, peer, Path(directory), asked.seconds, asked.pairs).row() + "\n")
            sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
