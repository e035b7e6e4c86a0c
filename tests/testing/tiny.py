"""A small game written by hand against the seam, and the same game broken in one way at a time.

Two seats hold three of eight cards each. Twice both lay a card at the same time and the higher card scores; then each may push
its luck with a die. That is enough for hidden hands, a simultaneous phase, zones and dice; a suite that promises to
find a fault is shown the fault.
"""

from __future__ import annotations

import copy
from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from types import SimpleNamespace
from typing import Any

from ruleset_core import IllegalOption, LoadError, NotationError, OptionError, Winning
from ruleset_core.diagnostics import Span, error
from ruleset_core.formats import scene_format
from ruleset_core.view.scene import scene_builder
from tests.standin import StandInGame, StandInState

CARDS = ("c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8")
STOP, ROLL = 8, 9
WORDS = (*(f"lay {card}" for card in CARDS), "stop", "roll")


@dataclass(frozen=True)
class Decision:
    seat: int
    name: str
    options: list[int]
    veiled: bool = False

    def prompt(self, lang: str) -> str:
        return f"{self.name} ({lang})?"


@dataclass(frozen=True)
class Line:
    category: str
    amount: int

    def name(self, lang: str) -> str:
        return f"{self.category} ({lang})"


@dataclass(frozen=True)
class Row:
    amount: int


@dataclass(frozen=True)
class Account:
    """Where the points of a seat came from: from nowhere in particular."""

    name: None
    seat: int
    before: int
    after: int
    rows: list[Row]

    def to_json(self) -> list[int]:
        return [row.amount for row in self.rows]


class Masked(dict[str, Any]):
    """What is shown of a position, in which there is nothing in numbers."""

    v, lists = (), ()


