"""Who plays: settings of a search, levels of bots from the files of a game, policies by seat, and the random stream of a bot."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from difflib import get_close_matches
from functools import cache, lru_cache
from hashlib import blake2b
from math import isqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar

from ruleset_core.compile.search import game_runs, tree_search
from ruleset_core.engine.core.value_features import ValueFeatures, WinProbabilities
from ruleset_core.engine.game_source import memoized
from ruleset_core.engine.rule_errors import checked_seed, whole_number
from ruleset_core.errors import OptionError, RulesetError
from ruleset_core.files import read_regular_file
from ruleset_core.lang.runtime import numbered, stream_start
from ruleset_core.values import LEVELS_FILE, SEARCH_LIMITS, SEARCH_POLICIES, SIMULATION_LIMITS

if TYPE_CHECKING:
    from ruleset_core.engine.core.game_results import Games
    from ruleset_core.engine.core.interpreted_arenas import CountingTables
    from ruleset_core.engine.core.many_games import Core
    from ruleset_core.engine.game import Game
    from ruleset_core.engine.position_games import PositionGames
    from ruleset_core.engine.state import State


# How somebody thinks ahead, and what comes of it.

WORLDS: Final = 1 << 62
"""The last world that somebody may begin to think in."""
NO_ODDS: Final = {"knots": 0, "lowest": 0, "step": 1}
"""What a room has where nothing is known of chances."""
NO_PROSPECTS: Final = {"terms": 0, "units": 0, "moments": 0, "clocks": 0}
"""What it has where it is not known what positions promise."""

Progress: TypeAlias = Callable[[int], object]
"""Is told now and then how much was done. It may raise to stop."""


def ignore_progress(_done: int) -> None:
    """Tell nobody about progress."""


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """Settings of a search: whole numbers, but for policy, odds and prospects.

    Attributes:
        policy: who plays to the end: `random`, `light` (what is best at once) or `greedy` (what is best at the end of the turn).
        mix: how often of 256 times any option is taken all the same.
        sample: how many options `light` tries at most.
        cut: after how many decisions a play-out is judged; with odds, at the next beginning of a turn.
        explore: how much is tried anew: 256 times the constant of UCB1.
        trust: for how many simulations the first glance at an option counts; 0: there is no first glance.
        alike: for how many it counts at most what came of an option when the same seat took it later; with `trust` 0.
        win: what winning counts out of 256; the rest is the margin.
        wide: how many states greedy looks at before anything is drawn.
        far: the same beyond.
        turn: how many states are looked at through the whole turn, with all that is drawn in it, instead of `wide` and `far`; 0: none.
        budget: as `wide`, in play-outs.
        ahead: as `far`, in play-outs.
        keep: how many options are compared at most: those that greedy thinks most of.
        nodes: most nodes of the tree.
        odds: the chance to win of who begins a turn, by points; None where nothing is known of it.
        prospects: what a position still promises a seat, in points; None where that is not known.

    Example:
        >>> from ruleset_core import SearchSettings
        >>> SearchSettings(policy="light", sample=8).keep
        16
    """

    policy: str = "greedy"
    mix: int = 32
    sample: int = 12
    cut: int = 24
    explore: int = 96
    trust: int = 16
    alike: int = 0
    win: int = 128
    wide: int = 400
    far: int = 800
    turn: int = 0
    budget: int = 20
    ahead: int = 40
    keep: int = 16
    nodes: int = 1 << 16
    odds: WinProbabilities | None = None
    prospects: ValueFeatures | None = None

    def __post_init__(self) -> None:
        if self.policy not in SEARCH_POLICIES:
            raise OptionError(
                f"`policy` is one of {', '.join(SEARCH_POLICIES)}, not {str(self.policy)[:60]}", ("policy",)
            )
        if self.odds is not None and not isinstance(self.odds, WinProbabilities):
            raise OptionError("`odds` are `WinProbabilities`, or None", ("odds",))
        if self.prospects is not None and not isinstance(self.prospects, ValueFeatures):
            raise OptionError("`prospects` are `ValueFeatures`, or None", ("prospects",))
        for name, (low, high) in SEARCH_LIMITS.items():
            whole_number(name, getattr(self, name), low, high)

    @staticmethod
    def from_figures(settings: Mapping[str, object]) -> SearchSettings:
        """The usual one, with other figures. Raises OptionError for one that there is not, or that cannot be so."""
        try:
            return _of(tuple(settings.items()))
        except TypeError:  # what cannot be looked up is no figure
            name, value = next((name, value) for name, value in settings.items() if not isinstance(value, int | str))
            raise OptionError(f"`{name}` cannot be {str(value)[:60]}", (name,)) from None

    def figures(self) -> dict[str, int]:
        """What of it the room has, by name."""
        odds = NO_ODDS if self.odds is None else self.odds.figures()
        promised = NO_PROSPECTS if self.prospects is None else self.prospects.figures()
        return {
            "policy": SEARCH_POLICIES.index(self.policy),
            **{name: getattr(self, name) for name in SEARCH_LIMITS},
            **odds,
            **promised,
        }


@dataclass(frozen=True, slots=True)
class WorldSeeds:
    """The worlds that somebody thinks in: those of a seed from one of them on."""

    seed: int
    first: int = 0


def world_seeds(seed: object, first: object) -> WorldSeeds:
    """The worlds of a seed from one on. Raises OptionError."""
    return WorldSeeds(checked_seed(seed), whole_number("first", first, 0, WORLDS))


@dataclass(frozen=True, slots=True)
class SearchTree:
    """The nodes of a search, those of all seats: of each one the node before it, what leads to it (see `tree_search.edge_of`), and how often it was gone through.

    The first nodes are the beginnings, one for each seat. `viewer`: who thought; `seats`: how many there are.

    Example:
        >>> tree = SearchTree(0, 2, (-1, -1, 0, 2, 2), (-1, -1, 14, 8, 10), (0, 0, 9, 3, 5))
        >>> list(tree.line(7))                  # option 7 led to node 2; then it went on with option 4 or 5 of the same seat
        [(5, 5)]
    """

    viewer: int
    seats: int
    parents: Sequence[int]
    edges: Sequence[int]
    visits: Sequence[int]

    def line(self, option: int) -> Iterator[tuple[int, int]]:
        """What it went on with most often after a first option, and how often, as long as the same seat decided."""
        own = (place for place in self._after(self.viewer) if self.edges[place] == option * self.seats + self.viewer)
        node = next(own, -1)
        while node >= 0:
            node = max(self._after(node), key=lambda place: self.visits[place], default=-1)
            if node < 0 or self.edges[node] % self.seats != self.viewer:
                return
            yield self.edges[node] // self.seats, self.visits[node]

    def _after(self, node: int) -> Iterator[int]:
        """The nodes after one."""
        return (place for place, before in enumerate(self.parents) if before == node)


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What came of a search, option by option, for the seat that thought.

    Attributes:
        options: those of the state.
        visits: simulations that began with each.
        values: what each was worth on average, out of 65,536: part winning, part margin.
        outcomes: the sum of outcomes of simulations that came to an end.
        margins: the sum of margins: what the score was worth less the best of the others.
        errors: the standard error of the mean margin, in thousandths of a point; -1 where there were fewer than two.
        sims: how many simulations there were.
        proofs: what is sure of each option, where nothing is hidden and nothing was drawn: 1 it wins, -1 it loses, else 0.
        full: whether the tree had no room for all it met.
        tree: how often it went on with what.

    Example:
        >>> from ruleset_core import core_of, load
        >>> state = load("tic_tac_toe").new(seed=1)
        >>> thought = core_of(state.game).search(state, state.seat, 100, seed=1)
        >>> thought.option in state.options, sum(thought.visits) >= 100
        (True, True)
    """

    options: tuple[int, ...]
    visits: tuple[int, ...]
    values: tuple[int, ...]
    outcomes: tuple[int, ...]
    margins: tuple[int, ...]
    errors: tuple[int, ...]
    sims: int
    proofs: tuple[int, ...]
    full: bool
    tree: SearchTree = field(repr=False, compare=False)

    @property
    def ranked(self) -> list[int]:
        """The options, the best first: by what is sure, by visits, then by value."""
        rows = sorted(
            range(len(self.options)), key=lambda row: (-self.proofs[row], -self.visits[row], -self.values[row], row)
        )
        return [self.options[row] for row in rows]

    @property
    def option(self) -> int:
        """The best one."""
        return self.ranked[0]


