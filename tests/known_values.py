"""Known values of games beside ours: `python -m tests.known_values` works all of them out, prints them, and writes `docs/known-values.md`.

A row is a figure that somebody else has counted or proved, or that OpenSpiel's own game gives to the same algorithm, and ours. A row of the
page, for Kuhn poker:

    | Kuhn poker | value for the first player | -1/18 | between -0.0557 and -0.0555 | `ruleset solve kuhn_poker` |

It takes about a CPU minute. `python -m tests.known_values oware` works out the rows of one game, and keeps the others.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from ruleset_core import core_of, load
from tests.engine.test_move_counts import KNOWN as MOVES
from tests.lockstep.frame import pair_names, pair_of, play_side_by_side

PAGE: Final = Path(__file__).resolve().parents[1] / "docs" / "known-values.md"
HEAD: Final = """\
# Known values

<!-- Written by `python -m tests.known_values`; change that, not this file. -->

What others have counted or proved of games, or what [OpenSpiel](https://openspiel.readthedocs.io)'s own games give, beside what our data
give. *Beside X*: in random games (seeds from 0) options, turns and results are those of the game X of OpenSpiel.

| game | figure | known | ours | again |
| --- | --- | --- | --- | --- |
"""
GAMES: Final = 1_000
"""Random games played side by side; the first has seed 0, the last 999."""


class ValuesDifferError(AssertionError):
    """What our game gives is not what is known."""


@dataclass(frozen=True)
class KnownValue:
    """A figure that is known.

    Attributes:
        game: our game.
        figure: what is known of it.
        known: its value in words.
        ours: works it out, and gives it in words; raises `ValuesDifferError` if it differs.
        command: what works it out again.
        quick: whether tests work it out every time.
    """

    game: str
    figure: str
    known: str
    ours: Callable[[], str]
    command: str
    quick: bool = False

    def head(self) -> tuple[str, str]:
        """What the row of the page begins with."""
        return load(self.game).title("en"), self.figure

    def row(self) -> str:
        """The row of the page."""
        ours = self.ours()
        shown = "the same" if ours == self.known else ours
        return f"| {' | '.join((*self.head(), self.known, shown, f'`{self.command}`'))} |"


def known_values() -> Iterator[KnownValue]:
    """All of them, in the order of the page."""
    for name, counts in MOVES.items():
        numbers = _numbers(counts)
        figure, command = f"sequences of 1 to {len(counts)} moves", f"ruleset perft {name} --depth {len(counts)}"
        yield KnownValue(name, figure, numbers, partial(_moves, name, len(counts), numbers), command)
    yield from _solved()
    figure = "mean of the best play alone (of Yahtzee without bonuses, by the same method)"
    yield KnownValue("yacht", figure, "(229.64)", _best_mean, "python -m tests.bots.yacht_optimum")
    for name in pair_names():
        command = f"python -m tests.lockstep {name} --games {GAMES}"
        known = f"{GAMES:,} games"
        yield KnownValue(name, f"beside `{pair_of(name).theirs}`", known, partial(_side_by_side, name), command)


def _best_mean() -> str:
    """What the best play of Yacht makes alone. Nobody seems to have published it; of Yahtzee without bonuses others found 229.64."""
    from tests.bots.yacht_optimum import YACHT, YAHTZEE, DiceOptimum

    yahtzee = DiceOptimum(YAHTZEE).worth[0]
    _checked(f"{yahtzee:.2f}", "229.64")
    return f"{DiceOptimum(YACHT).worth[0]:.4f} ({yahtzee:.4f})"


def _solved() -> Iterator[KnownValue]:
    """What `ruleset solve` finds, beside OpenSpiel's own games of the same names, and known values."""
    for name, value, words in (("kuhn_poker", -1 / 18, "-1/18"), ("leduc_poker", -0.0856, "-0.0856")):
        quick, again = name == "kuhn_poker", f"ruleset solve {name}"
        nodes, known = _size_of_openspiel(name)
        size = f"{nodes:,}; {known:,}"
        yield KnownValue(name, "nodes of the tree; information states", size, partial(_size, name, size), again, quick)
        yield KnownValue(name, "value for the first player", words, partial(_value, name, value), again, quick)
        for method in ("cfr", "cfr+"):
            figure = f"exploitability after {_numbers(TOLD)} iterations of {method.upper()}"
            numbers = _exploitability_of_openspiel(name, method)
            ours, command = partial(_exploitability, name, method, numbers), f"{again} --method {method}"
            yield KnownValue(name, figure, numbers, ours, command, quick)


def _numbers(counts: Any) -> str:
    return ", ".join(f"{each:,}" for each in counts)


def _checked(ours: str, known: str) -> str:
    if ours != known:
        raise ValuesDifferError(f"known {known}, ours {ours}")
    return ours


def _moves(name: str, depth: int, known: str) -> str:
    core = core_of(load(name))
    state = core.new(seed=1)
    return _checked(_numbers(core.count_moves(state, moves) for moves in range(1, depth + 1)), known)


def _side_by_side(name: str) -> str:
    return f"the same, {play_side_by_side(name, GAMES):,} answers"


# Games that are solved, ours and those of OpenSpiel.

TOLD: Final = (1, 10, 100)
"""After so many iterations exploitability is told."""
PLACES: Final = 5
LAST: Final = 1_000
ROUNDING: Final = 0.00005
"""By how much a value with four places may be beside the true one."""


@cache
def _tree(name: str) -> Any:
    from ruleset_core.rl.solving import game_tree

    return game_tree(load(name))


def _size(name: str, known: str) -> str:
    tree = _tree(name)
    return _checked(f"{tree.nodes:,}; {sum(map(len, tree.known)):,}", known)


def _falling(step: Callable[[], None], exploitability: Callable[[], float]) -> str:
    found = []
    for before, target in pairwise((0, *TOLD)):
        for _ in range(target - before):
            step()
        found.append(f"{exploitability():.{PLACES}f}")
    return ", ".join(found)


def _exploitability(name: str, method: str, known: str) -> str:
    from ruleset_core.rl.solving import Solver

    solver = Solver(_tree(name), method)
    return _checked(_falling(solver.step, lambda: solver.figures().exploitability), known)


def _value(name: str, known: float) -> str:
    from ruleset_core.rl.solving import Solver

    solver = Solver(_tree(name))
    for _ in range(LAST):
        solver.step()
    best = solver.figures().best
    if not -best[1] - ROUNDING <= known <= best[0] + ROUNDING:
        raise ValuesDifferError(f"known {known}, ours between {-best[1]} and {best[0]}")
    return f"between {-best[1]:.4f} and {best[0]:.4f}"


def _size_of_openspiel(theirs: str) -> tuple[int, int]:
    """The nodes and information states of a game of OpenSpiel."""
    import pyspiel

    left, nodes, known = [pyspiel.load_game(theirs).new_initial_state()], 0, set[str]()
    while left:
        state = left.pop()
        nodes += 1
        if not state.is_terminal() and not state.is_chance_node():
            known.add(state.information_state_string())
        left += [state.child(action) for action in state.legal_actions()]
    return nodes, len(known)


def _exploitability_of_openspiel(theirs: str, method: str) -> str:
    import pyspiel

    game = pyspiel.load_game(theirs)
    solver = (pyspiel.CFRPlusSolver if method == "cfr+" else pyspiel.CFRSolver)(game)
    return _falling(solver.evaluate_and_update_policy, lambda: pyspiel.exploitability(game, solver.average_policy()))


def main(args: list[str]) -> int:
    """Work the values out, of all games or of those that are named; print them, and write the page. The exit code is 1 if any differs."""
    kept = {tuple(row.removeprefix("| ").split(" | ")[:2]): row for row in rows_of_page()} if args else {}
    lines, wrong = list[str](), 0
    for each in known_values():
        if args and each.game not in args and each.head() in kept:
            lines.append(kept[each.head()])
            continue
        try:
            lines.append(each.row())
        except AssertionError as error:
            lines.append(f"{each.game}, {each.figure}: {error}")
            wrong += 1
        sys.stdout.write(lines[-1] + "\n")
        sys.stdout.flush()
    if not wrong:
        PAGE.write_text(HEAD + "\n".join(lines) + "\n", encoding="utf-8", newline="\n")
    return min(wrong, 1)


def rows_of_page() -> list[str]:
    """The rows that the page has now."""
    return [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| ")][2:]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