class State(StandInState):
    """All of the game is in `data`, a dict of plain data, so that a fault is one line away."""

    def __init__(self, game: Game, data: dict[str, Any]) -> None:
        self.game, self.data = game, data

    @property
    def fault(self) -> str:
        return self.game.fault

    @property
    def over(self) -> bool:
        return self.data["seat"] < 0 and self.fault != "endless"

    @property
    def seat(self) -> int:
        return 0 if self.fault == "endless" else int(self.data["seat"])

    @property
    def phase(self) -> str:
        return "lay" if self.data["round"] < 3 else "push"

    @property
    def simultaneous(self) -> bool:
        return int(self.data["round"]) < 3

    def together(self, other: State) -> bool:
        return self.simultaneous and self.data["round"] == other.data["round"]

    @property
    def forced(self) -> list[int]:
        return []

    @property
    def draws(self) -> list[int]:
        return list(self.data["draws"])

    @property
    def options(self) -> list[int]:
        if self.over:
            return []
        if self.data["seat"] < 0:
            return [STOP, ROLL]
        offered = sorted(self.data["hands"][self.seat]) if self.simultaneous else [STOP, ROLL]
        if self.fault == "descending":
            offered.reverse()
        return [*offered, offered[-1]] if self.fault == "twice" else offered

    @property
    def decision(self) -> Decision | None:
        return None if self.over else Decision(self.seat, self.phase, self.options)

    def apply(self, option: int | str) -> None:
        number = self.game.parse(option) if isinstance(option, str) else option
        if self.fault == "crash" and number == STOP and self.data["points"][0] > 2:
            raise KeyError("points")
        if number not in self.options and self.fault != "lenient":
            if self.fault == "spoils":
                self.data["points"][0] += 1
            raise IllegalOption(f"not legal now: {self.game.notation(number)}")
        if self.fault == "bait" and number == max(self.options) and self.simultaneous:
            raise IllegalOption(f"offered, and then refused: {self.game.notation(number)}")
        self.data["draws"] = []
        if self.data["seat"] < 0:
            return
        (self._lay if self.simultaneous else self._push)(number)

    def _lay(self, card: int) -> None:
        data = self.data
        if card in data["hands"][data["seat"]] and self.fault != "conjures":
            data["hands"][data["seat"]].remove(card)
        data["laid"].append(card)
        data["seat"] += 1
        if data["seat"] < 2:
            return
        best = data["laid"][-2:]
        data["points"][best.index(max(best))] += 1
        data["seat"] = 0
        data["round"] += 1

    def _push(self, option: int) -> None:
        data = self.data
        if option == ROLL:
            face = self._roll()
            data["points"][data["seat"]] += face
            data["rolls"] += 1
        if option != ROLL or data["rolls"] == 3:
            data["rolls"] = 0
            data["seat"] = data["seat"] + 1 if data["seat"] == 0 else -1

    def _roll(self) -> int:
        data = self.data
        if self.fault == "global":
            self.game.random = data["random"] = self.game.random * 1103515245 + 12345 & 0x7FFFFFFF
        else:
            data["random"] = data["random"] * 1103515245 + 12345 & 0x7FFFFFFF
        face = data["random"] // 65536 % 3
        data["draws"] += [0, 3, face]
        return int(face)

    def observe(self, seat: int) -> dict[str, Any]:
        data = self.game.observed = self.data
        shown = 8 if self.fault == "peek" else 2 * (data["round"] - 1)
        hands: list[Any] = [{"count": len(hand)} for hand in data["hands"]]
        if seat >= 0:
            hands[seat] = [CARDS[card] for card in sorted(data["hands"][seat])]
        if self.fault == "marked":
            hands[1 - seat] = [CARDS[card] for card in sorted(data["hands"][1 - seat])]
        seen = [CARDS[card] if at < shown else None for at, card in enumerate(data["laid"])]
        return {
            "game": "tiny",
            "seat": seat,
            "players": (1, 2) if self.fault == "tuples" else 2,
            "phase": self.phase,
            "over": self.over,
            "to_act": None if self.over else self.seat,
            "fields": {"round": data["round"]},
            "seats": [{"points": data["points"][one], "hand": hands[one]} for one in range(2)],
            "zones": {"table": {"count": len(seen), "seen": seen}},
            "pieces": {},
        }

    def masked(self, seat: int) -> Masked:
        return Masked(self.observe(seat))

    def trace_step(self, option: int, step: int = 0) -> State:
        del step
        after = self.clone()
        after.apply(option)
        return after

    def trace_setup(self) -> State:
        return self.clone()

    def account_of(self, story: Story, name: None, seat: int, at: Sequence[Any] = ()) -> Account:
        del name, at
        points = self.data["points"][seat]
        rows = [Row(points + (self.fault == "unaccounted"))]
        if self.fault == "tattles" and story.viewer is not None:
            rows += [Row(card) for card in self.data["hands"][1 - story.viewer]]
        return Account(None, seat, 0, points, rows)

    def foresee(self, option: int) -> Foresight:
        return Foresight(Story(self.trace_step(option)))

    def clone(self) -> State:
        return State(self.game, dict(self.data) if self.fault == "shallow" else copy.deepcopy(self.data))

    def scores(self) -> list[int]:
        return list(self.data["points"])

    def score_sheet(self, seat: int) -> list[Line]:
        return [Line("points", self.data["points"][seat] + (self.fault == "sheet"))]

    def secret_scores(self) -> dict[str, str]:
        return {}

    def winners(self) -> list[int]:
        points = self.data["points"]
        best = min(points) if self.fault == "loser" else max(points)
        return [seat for seat in range(2) if points[seat] == best]

    def outcomes(self) -> list[int]:
        won = self.winners()
        return [0, 0] if len(won) == 2 else [1 if seat in won else -1 for seat in range(2)]

    def outcome(self, seat: int) -> int:
        return -self.outcomes()[seat] if self.fault == "upside_down" else self.outcomes()[seat]

    def standings(self) -> list[tuple[int, int]]:
        return list(enumerate(self.scores()))

    def ask(self, text: str, seat: int | None) -> Any:
        """The little language of this game is Python's expressions over its data."""
        known = {"round": self.data["round"], "fair": True}
        if seat is not None:
            known["points"] = self.data["points"][seat]
        try:
            return eval(text, {}, known)
        except NameError as problem:
            here = Span.whole("<ask>")
            raise LoadError(
                [error("E301", f"unknown name `{problem.name}`", here, help="did you mean that?")]
            ) from None

    def achievements(self, seat: int) -> list[str]:
        return ["rich"] if self.data["points"][seat] > 3 else []

    def to_json(self) -> dict[str, Any]:
        written = copy.deepcopy(self.data)
        if self.fault == "forgets":
            written.pop("rolls")
        return written

    def why_not(self, option: int, lang: str) -> str | None:
        return None if option in self.options else f"not now ({lang})"

    def swapped(self, seat: int, random: Random) -> State:
        return self.imagine(seat, random.randrange(1 << 30))

    def imagine(self, seat: int, seed: int) -> State:
        other = self.clone()
        hands = other.data["hands"]
        own = hands[seat] if seat >= 0 else []
        away = [card for card in range(8) if card not in own and card not in self.data["laid"]]
        Random(seed).shuffle(away)
        for one in {0, 1} - {seat}:
            hands[one], away = away[: len(hands[one])], away[len(hands[one]) :]
        return other


class Foresight:
    """What is told of a step before it is made: nothing."""

    then = None

    def __init__(self, story: Story) -> None:
        self.story = story

    def describe(self, lang: str = "en") -> str:
        del lang
        return ""


class Story:
    """What is told of a step: nothing but where it leads."""

    seats = 2
    events: tuple[Any, ...] = ()

    def __init__(self, after: State, viewer: int | None = None) -> None:
        self.after = after
        self.viewer = viewer

    def apply_to(self, state: State) -> State:
        del state
        return self.after

    def to_json(self) -> list[Any]:
        fault = self.after.fault
        if fault not in {"slips", "announces"} or self.viewer is None:
            return []
        card = min(self.after.data["hands"][1 - self.viewer], default=0)
        if fault == "announces":  # what is announced to all is no secret
            return [{"kind": "event", "event": "shown", "args": {"card": card}, "because": ["a rule"]}]
        return [{"kind": "value", "after": card, "because": ["a rule"]}]


