"""A fixed set of games, seeds and opponents by which programs that play are compared, and the layout of what they are told.

`GAMES` names the games of one `VERSION`. Whoever is on the table (an agent) plays every game of it: of two against `AGAINST`, in pairs of games
of the same deal with exchanged seats, or alone. Of Pig, by `strong`:

    {"game": "pig", "agent": "strong", "games": 40, "share": 0.65, "low": 0.5, "high": 0.78, "margin": 11.2, "margin_low": ..., ...}

`share` is the share of games that the agent won, a shared one counting a half; `margin` by how many points it was ahead; alone its points. All are told
with the range in which the true figure lies 95 times out of 100. The same seed gives the same figures on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from json import dumps
from typing import Any, Final

from ruleset_core import Game, RulesetError, load
from ruleset_core.lab.sim.matches import ENDLESS, BotMatch, MatchStanding, PairRow, play_matches
from ruleset_core.lab.sim.parallel import share_out
from ruleset_core.play.bots import allow_bot, make_bot, require_search
from ruleset_core.statistics import Claim, Estimate, mean_of

VERSION: Final = 1
"""Raised whenever a game, a number of games, an opponent or the layout of an observation changes: figures of two versions are not compared."""
SEED: Final = 1
AGAINST: Final = "easy"
BASELINES: Final = ("random", "greedy", "easy", "normal", "strong")
SOLVED: Final = "ruleset_core.rl.solved_bot:SolvedBot"
"""Plays what counterfactual regret minimization found, in games that are small enough."""


@dataclass(frozen=True, slots=True)
class BenchmarkGame:
    """A game of the benchmark.

    Attributes:
        name: what it is called.
        players: how many play; the agent meets `AGAINST`, or is alone.
        games: how many are played by an agent that answers at once, and by one of somebody's own.
        normal, strong: how many by these, which take their time.
        solved: whether it is small enough to be solved.
    """

    name: str
    players: int = 2
    games: int = 200
    normal: int = 40
    strong: int = 40
    solved: bool = False


GAMES: Final = (
    BenchmarkGame("tic_tac_toe"),
    BenchmarkGame("breakthrough", strong=20),
    BenchmarkGame("reversi", strong=8),
    BenchmarkGame("oware", strong=20),
    BenchmarkGame("backgammon", games=40, normal=10, strong=2),
    BenchmarkGame("pig"),
    BenchmarkGame("yacht", players=1, games=200, normal=100, strong=100),
    BenchmarkGame("kuhn_poker", games=2000, normal=400, strong=400, solved=True),
    BenchmarkGame("leduc_poker", games=2000, normal=200, strong=200, solved=True),
    BenchmarkGame("masquerade", strong=40),
)


@dataclass(frozen=True, slots=True)
class ObservationLayout:
    """What a program is told of a position and may answer, in numbers: see `Game.numbers`.

    Attributes:
        numbers: how many numbers an observation has.
        actions: how many different answers there are in the game.
        digest: of what each number and each answer means.
    """

    numbers: int
    actions: int
    digest: str


def observation_layout(game: Game, players: int) -> ObservationLayout:
    """The layout of a game for so many players.

    Example:
        >>> from ruleset_core import load
        >>> layout = observation_layout(load("pig"), 2)
        >>> layout.numbers, layout.actions
        (7, 2)
    """
    meanings = [(each.name, each.low, each.high) for each in game.numbers(players).meanings]
    answers = [game.notation(option) for option in range(game.vocabulary_size)]
    digest = blake2b(dumps([meanings, answers]).encode(), digest_size=8).hexdigest()
    return ObservationLayout(len(meanings), len(answers), digest)


@dataclass(frozen=True, slots=True)
class BenchmarkFigures:
    """How an agent plays a game.

    Attributes:
        game: which.
        agent: who.
        games: how many were played.
        share: the share of games won and the range in which it surely lies; None alone.
        points: by how many points it was ahead, alone how many it made.
    """

    game: BenchmarkGame
    agent: str
    games: int
    share: tuple[float, float, float] | None
    points: Estimate

    def as_data(self) -> dict[str, Any]:
        """As plain data."""
        found: dict[str, Any] = {"game": self.game.name, "agent": self.agent, "games": self.games}
        if self.share is not None:
            found |= {name: round(each, 4) for name, each in zip(("share", "low", "high"), self.share, strict=True)}
        mean, margin = self.points.mean, self.points.margin
        return found | {
            "points": round(mean, 3), "points_low": round(mean - margin, 3), "points_high": round(mean + margin, 3)
        }  # fmt: skip


def agents_of(game: BenchmarkGame, own: Sequence[str], *, solved: bool) -> tuple[str, ...]:
    """Who plays a game: the baselines, bots of one's own, and what solved it where that is possible."""
    return (*BASELINES, *((SOLVED,) if game.solved and solved else ()), *own)