@lru_cache(64)
def _of(settings: tuple[tuple[str, object], ...]) -> SearchSettings:
    known = [field.name for field in fields(SearchSettings)]
    for name, _ in settings:
        if name not in known:
            raise OptionError(f"a search has no `{name[:60]}`; it has {', '.join(known)}", (name,))
    return replace(SearchSettings(), **dict(settings))  # type: ignore[arg-type]


@cache
def exploration_tables() -> tuple[list[int], list[int]]:
    """The tables of how much is tried anew: 256 times the root of a natural logarithm, and 65,536 by the root of a number."""
    logs = [isqrt(_log(number + 1)) for number in range(4096)]
    parts = [isqrt((1 << 32) // max(1, number)) for number in range(4096)]
    return logs, parts


def _log(number: int) -> int:
    """The natural logarithm in parts of 65,536, by whole numbers, so that it is the same everywhere."""
    whole_part = number.bit_length() - 1
    rest, found = (number << 30) >> whole_part, whole_part
    for _ in range(24):
        rest = rest * rest >> 30
        found <<= 1
        if rest >= 2 << 30:
            rest >>= 1
            found += 1
    return found * 11629080 >> 32  # the logarithm of 2, in parts of 2**24, from those of 2**24 to those of 2**16


def search_result(
    options: list[int], rows: Sequence[tuple[int, ...]], sims: int, tree: SearchTree, *, full: bool
) -> SearchResult:
    """What came of a search; for each option its visits, total, glance, proof, simulations, outcomes, margins and squares."""
    values, errors = [], []
    for visits, total, glance, _, tried, _, margin, square in rows:
        values.append(total // visits if visits else glance)
        errors.append(-1 if tried < 2 else isqrt(1_000_000 * max(0, square * tried - margin * margin) // (tried**3)))
    columns = list(zip(*rows, strict=True))
    proofs = tuple({tree_search.WON: 1, tree_search.LOST: -1}.get(proof, 0) for proof in columns[3])
    return SearchResult(
        tuple(options), columns[0], tuple(values), columns[5], columns[6], tuple(errors), sims, proofs, full, tree
    )


# How well bots play a game: figures kept beside its data, outside its hash, as they change nothing of its rules.

_Learned = TypeVar("_Learned", WinProbabilities, ValueFeatures)
MAX_BYTES: Final = 512 * 1024
USUAL: Final[Mapping[str, Mapping[str, int | str]]] = {
    "easy": {"wide": 400, "far": 800},
    "normal": {"sims": 150},
    "strong": {"sims": 1500},
}
"""For a game that nobody has measured: what looks ahead, as `Core.worths` and `Core.search` take it."""
NOT_SEARCHED: Final = ("learned", "note")
"""What a level may say besides figures of its search."""
SEARCHING: Final = ("normal", "strong")
"""The levels that search."""
BY_ODDS: Final = {"cut": 0, "win": 256}
"""What differs where chances are known, of those who search: they look to the end of a turn, and nothing but winning counts."""
BY_PROSPECTS: Final = {"cut": 0}
"""What differs where it is known what positions promise: they look to the end of a turn."""


def levels(directory: Path) -> dict[str, dict[str, Any]]:
    """The figures of every level of the game in a directory; `odds` and `prospects` among them, if it has any, are `WinProbabilities` and `ValueFeatures`.

    Raises:
        RulesetError: its file cannot be read, or holds what no level has.
    """
    found: dict[str, dict[str, Any]] = {level: dict(figures) for level, figures in USUAL.items()}
    path = directory / LEVELS_FILE
    try:
        own = json.loads(read_regular_file(path, MAX_BYTES), object_pairs_hook=_once)
    except FileNotFoundError:
        return found
    except (OSError, ValueError, RecursionError) as error:
        raise RulesetError(f"{path}: the levels of bots cannot be read: {error}") from error
    if not isinstance(own, dict) or not all(isinstance(figures, dict) for figures in own.values()):
        raise RulesetError(f"{path}: the levels of bots are an object of objects: figures by level")
    odds = _learned(WinProbabilities, own.pop("odds", None), "odds", path)
    prospects = _learned(ValueFeatures, own.pop("prospects", None), "prospects", path)
    for level in SEARCHING:
        if own.get(level, {}).get("learned", True) is True:
            found[level] |= {} if odds is None else {**BY_ODDS, "odds": odds}
            found[level] |= {} if prospects is None else {**BY_PROSPECTS, "prospects": prospects}
    for level, figures in own.items():
        if level not in found:
            raise RulesetError(
                f"{path}: there is no level `{level[:40]}`; there are {', '.join(found)}, and `odds` and `prospects`"
            )
        try:
            _look_at(level, figures)
        except OptionError as error:
            raise RulesetError(f"{path}: {level}: {error}") from error
        found[level] |= {name: figure for name, figure in figures.items() if name not in NOT_SEARCHED}
    return found


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object. Raises ValueError where a name comes twice: nobody knows which one holds."""
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise ValueError(f"`{name[:60]}` stands there twice")
        found[name] = value
    return found


@memoized
def levels_of(game: Game) -> dict[str, dict[str, Any]]:
    """How far bots look ahead in a game, by level. It is no part of the rules, nor of `hash`.

    Raises:
        RulesetError: `levels.json` of the game is not what it should be, or names what the game does not have.
    """
    found = levels(game.directory)
    learned = next((figures["prospects"] for figures in found.values() if "prospects" in figures), None)
    if isinstance(learned, ValueFeatures):
        try:
            learned.laid(game)
        except OptionError as error:
            raise RulesetError(f"{game.directory / LEVELS_FILE}: prospects: {error}") from error
    return found


def levels_used(game: Game, kinds: Iterable[str]) -> dict[str, dict[str, int | str]]:
    """The figures of these bots, as far as they are levels, also with a time (`strong@500ms`).

    Records keep them; of learned tables they hold a hash. Raises what `levels_of` does.
    """
    used = {kind.partition("@")[0] for kind in kinds}
    wanted = [level for level in USUAL if level in used]
    return {level: {name: _sign(each) for name, each in levels_of(game)[level].items()} for level in wanted}


def _sign(figure: Any) -> int | str:
    return figure if isinstance(figure, int | str) else blake2b(repr(figure).encode(), digest_size=4).hexdigest()


def _learned(kind: type[_Learned], given: object, name: str, path: Path) -> _Learned | None:
    """What was learned of a game, if it has any. Raises RulesetError."""
    if given is None:
        return None
    try:
        return kind.from_data(given)
    except OptionError as error:
        raise RulesetError(f"{path}: {name}: {error}") from error


def _look_at(level: str, figures: Mapping[str, object]) -> None:
    """Whether a level can have such figures. Raises OptionError."""
    known = USUAL["easy"] if level == "easy" else figures
    for name in figures:
        if name not in known:
            raise OptionError(f"this level has no `{name[:60]}`; it has {', '.join(known)}", (name,))
    if not isinstance(figures.get("note", ""), str):
        raise OptionError("`note` is a text", ("note",))
    for name, figure in figures.items():
        if isinstance(figure, bool) != (name == "learned"):
            raise OptionError(f"`{name}` is {'true or false' if name == 'learned' else 'no true or false'}", (name,))
    if "sims" in figures:
        whole_number("sims", figures["sims"], *SIMULATION_LIMITS)
    SearchSettings.from_figures(
        {name: figure for name, figure in figures.items() if name not in {"sims", *NOT_SEARCHED}}
    )


# What somebody who chooses draws from: numbers that depend on a seed, a name and how often was chosen, on nothing of
# the game.


class ChoiceStream:
    """Random numbers of a bot: in which worlds it thinks, and which of equal options it takes.

    Attributes:
        seed: the seed of the worlds, the same in all games.
        drawn: how often was chosen.

    Example:
        >>> from ruleset_core import ChoiceStream, core_of, load
        >>> state = load("tic_tac_toe").new(seed=1)
        >>> core_of(state.game).choose(state, "easy", ChoiceStream(1, "bot/easy/0")) in state.options
        True
    """

    __slots__ = ("_word", "drawn", "seed")

    def __init__(self, seed: int, name: str, drawn: int = 0, game: int | None = None) -> None:
        """Those of one name, in the game of a seed, or in one of its many games; so many decisions were made before."""
        self.seed, self.drawn = stream_start(seed, name), drawn
        self._word = self.seed if game is None else numbered(self.seed, game)

    @property
    def first(self) -> int:
        """The number of the first world to think in."""
        return numbered(self._word, 2 * self.drawn) >> 2

    def pick(self, size: int) -> int:
        """A number from 0 to `size` - 1; the decision is made."""
        found = (numbered(self._word, 2 * self.drawn + 1) >> 32) * size >> 32
        self.drawn += 1
        return found


# Games of those who think, and of chance, against each other: who sits where is told by the name of a policy.


@dataclass(frozen=True, slots=True)
class GameBatch:
    """Games to be played, and where what comes out of them goes.

    Attributes:
        found: the rows.
        options: values of the game's options by name.
        counted: the tables by which cards are counted, if they are.
        sitting: who plays; None where everybody chooses at random.
        start: the position that they go on from, if they do not begin at the beginning.
        redrawn: streams that are drawn otherwise, see `Core.play`.
    """

    found: Games
    options: Mapping[str, object]
    counted: CountingTables | None = None
    sitting: SeatingPlan | None = None
    start: PositionGames | None = None
    redrawn: Mapping[str, int] | None = None

    def template(self, game: Game, row: int) -> State:
        """What the game of a row begins with: a position, or a state before anything has happened, whose streams are not set."""
        if self.start is None:
            return game.blank(self.found.players, 0, self.options)
        return self.start.draw(self.found.seed, self.found.first + row)

    @property
    def is_plain(self) -> bool:
        """Whether nothing is wanted but how random games end."""
        found = self.found
        return self.counted is None and self.sitting is None and found.moves is None and not len(found.categories)


POLICIES: Final = ("random", "easy", "normal", "strong")
"""Who may sit at a seat."""
GLANCE: Final = {"budget": 1, "ahead": 0, "nodes": 64, "cut": 0}
"""What else there is of the settings of a bot for which nothing lies beyond the end of a turn."""


def policies_by_seat(policies: Sequence[str], players: int) -> tuple[str, ...]:
    """The policy of every seat. Raises OptionError."""
    if isinstance(policies, str) or len(policies) != players:
        raise OptionError(f"`policies` are a list of {players} names here, one for each seat", ("policies",))
    for each in policies:
        if each not in POLICIES:
            close = get_close_matches(str(each), POLICIES, n=1)
            hint = f"; did you mean `{close[0]}`?" if close else f"; there are {', '.join(POLICIES)}"
            raise OptionError(f"there is no policy `{str(each)[:40]}`{hint}", ("policies",))
    return tuple(policies)


def stream_name(policy: str, seat: int) -> str:
    """What the lots of a policy on a seat are cast by; bots have the same."""
    return f"bot/{policy}/{seat}"


class SeatingPlan:
    """Who sits where in many games of a seed.

    Attributes:
        policies: one for each seat; where they are `turned`, game `i` begins with policy `i` of them on seat 0.
        widest: settings for which there is as much room as for each of theirs.
        figures: what `games` knows of them.
        lots: by policy and seat what they draw from.
        odds, prospects: the chances that those of them judge by who know any, and what positions promise.
    """

    def __init__(
        self, levels: Mapping[str, Mapping[str, Any]], policies: tuple[str, ...], seed: int, *, turned: bool
    ) -> None:
        self.policies, self.turned = policies, turned
        by_policy = [policy_settings(levels, policy) for policy in policies]
        self.odds = next((each.odds for each in by_policy if each.odds is not None), None)
        self.prospects = next((each.prospects for each in by_policy if each.prospects is not None), None)
        most = ("wide", "far", "turn", "budget", "ahead", "nodes")
        self.widest = SearchSettings(**{name: max(getattr(each, name) for each in by_policy) for name in most})
        self.figures = [
            number
            for policy, settings in zip(policies, by_policy, strict=True)
            for number in self._figures(policy, settings, levels)
        ]
        self.lots = [
            ChoiceStream(seed, stream_name(policy, seat)) for policy in policies for seat in range(len(policies))
        ]

    @staticmethod
    def _figures(policy: str, settings: SearchSettings, levels: Mapping[str, Mapping[str, Any]]) -> list[int]:
        kind = game_runs.CHANCE if policy == "random" else game_runs.EASY if policy == "easy" else game_runs.SEARCH
        sims = int(levels[policy].get("sims", 1)) if kind == game_runs.SEARCH else 0
        figures = settings.figures()
        return [
            kind,
            sims,
            *(figures[name] for name in game_runs.SETTING_NAMES),
            (1 << (2 * settings.nodes - 1).bit_length()) - 1,
        ]


def policy_settings(levels: Mapping[str, Mapping[str, Any]], policy: str) -> SearchSettings:
    """How a policy thinks."""
    if policy == "random":
        return SearchSettings.from_figures({**GLANCE, "wide": 1, "far": 0})
    figures = {name: figure for name, figure in levels[policy].items() if name != "sims"}
    return SearchSettings.from_figures({**GLANCE, **figures} if policy == "easy" else figures)


def policy_choice(core: Core, state: State, policy: str, lots: ChoiceStream) -> Generator[int, None, int]:
    """The option that a policy takes for the seat that decides, found in slices."""
    options = state.options
    if len(options) > 1 and policy != "random":
        figures: dict[str, Any] = core.levels[policy]
        if policy == "easy":
            best = core.worths(state, state.seat, lots.seed, lots.first, **figures)
            top = max(best.values())
            options = [option for option in options if best[option] == top]
        else:
            found = yield from core.searching(state, state.seat, seed=lots.seed, first=lots.first, **figures)
            options = [found.option]
    return options[lots.pick(len(options))]
