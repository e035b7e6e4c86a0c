"""A tiny game behind the seam, so that these tests need no engine: count to 21 in turns of two decisions.

`take 1`..`take 3` adds to the heap, then `finish plain` ends the turn or `finish dice` first adds a die of 1 to 3.
Who brings the heap to 21 ends the game. Scores are what a seat has put on the heap.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from ruleset_core import IllegalOption, OptionError, SaveError
from ruleset_core.formats import scene_format
from tests.standin import StandInGame, StandInState

VOCABULARY = ("take 1", "take 2", "take 3", "finish plain", "finish dice")


@dataclass(frozen=True)
class Decision:
    seat: int
    name: str
    options: list[int]
    secret: bool = False
    default: int | None = None

    def prompt(self, lang: str, names: Sequence[str] = ()) -> str:
        del names
        texts = {"take": ("How many?", "¿Cuántos?"), "finish": ("And then?", "¿Y luego?")}
        return texts[self.name][lang == "es"]


@dataclass(frozen=True)
class Line:
    category: str
    item: str | None
    amount: int

    def name(self, lang: str) -> str:
        return {"en": "heap", "es": "montón", "fr": "tas"}[lang]


@dataclass(frozen=True)
class Heard:
    """A move as it is told: `at_once` while all choose at the same time, `more` if they still do after it."""

    step: int
    seat: int
    option: int
    at_once: bool
    more: bool


@dataclass(frozen=True)
class Story:
    game: FakeGame
    moves: list[tuple[int, int | None]]
    asked: None = None
    then: None = None

    def describe(self, lang: str = "en", names: Sequence[str] = (), *, then: bool = True, menu: int = 1) -> str:
        """Nothing: what comes of a move of this game is plain."""
        del lang, names, then, menu
        return ""

    def sentences(self, lang: str = "en", names: Sequence[str] = ()) -> list[str]:
        runs: list[tuple[int, list[str]]] = []
        for seat, option in self.moves:
            if not runs or runs[-1][0] != seat:
                runs.append((seat, []))
            runs[-1][1].append("?" if option is None else self.game.word(option, lang))
        return [f"{names[seat]}: {' · '.join(dict.fromkeys(words))}" for seat, words in runs]

    def lines(self, lang: str = "en", names: Sequence[str] = ()) -> list[tuple[int, str]]:
        runs: list[int] = []
        for place, (seat, _) in enumerate(self.moves):
            if place and self.moves[place - 1][0] == seat:
                runs.pop()
            runs.append(place)
        return list(zip(runs, self.sentences(lang, names), strict=True))

    @property
    def from_first_turn(self) -> Story:
        return self

    first: int = 0

    def split(self, seat: int | None = None) -> tuple[Story, tuple[int, int]]:
        """All of it: in this game every move is a turn."""
        del seat
        return self, (self.first, 0)

    def between(self, first: int) -> Story:
        return self if first == 0 else Story(self.game, self.moves[first:])

    def turns_without_answer(self, seats: Collection[int], *, over: bool = False) -> list[tuple[int, int]]:
        """None: in this game somebody is always asked."""
        del seats, over
        return []

    def only_answers(self, seat: int, lang: str = "en", names: Sequence[str] = ()) -> list[str]:
        """None, for the same reason."""
        del seat, lang, names
        return []


class Masked(dict[str, Any]):
    """What a seat sees of a state, in names."""

    def reveal(self, other: Masked) -> None:
        """Show the hand of another seat at the end of the game: nobody has any."""


class State(StandInState):
    def __init__(self, game: FakeGame, players: int, seed: int) -> None:
        self.game = game
        self.players = players
        self.seed = seed
        self.seat = 0
        self.stage = 0
        self.heap = self.round = 0
        self.points = [0] * players
        self.draws: list[Any] = [("start", seed % 3)]
        self.forced: list[int] = []
        self.dice = 1

    @property
    def over(self) -> bool:
        return self.seat < 0

    @property
    def phase(self) -> str:
        return "turn"

    @property
    def simultaneous(self) -> bool:
        return self.game.simultaneous and not self.over

    def together(self, other: State) -> bool:
        return self.simultaneous and other.simultaneous and self.round == other.round

    @property
    def options(self) -> list[int]:
        if self.over:
            return []
        return [0, 1, 2] if self.stage == 0 else [3, 4]

    @property
    def decision(self) -> Decision | None:
        if self.over:
            return None
        name = "finish" if self.stage else "take"
        return Decision(self.seat, name, self.options, name in self.game.secret)

    def apply(self, option: int | str) -> None:
        number = self.game.parse(option) if isinstance(option, str) else option
        if number not in self.options:
            raise IllegalOption(f"`{VOCABULARY[number]}` is not possible now")
        self.draws = []
        if number < 3:
            self._add(number + 1)
            self.stage = 1
        else:
            if number == 4:
                rng = random.Random(f"{self.seed}/{self.dice}")
                self.dice += 1
                self.draws.append(["die", 1 + int(rng.random() * 3)])
                self._add(self.draws[-1][1])
            self.stage = 0
            self.seat = -1 if self.heap >= 21 else (self.seat + 1) % self.players
            self.round += self.seat == 0

    def _add(self, count: int) -> None:
        self.heap += count
        self.points[self.seat] += count

    def observe(self, seat: int) -> dict[str, Any]:
        return {
            "game": "fake", "seat": seat, "players": self.players, "phase": "turn", "to_act": self.seat,
            "fields": {"heap": self.heap, "hand": seat if self.game.hands else None}, "seats": [{"points": p} for p in self.points], "zones": {}, "pieces": {},
        }  # fmt: skip

    def masked(self, seat: int) -> Masked:
        return Masked(self.observe(seat))

    def foresee(self, option: int) -> Story:
        del option
        return Story(self.game, [])

    def foresee_all(self) -> list[Story]:
        return [self.foresee(option) for option in self.options]

    def trace_step(self, option: int, step: int = 0) -> Heard:
        after = self.clone()
        after.apply(option)
        held = self.simultaneous and self.together(after)
        return Heard(step, self.seat, option, self.simultaneous, held)

    def trace_setup(self) -> Heard:
        return Heard(-1, -1, -1, at_once=False, more=False)

    def account_of(self, story: Story, name: str | None, seat: int, at: Sequence[Any]) -> SimpleNamespace:
        del story, name, seat, at
        return SimpleNamespace(rows=(), decided=None)

    def clone(self) -> State:
        twin = State.__new__(State)
        twin.__dict__.update(self.__dict__)
        twin.points, twin.draws = list(self.points), list(self.draws)
        return twin

    def imagine(self, seat: int, seed: int, world: int = 0) -> State:
        del seat, seed, world
        return self.clone()

    def scores(self) -> list[int]:
        return list(self.points)

    def score_sheet(self, seat: int) -> list[Line]:
        return [Line("heap", None, self.points[seat])]

    def visible_sheet(self, seat: int, viewer: int) -> tuple[list[Line], dict[str, dict[str, str]]]:
        del viewer
        return self.score_sheet(seat), {}

    def visible_scores(self, viewer: int) -> list[int | None]:
        del viewer
        return [*self.points]

    def winners(self) -> list[int]:
        return [seat for seat, points in enumerate(self.points) if points == max(self.points)]

    def outcomes(self) -> list[int]:
        won = self.winners()
        return [0 if len(won) == self.players > 1 else 1 if seat in won else -1 for seat in range(self.players)]

    def standings(self) -> list[tuple[int, int]]:
        return list(enumerate(self.points))

    def achievements(self, seat: int) -> list[str]:
        return ["sharp"] if self.points[seat] == 9 else []

    def rank(self, lang: str) -> str | None:
        return None if self.players > 1 else {"en": "fair", "es": "regular", "fr": "passable"}[lang]

    def why_not(self, option: int, lang: str, names: Sequence[str] = (), *, own: bool = False) -> str | None:
        del names, own
        return None if option in self.options else {"en": "not now", "es": "ahora no", "fr": "pas maintenant"}[lang]

    def to_json(self) -> dict[str, Any]:
        return {**self.__dict__, "game": None}


class FakeGame(StandInGame):
    id = "fake"
    name = "fake"
    players = (1, 4)
    option_names = ("speed",)
    expansions: tuple[str, ...] = ()
    in_order: bool = False

    @staticmethod
    def options_for(_players: int) -> dict[str, tuple[str, ...]]:
        return {"speed": ()}

    def __init__(
        self, data: str = "abcdef", simultaneous: bool = False, secret: tuple[str, ...] = (), hands: bool = False
    ) -> None:
        self.hash = data * 10
        self.entries = {"rule": {"heap": data, "turn": "00000000"}}
        self.simultaneous = simultaneous
        self.secret = secret
        self.hands = hands

    def earlier(self, digest: str) -> None:
        """Nothing is kept of earlier versions."""

    def about(self, lang: str) -> str:
        return {"en": "Leave nothing.", "es": "No dejes nada.", "fr": "Ne laissez rien."}[lang]

    def title(self, lang: str) -> str:
        return {"en": "Fake", "es": "Falso", "fr": "Factice"}[lang]

    def new(self, players: int, seed: int, options: Mapping[str, Any] | None = None, game: int | None = None) -> State:
        if set(options or {}) - {"speed"}:
            raise OptionError("there is no such option")
        return State(self, players, seed if game is None else 1000 * seed + game)

    def from_json(self, data: Mapping[str, Any]) -> State:
        raise SaveError(f"not needed here: {len(data)}")

    def is_secret(self, option: int) -> bool:
        return VOCABULARY[option].split()[0] in self.secret

    def label(self, state: State, option: int, lang: str, viewer: int | None = None, names: Sequence[str] = ()) -> str:
        del state, viewer, names
        return self.word(option, lang)

    def option_name(self, option: int, lang: str, names: Sequence[str] = ()) -> str:
        del names
        return self.word(option, lang)

    @staticmethod
    def word(option: int, lang: str) -> str:
        return VOCABULARY[option].replace("take", "tomar" if lang == "es" else "take")

    def story_of(self, seats: int, heard: Sequence[Heard], viewer: int | None = None, start: int = -1) -> Story:
        del seats
        told: list[tuple[int, int | None]] = []
        waiting: list[tuple[int, int | None]] = []
        for each in heard:
            if each.step < 0:
                continue
            hidden = viewer not in {None, each.seat}
            move = (each.seat, None if hidden and self.is_secret(each.option) else each.option)
            if hidden and each.at_once:
                waiting.append(move)
            elif each.step >= start:
                told.append(move)
            if not each.more:
                told += waiting
                waiting = []
        return Story(self, told, first=heard[-1].step + 1 if heard else 0)

    def vocabulary_of(self, decision: str) -> list[int]:
        return [option for option, text in enumerate(VOCABULARY) if text.startswith(decision)]


def fake_scene(
    game: FakeGame,
    seen: dict[str, Any],
    lang: str,
    names: Sequence[str] = (),
    options: Sequence[int] = (),
    scores: Sequence[int | None] = (),
) -> scene_format.Scene:
    """What is seen of the tiny game, in place of what the engine says of a real one."""
    del options, scores
    text = scene_format.Paragraph(f"[heap {seen['fields']['heap']}, seen by {seen['seat']}]")
    panel = scene_format.ScenePanel("heap", "heap", 1, None, about=False, show=(text,))
    return scene_format.Scene(game.id, game.title(lang), lang, seen["seat"], seen["to_act"], tuple(names), (panel,))
