"""Matches of two bots: pairs of games of the same deal with seats swapped, until the result is sure; and the file that
keeps them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from hashlib import blake2b
from json import dumps
from math import lcm
from pathlib import Path
from time import perf_counter_ns
from typing import Any, Final, NamedTuple

from ruleset_core import Game, RulesetError, load
from ruleset_core.lab.sim.parallel import Backend, load_checked, share_out
from ruleset_core.lab.sim.result_files import ResultFile
from ruleset_core.play.bots import bot_rules_key, make_bot, require_search
from ruleset_core.statistics import Claim, PairShares, Verdict

# Who plays better: two bots meet in pairs of games of the same deal, each in the other's place the second time.

ENDLESS: Final = 20_000
"""Decisions after which a game is taken for one that never ends."""
KEY: Final = ("first", "second", "players", "seed", "options")
"""What decides, beside the rules, which games are played."""
LAST_STEP: Final = 512
"""No answer takes so long that its time counts in a step beyond this one (`_step`): 2 ** (512 / 8) microseconds are 600,000 years."""
AHEAD: Final = 2
"""Pairs for each process that are begun before it is known whether they are needed."""


@dataclass(frozen=True, slots=True)
class BotMatch:
    """Two bots that play against each other.

    Attributes:
        game: a name, or the path of a directory.
        first, second: the bots; they sit alternately, so that of three seats one has two in the one game and one in the other.
        players: how many seats.
        games: at most so many; of an odd number one is left out.
        seed: what all randomness comes from.
        claim: what is claimed of the first one's share; whether it is reached decides when to stop.
        stop: whether to stop as soon as that is known; else all games are played.
        expansions, in_order, roots: as for `ruleset_core.load`.
        options: values of the game's options by name.
    """

    game: str
    first: str
    second: str
    players: int
    games: int
    seed: int
    claim: Claim
    stop: bool = True
    expansions: tuple[str, ...] = ()
    in_order: bool = False
    roots: tuple[str, ...] = ()
    options: Mapping[str, object] = field(default_factory=dict)

    @property
    def pairs(self) -> int:
        """At most so many pairs of games."""
        return self.games // 2

    def load(self) -> Game:
        """The game. Raises LoadError."""
        return load(self.game, expansions=self.expansions, roots=self.roots, in_order=self.in_order)

    def sitting(self, turned: int) -> tuple[str, ...]:
        """Who sits on each seat, in the first game of a pair (0) and in the second (1)."""
        return tuple((self.first, self.second)[(seat + turned) % 2] for seat in range(self.players))

    def same_games(self, rules: str) -> str:
        """What tells matches apart whose games differ; `rules` is what `rules_of` tells of the game. How many games and why is no part of it."""
        told = {"rules": rules, **{name: getattr(self, name) for name in KEY}}
        return blake2b(dumps(told, sort_keys=True, default=str).encode(), digest_size=8).hexdigest()

    def as_data(self) -> dict[str, Any]:
        """As plain data."""
        return asdict(self)


class AnswerTimes(NamedTuple):
    """How a bot answered: it says nothing of who won, and but for `decisions` and `sims` is another each time.

    Attributes:
        decisions: how many it took.
        sims: simulations for them, of bots that say how many.
        steps: how often an answer took so long: steps of an eighth of an octave above a microsecond.
    """

    decisions: int
    sims: int
    steps: Mapping[int, int]


class PairRow(NamedTuple):
    """What came out of two games of a deal.

    Attributes:
        match: which of the matches.
        number: which deal of it.
        points: the share of the first bot in each game, in parts of `MatchStanding.unit`.
        scores: in each game the scores by seat.
        answers: how the first and the second bot answered, in both games.
    """

    match: int
    number: int
    points: tuple[int, int]
    scores: tuple[tuple[int, ...], tuple[int, ...]]
    answers: tuple[AnswerTimes, AnswerTimes]


@dataclass(slots=True)
class MatchStanding:
    """How a match stands. What it comes to does not depend on who did the work.

    Attributes:
        match: which.
        shares: what the pairs gave.
        won, shared: games that the first won alone, and that nobody won alone; the rest are lost.
        decisions, sims, steps: by bot, how they answered.
        over: whether it is known what was asked, or all games are played.
    """

    match: BotMatch
    shares: PairShares = field(init=False)
    won: int = 0
    shared: int = 0
    decisions: list[int] = field(default_factory=lambda: [0, 0])
    sims: list[int] = field(default_factory=lambda: [0, 0])
    steps: list[Counter[int]] = field(default_factory=lambda: [Counter(), Counter()])
    over: bool = False

    def __post_init__(self) -> None:
        self.shares = PairShares(2 * self.unit)

    @property
    def unit(self) -> int:
        """Of so many parts is a game, so that every share of it is a whole number of them."""
        return share_unit(self.match.players)

    @property
    def games(self) -> int:
        """How many were played."""
        return 2 * self.shares.pairs

    @property
    def verdict(self) -> Verdict:
        """What is known of the claim."""
        return self.shares.verdict(self.match.claim)

    def add(self, row: PairRow) -> None:
        """The next pair; those that come when it is over are left out."""
        if self.over:
            return
        self.shares.seen[sum(row.points)] += 1
        self.won += row.points.count(self.unit)
        self.shared += sum(0 < points < self.unit for points in row.points)
        for bot, answers in enumerate(row.answers):
            self.decisions[bot] += answers.decisions
            self.sims[bot] += answers.sims
            self.steps[bot].update(answers.steps)
        self.over = self.shares.pairs >= self.match.pairs or (self.match.stop and self.verdict != "open")

    def took(self, bot: int, of_a_hundred: int) -> float:
        """Seconds that so many of a hundred answers of a bot did not exceed, to some hundredths of it."""
        wanted, seen = self.decisions[bot] * of_a_hundred / 100, 0
        for step in sorted(self.steps[bot]):
            seen += self.steps[bot][step]
            if seen >= wanted:
                return float(1e-6 * 2 ** ((step + 0.5) / 8))
        return 0.0


def share_unit(players: int) -> int:
    """A number that can be shared among one, two... of so many players."""
    return lcm(*range(1, players + 1))


class PairPlayer:
    """Plays pairs of games of matches. Sent to another process, it loads their games there."""

    def __init__(self, matches: Sequence[BotMatch], games: Sequence[Game] = (), rules: Sequence[str] = ()) -> None:
        self._matches, self._hashes = matches, rules or [bot_rules_key(game) for game in games]
        self._games: dict[tuple[object, ...], Game] = {
            _rules(match): game for match, game in zip(matches, games, strict=False)
        }

    def __reduce__(self) -> tuple[Any, ...]:
        return PairPlayer, (tuple(self._matches), (), self._hashes)

    def __call__(self, task: tuple[int, int]) -> PairRow:
        """A pair by its match and number."""
        at, number = task
        match = self._matches[at]
        game = self._games.get(_rules(match))
        if game is None:
            game = self._games[_rules(match)] = load_checked(match.load, self._hashes[at])
        one, other = (play_pair_game(game, match, number, turned) for turned in range(2))
        answers = tuple(_both(each, again) for each, again in zip(one[2], other[2], strict=True))
        return PairRow(at, number, (one[0], other[0]), (one[1], other[1]), (answers[0], answers[1]))


def _rules(match: BotMatch) -> tuple[object, ...]:
    return match.game, match.expansions, match.in_order, match.roots


def play_pair_game(
    game: Game, match: BotMatch, number: int, turned: int
) -> tuple[int, tuple[int, ...], tuple[AnswerTimes, AnswerTimes]]:
    """Play a game: the share of the first bot in parts of a unit, the scores, and how both answered.

    Raises:
        BrokenRuleError: a rule breaks.
        RulesetError: it does not come to an end, or there is no core here for bots that think ahead.
    """
    require_search((match.first, match.second), game)
    state = game.new(match.players, match.seed, match.options, game=number)
    own = int.from_bytes(blake2b(f"{match.seed}/{number}".encode(), digest_size=8).digest(), "big")
    bots = [make_bot(kind, own, seat) for seat, kind in enumerate(match.sitting(turned))]
    decisions, sims, steps = [0, 0], [0, 0], (Counter[int](), Counter[int]())
    while not state.over:
        who, bot, seen = (state.seat + turned) % 2, bots[state.seat], state.clone()
        begun = perf_counter_ns()
        option = bot.choose(seen)
        steps[who][_step(perf_counter_ns() - begun)] += 1
        decisions[who] += 1
        sims[who] += getattr(bot, "sims", 0)
        state.apply(option)
        if sum(decisions) > ENDLESS:
            raise RulesetError(
                f"{game.name}: {match.first} against {match.second}, deal {number} of seed {match.seed}: "
                f"no end after {ENDLESS:,} decisions"
            )
    winners, unit = state.winners(), share_unit(match.players)
    mine = sum((seat + turned) % 2 == 0 for seat in winners)
    points = unit * mine // len(winners) if winners else unit // 2
    answers = (AnswerTimes(decisions[0], sims[0], steps[0]), AnswerTimes(decisions[1], sims[1], steps[1]))
    return points, tuple(state.scores()), answers


def _step(nanoseconds: int) -> int:
    """Which eighth of an octave above a microsecond a time lies in."""
    eighth = max(1, nanoseconds // 1000) ** 8
    return eighth.bit_length() - 1


def _both(one: AnswerTimes, other: AnswerTimes) -> AnswerTimes:
    return AnswerTimes(
        one.decisions + other.decisions, one.sims + other.sims, Counter(one.steps) + Counter(other.steps)
    )


def play_matches(
    matches: Sequence[BotMatch],
    games: Sequence[Game],
    standings: Sequence[MatchStanding],
    workers: int = 1,
    backend: Backend | None = None,
) -> Iterator[PairRow]:
    """Play matches, one after the other, from where they stand until each is over, and give their pairs. Standings are kept up to date.

    Within a match pairs come in their order, and those that were begun but not needed are left out: so what comes out does not
    depend on how many do the work.

    Args:
        matches: what is played.
        games: the game of each, loaded.
        standings: how each stands.
        workers: how many processes work at the same time.
        backend: as for `share_out`.

    Raises:
        BrokenRuleError: a rule breaks in one of the games.
        RulesetError: a game does not come to an end.
    """

    def tasks() -> Iterator[tuple[int, int]]:
        for at, match in enumerate(matches):
            for number in range(standings[at].shares.pairs, match.pairs):
                if standings[at].over:
                    break
                yield at, number

    bots = {bot for match in matches for bot in (match.first, match.second)}
    for (at, _), row in share_out(PairPlayer(matches, games), tasks(), workers, AHEAD, backend, bots):
        if not standings[at].over:
            standings[at].add(row)
            yield row


# Matches that are played, in a file.

MATCHES_FORMAT = "ruleset matches 2"


def tournament_key(matches: Sequence[BotMatch], rules: Sequence[str]) -> str:
    """What tells tournaments apart whose games differ: how many games there are at most, and what is claimed of them, may change."""
    told = "/".join(match.same_games(each) for match, each in zip(matches, rules, strict=True))
    return blake2b(told.encode(), digest_size=8).hexdigest()


class MatchesFile(ResultFile[PairRow]):
    """A file of the pairs of several matches; of each match they stand there in their order."""

    def __init__(self, path: Path, matches: Sequence[BotMatch], rules: Sequence[str]) -> None:
        """Open the file of matches, or begin it; `rules` are what `rules_of` tells of their games. Raises `ResultFileError`."""
        head = {
            "format": MATCHES_FORMAT,
            "key": tournament_key(matches, rules),
            "matches": [match.as_data() for match in matches],
        }
        self._pairs, self._matches = Counter[int](), matches
        super().__init__(path, head, self._row, _pair_data)

    def _row(self, told: Any, _: int) -> PairRow | None:
        """A row, if it is the next of its match, and two games can have given it."""
        try:
            (one, other), scores, answers = (told[name] for name in ("points", "scores", "answers"))
            first, second = (tuple(map(int, each)) for each in scores)
            row = PairRow(
                int(told["match"]), int(told["number"]), (int(one), int(other)), (first, second),
                (_answers(*answers[0]), _answers(*answers[1])),
            )  # fmt: skip
        except (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError):  # int(inf) overflows
            return None
        if not self._is_next(row):
            return None
        self._pairs[row.match] += 1
        return row

    def _is_next(self, row: PairRow) -> bool:
        """Whether a row is the next of a match, and has its points, seats and answers within what its games can give."""
        if row.match not in range(len(self._matches)) or row.number != self._pairs[row.match]:
            return False
        players = self._matches[row.match].players
        return (
            all(0 <= points <= share_unit(players) for points in row.points)
            and all(len(scores) == players for scores in row.scores)
            and all(map(_possible, row.answers))
        )


def _possible(answers: AnswerTimes) -> bool:
    """Whether a bot can have answered so: each decision took some time, which is counted once."""
    return (
        answers.sims >= 0
        and sum(answers.steps.values()) == answers.decisions
        and all(0 <= step <= LAST_STEP and count >= 0 for step, count in answers.steps.items())
    )


def _answers(decisions: Any, sims: Any, steps: Mapping[str, Any]) -> AnswerTimes:
    return AnswerTimes(int(decisions), int(sims), {int(step): int(count) for step, count in steps.items()})


def _pair_data(row: PairRow) -> dict[str, Any]:
    return {**row._asdict(), "answers": [[each.decisions, each.sims, each.steps] for each in row.answers]}
