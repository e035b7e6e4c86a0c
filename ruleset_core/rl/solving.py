"""Small games of two solved: the whole tree of a game as text for OpenSpiel, and counterfactual regret minimization on it.

The text is an extensive-form game as Gambit writes it (`.efg`), a line for each node, parents before children. Of Kuhn poker, 58 lines:

    c "" 1 "" { "0" 0.3333 "1" 0.3333 "2" 0.3333 } 0       chance: the first card
    p "" 1 1 "" { "0" "1" } 0                              seat 1, what it knows (number 1), its options
    t "" 3 "" { 1 -1 }                                     an end, and what it brings

OpenSpiel runs its own algorithms on it in C++, hundreds of times as fast as on a game that Python plays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import pyspiel

from ruleset_core import Game, RulesetError, State
from ruleset_core.rl.chance_positions import ChancePosition
from ruleset_core.rl.openspiel import rewards

SEATS: Final = 2
DEEPEST: Final = 400
"""Most draws and answers of a game: beyond it, the game may have no end, or is too large anyway."""
METHODS: Final = ("cfr+", "cfr", "mccfr")


class TooLargeError(RulesetError):
    """The tree of a game has more nodes than were allowed, or is deeper than `DEEPEST`.

    Attributes:
        nodes: how many were counted.
        deep: whether it is too deep.
    """

    def __init__(self, nodes: int, *, deep: bool) -> None:
        self.nodes, self.deep = nodes, deep
        what = f"one of more than {DEEPEST} draws and answers" if deep else "no end"
        super().__init__(f"the tree of the game is too large: {nodes} nodes were counted, and there was {what}")


@dataclass(slots=True)
class GameTree:
    """The whole tree of a game.

    Attributes:
        game: the game.
        text: the tree as OpenSpiel reads it.
        nodes: how many there are; `draws`, `questions` and `endings` of them.
        known: by seat, what it may know at its questions, with the options that it has there; they are numbered in this order, from 1 on.
        states: by seat, a state for each of these things; of what the seat does not know it holds one possibility.
        options: all options that are offered, in the order of the text, which is how OpenSpiel numbers them.
    """

    game: Game
    text: str = ""
    draws: int = 0
    questions: int = 0
    endings: int = 0
    known: tuple[dict[str, list[int]], ...] = field(default_factory=lambda: tuple({} for _ in range(SEATS)))
    states: tuple[list[State], ...] = field(default_factory=lambda: tuple([] for _ in range(SEATS)))
    options: list[int] = field(default_factory=list)

    @property
    def nodes(self) -> int:
        """How many nodes there are."""
        return self.draws + self.questions + self.endings


def game_tree(
    game: Game,
    options: Mapping[str, object] | None = None,
    most: int = 100_000,
    report: Callable[[int], None] = lambda _: None,
) -> GameTree:
    """The whole tree of a game of two; what an end brings is by how much the score is better than the mean.

    Args:
        game: the game.
        options: values of its options by name.
        most: most nodes.
        report: is told how many nodes there are by now.

    Raises:
        OptionError: the game is not for two, does not have the options, or its draws cannot be told one by one.
        TooLargeError: it has more nodes, or is too deep.

    Example:
        >>> from ruleset_core import load
        >>> tree = game_tree(load("kuhn_poker"))
        >>> tree.nodes, tree.draws, tree.endings, len(tree.known[0])
        (58, 4, 30, 6)
    """
    tree, endings = GameTree(game), dict[tuple[float, ...], int]()
    lines = [f'EFG 2 R "{game.name}" {{ "1" "2" }} ""']
    left = [ChancePosition.begin(game, SEATS, options)]
    numbers: tuple[dict[str, int], ...] = tuple({} for _ in range(SEATS))
    while left:
        position = left.pop()
        if tree.nodes == most or position.depth > DEEPEST:
            raise TooLargeError(tree.nodes, deep=position.depth > DEEPEST)
        report(tree.nodes)
        actions: tuple[int, ...] = ()
        state = position.state
        if position.draw is not None:
            actions = position.draw.outcomes
            tree.draws += 1
            chances = " ".join(f'"{each}" {1 / len(actions):.17g}' for each in actions)
            lines.append(f'c "" 1 "" {{ {chances} }} 0')
        elif state is not None and state.options:
            actions = tuple(state.options)
            tree.questions += 1
            tree.options += [each for each in actions if each not in tree.options]
            information = position.information(state.seat)
            number = numbers[state.seat].setdefault(information, len(numbers[state.seat]) + 1)
            if information not in tree.known[state.seat]:
                tree.known[state.seat][information] = state.options
                tree.states[state.seat].append(state)
            answers = " ".join(f'"{each}"' for each in actions)
            lines.append(f'p "" {state.seat + 1} {number} "" {{ {answers} }} 0')
        elif state is not None:
            tree.endings += 1
            brought = tuple(rewards(state, scored=True))
            number = endings.setdefault(brought, len(endings) + 1)
            lines.append(f't "" {number} "" {{ {" ".join(f"{each:.17g}" for each in brought)} }}')
        left += [position.after(each) for each in reversed(actions)]
    tree.text = "\n".join(lines) + "\n"
    return tree


@dataclass(frozen=True, slots=True)
class SolverFigures:
    """How good what was found is.

    Attributes:
        iteration: how many there have been.
        exploitability: what the best answers to what was found would win, on average of both seats; 0 of an equilibrium.
        values: what each seat has, if both play what was found.
        best: what each seat has, if it plays best and the other what was found.
    """

    iteration: int
    exploitability: float
    values: tuple[float, ...]
    best: tuple[float, ...]


class Solver:
    """Counterfactual regret minimization on the tree of a game, by one of OpenSpiel's solvers.

    Example:
        >>> from ruleset_core import load
        >>> solver = Solver(game_tree(load("kuhn_poker")), "cfr")
        >>> round(solver.figures().exploitability, 4)            # of play at random
        0.4583
        >>> for _ in range(1000):
        ...     solver.step()
        >>> abs(solver.figures().values[0] - -1 / 18) < 0.001
        True
    """

    def __init__(self, tree: GameTree, method: str = METHODS[0], seed: int = 1) -> None:
        """`method` is one of `METHODS`; `mccfr` samples, beginning with a seed."""
        self._tree, self._game, self.iteration = tree, pyspiel.load_efg_game(tree.text), 0
        self._asked = dict[str, Any]()
        if method == "mccfr":
            self._solver = pyspiel.ExternalSamplingMCCFRSolver(self._game, seed)
            self._step = self._solver.run_iteration
            self._collect(self._game.new_initial_state())
        else:
            self._solver = (pyspiel.CFRPlusSolver if method == "cfr+" else pyspiel.CFRSolver)(self._game)
            self._step = self._solver.evaluate_and_update_policy

    def _collect(self, state: Any) -> None:
        """Keep a state for each thing that a seat may know: what was found by sampling is only told for states."""
        if not state.is_chance_node() and not state.is_terminal():
            self._asked.setdefault(state.information_state_string(), state)
        for action in state.legal_actions():
            self._collect(state.child(action))

    def _policy(self) -> Any:
        """What was found, for things that seats may know."""
        found = self._solver.average_policy()
        if not self._asked:
            return found
        return pyspiel.TabularPolicy(
            {name: [*found.action_probabilities(state).items()] for name, state in self._asked.items()}
        )

    def step(self) -> None:
        """One iteration more."""
        self._step()
        self.iteration += 1

    def figures(self) -> SolverFigures:
        """How good what was found is, worked out exactly."""
        return _figures(self._game, self._policy(), self.iteration)

    def strategy(self) -> list[dict[str, Any]]:
        """What was found: for each thing that a seat may know, how often it gives each answer."""
        policy, tree, found = self._policy(), self._tree, list[dict[str, Any]]()
        for seat, known in enumerate(tree.known):
            for number, (information, options) in enumerate(known.items(), 1):
                chances = policy.get_state_policy(f"{seat}-{seat}-{number}-")
                answers = {tree.options[action]: chance for action, chance in chances}
                assert sorted(answers) == options
                words = {tree.game.notation(option): chance for option, chance in answers.items()}
                found.append({"seat": seat, "knows": information, "answers": words})
        return found


def _figures(game: Any, policy: Any, iteration: int = 0) -> SolverFigures:
    root = game.new_initial_state()
    values = pyspiel.expected_returns(root, policy, -1, True)
    best = [pyspiel.TabularBestResponse(game, seat, policy).value_from_state(root) for seat in range(SEATS)]
    return SolverFigures(iteration, sum(best) / SEATS, tuple(values), tuple(best))


def figures_of_play(
    tree: GameTree, choose: Callable[[State], int], times: int = 20, report: Callable[[int], None] = lambda _: None
) -> SolverFigures:
    """How good somebody plays on both seats, as far as some answers show.

    Args:
        tree: the whole tree of the game.
        choose: gives an option of a state, by what its seat may know.
        times: how often it is asked for each information state. Who answers at random is thought to be more exploitable than it is, the
            less often it is asked.
        report: is told of how many information states it was asked by now.

    Example:
        >>> from ruleset_core import load
        >>> tree = game_tree(load("kuhn_poker"))
        >>> figures_of_play(tree, lambda state: state.options[0], times=1).best     # who always checks and folds
        (1.0, 1.0)
    """
    policy, done = dict[str, list[tuple[int, float]]](), 0
    for seat, known in enumerate(tree.known):
        for number, (options, state) in enumerate(zip(known.values(), tree.states[seat], strict=True), 1):
            given = Counter(choose(state.clone()) for _ in range(times))
            policy[f"{seat}-{seat}-{number}-"] = [(tree.options.index(each), given[each] / times) for each in options]
            done += 1
            report(done)
    return _figures(pyspiel.load_efg_game(tree.text), pyspiel.TabularPolicy(policy))