class Game(StandInGame):
    id, players, hash, expansions, vocabulary_size = "tiny", (2, 2), "0", (), len(WORDS)
    in_order = False
    winning = Winning(lowest=False, conditional=False, teams=False)

    def story_of(self, seats: int, heard: Sequence[State], viewer: int | None = None, start: int = -1) -> Story:
        del seats, start
        return Story(heard[-1] if heard else self.new(2, 1), viewer)

    def subjects(self, seats: int) -> list[SimpleNamespace]:
        del seats
        return [SimpleNamespace(name=None, at=(), is_shared=False, title=lambda lang: f"points ({lang})")]

    def zone_kind(self, zone: str) -> str:
        del zone
        return "card"

    def blank(self, players: int, seed: int, options: Any = None) -> State:
        return self.new(players, seed, options)

    def __init__(self, fault: str = "") -> None:
        self.fault = fault
        self.random = 1
        self.observed: dict[str, Any] = {}

    def options_for(self, players: int) -> Mapping[str, tuple[str, ...]]:
        del players
        return {}

    def new(self, players: int, seed: int, options: Any = None) -> State:
        del options
        assert players == 2
        cards = list(range(8))
        Random(seed).shuffle(cards)
        data = {"hands": [cards[:3], cards[3:6]], "laid": [], "points": [0, 0], "rolls": 0, "round": 1, "seat": 0}
        return State(self, {**data, "random": seed, "draws": []})

    def start_at(
        self, *, phase: Any, players: int, seed: int, options: Any, given: dict[str, Any], script: dict[str, list[int]]
    ) -> State:
        del script
        if phase not in (None, "lay", "push"):
            raise OptionError(f"there is no phase `{phase}`")
        state = self.new(players, seed, options)
        state.data.update(given, round=3 if phase == "push" else 1)
        return state

    def from_json(self, data: dict[str, Any]) -> State:
        return State(self, {"rolls": 0, **copy.deepcopy(data)})

    def title(self, lang: str) -> str:
        return f"Tiny ({lang})"

    def notation(self, option: int) -> str:
        return "lay c1" if self.fault == "alike" and option == 1 else WORDS[option]

    def parse(self, text: str) -> int:
        if text not in WORDS:
            if self.fault == "guesses":
                return 0
            raise NotationError(f"not notation: {text!r}")
        return WORDS.index(text)

    def is_secret(self, option: int) -> bool:
        return option == STOP

    def label(self, state: State, option: int, lang: str, viewer: int | None = None) -> str:
        del viewer
        against = sorted(state.data["hands"][1 - state.seat]) if self.fault == "whispers" else ""
        return f"{WORDS[option]} {against} ({lang})"

    def vocabulary_of(self, decision: str) -> list[int]:
        return list(range(8)) if decision == "lay" else [STOP, ROLL]

    def core_of(self) -> Core:
        return Core(self)

    def interpreted(self) -> Game:
        return Game("conjures" if self.fault == "diverges" else "" if self.fault == "miscounts" else self.fault)


def scene(
    game: Game, seen: dict[str, Any], lang: str, names: Sequence[str], options: Sequence[int]
) -> scene_format.Scene:
    """What stands for scenes: the observation in words. Scenes of other games are what they are."""
    if not isinstance(game, Game):
        return scene_builder.scene(game, seen, lang, names, options)
    glimpsed = game.observed["hands"] if game.fault == "glimpses" else ""
    cards = [
        scene_format.SceneTarget("card", WORDS[option], "card", (option,), (), "")
        for option in options
        if game.fault == "merges"
    ]
    lines = (
        scene_format.Paragraph(f"{seen} {glimpsed}"),
        scene_format.SceneLine((tuple(scene_format.TextSpan(each.id, stand=each) for each in cards),)),
    )
    panel = scene_format.ScenePanel("all", "", 1, None, about=False, show=lines)
    return scene_format.Scene("tiny", game.title(lang), lang, seen["seat"], seen["to_act"], ("one", "two"), (panel,))


class Core:
    """What stands for a compiled core: it plays the same game, if its fault is not one of its own."""

    executor, reason = "interpreter", "it is written by hand"

    def __init__(self, game: Game) -> None:
        self.game = game

    def new(self, players: int, seed: int, options: Any) -> State:
        return Game("conjures" if self.game.fault == "parts" else self.game.fault).new(players, seed, options)

    def compiled(self, state: State) -> State:
        return state.clone()

    def play(self, players: int, games: int, seed: int, options: Any) -> Any:
        return self._sums(self.game.new(players, seed + number, options) for number in range(games))

    def rollouts(self, state: State, seat: int, n: int, seed: int) -> Any:
        return self._sums(state.imagine(seat, seed + number) for number in range(n))

    def _sums(self, states: Iterator[State]) -> Any:
        options_taken = []
        for state in states:
            options_taken.append(self.game.fault == "miscounts")
            while state.options and options_taken[-1] < 30:
                state.apply(state.options[0])
                options_taken[-1] += 1
        column = memoryview(array("i", options_taken))
        return SimpleNamespace(
            **dict.fromkeys(("scores", "winners", "outcomes", "wins", "decisions", "options_taken"), column)
        )