def game_count(game: BenchmarkGame, agent: str) -> int:
    """How many games an agent plays: fewer where it may take its time."""
    return {"normal": game.normal, "strong": game.strong}.get(agent, game.games)


def measure(
    game: BenchmarkGame, agent: str, *, seed: int = SEED, scale: float = 1.0, workers: int = 1
) -> BenchmarkFigures:
    """Let an agent play a game.

    Args:
        game: the game.
        agent: a bot, as it is named everywhere.
        seed: what all randomness comes from.
        scale: how many times the usual number of games.
        workers: how many processes play at the same time.

    Raises:
        RulesetError: the game cannot be loaded, or does not end.
    """
    count = max(2, round(game_count(game, agent) * scale))
    loaded = load(game.name)
    if agent == SOLVED:
        allow_bot(agent)
    if game.players == 1:
        require_search((agent,), loaded)
        played = share_out(SoloPlayer(game.name, agent, seed, loaded), range(count), workers, bots=(agent,))
        return BenchmarkFigures(game, agent, count, None, mean_of(points for _, points in played))
    match = BotMatch(game.name, agent, AGAINST, game.players, count - count % 2, seed, Claim(0.5, 0.5), stop=False)
    standing = MatchStanding(match)
    rows = [*play_matches([match], [loaded], [standing], workers)]
    share = (standing.shares.mean, *standing.shares.interval())
    return BenchmarkFigures(game, agent, standing.games, share, mean_of(map(_ahead, rows)).times(0.5))


def _ahead(row: PairRow) -> int:
    """By how many points the first was ahead in both games of a pair."""
    one, other = row.scores
    return one[0] - one[1] + other[1] - other[0]


class SoloPlayer:
    """Plays games of one. Sent to another process, it loads the game there."""

    def __init__(self, name: str, agent: str, seed: int, game: Game | None = None) -> None:
        self._name, self._agent, self._seed, self._game = name, agent, seed, game

    def __reduce__(self) -> tuple[Any, ...]:
        return SoloPlayer, (self._name, self._agent, self._seed)

    def __call__(self, number: int) -> int:
        """The points of a game. Raises RulesetError where it does not end."""
        if self._game is None:
            self._game = load(self._name)
        own = int.from_bytes(blake2b(f"{self._seed}/{number}".encode(), digest_size=8).digest(), "big")
        state, bot = self._game.new(1, self._seed, game=number), make_bot(self._agent, own, 0)
        for _ in range(ENDLESS):
            if state.over:
                return state.scores()[0]
            state.apply(bot.choose(state.clone()))
        raise RulesetError(f"{self._game.name}: no end after {ENDLESS:,} decisions")


def benchmark_record(figures: Sequence[BenchmarkFigures], seed: int, scale: float) -> dict[str, Any]:
    """All that was found, and what it was found with, as plain data."""
    games = []
    for game in dict.fromkeys(each.game for each in figures):
        loaded = load(game.name)
        layout = observation_layout(loaded, game.players)
        games.append(
            {
                "game": game.name, "hash": loaded.hash, "players": game.players, "numbers": layout.numbers, "actions": layout.actions,
                "layout": layout.digest,
            }
        )  # fmt: skip
    return {
        "benchmark": VERSION, "seed": seed, "scale": scale, "against": AGAINST, "games": games,
        "results": [each.as_data() for each in figures],
    }  # fmt: skip


def benchmark_table(record: dict[str, Any]) -> Iterator[list[str]]:
    """The rows of a table of a record, the head first: games down, agents along."""
    agents = [*dict.fromkeys(row["agent"] for row in record["results"])]
    yield ["game", *(agent_label(each) for each in agents)]
    for game in record["games"]:
        found = {row["agent"]: row for row in record["results"] if row["game"] == game["game"]}
        yield [game["game"], *(_cell(found[each]) if each in found else "" for each in agents)]


def agent_label(agent: str) -> str:
    """What an agent is called in a table."""
    return "cfr+" if agent == SOLVED else agent


def _cell(row: dict[str, Any]) -> str:
    if "share" not in row:
        return f"{row['points']:.1f} ({row['points_low']:.1f} to {row['points_high']:.1f})"
    share, low, high = (f"{100 * row[name]:.0f}" for name in ("share", "low", "high"))
    return f"{share}% ({low}-{high}), {round(row['points'], 2) + 0.0:+.2f}"
