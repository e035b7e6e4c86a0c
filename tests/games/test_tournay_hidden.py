"""What players of Tournay do not know of each other: hands, the order of decks, what was drawn, the card chosen for the end.

And what they do: cards that somebody saw go under a deck are known to just those, for as long as they lie there. Who that is
says `tournay_model`.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ruleset_core import Game, State, imagine, load, start_at
from ruleset_core.play.match import PendingStory
from ruleset_core.play.records import Seat, Session
from tests.games.tournay_watch import TournayWatch, builders
from tests.games.watching import Choose, Sight, all_watched, anything, watched, with_slip

TOURNAY = Path(__file__).parents[2] / "data" / "tournay"
LONG = bool(os.environ.get("RULESET_LONG"))
SEEDS = range(1000, 1030 if LONG else 1001)
"""Other games than those whose books are looked at: their books are kept here too."""
NOW_AND_THEN = 12 if LONG else 24
"""One state in so many is looked at by everybody, and all at the end."""
CARDS = ("hand", "looked", "chosen", "returned")
EVENTS = ("ramparts", "wall")
PICKS_OPENLY = {"play", "building", "called", "damaged", "target", "model", "open_card", "reaction"}
PICKS_EVENTS_OPENLY = {"cover", "event", "pushed"}
Shown = dict[str, Any]


class HiddenWatch(TournayWatch):
    """One game, and what every seat is shown of it."""

    def __init__(self, sight: Sight, state: State, seen: Counter[str] | None = None) -> None:
        super().__init__(sight, state, seen)
        self.shown: list[Shown] = []
        self.of = sight.v.decisions

    def before(self, state: State, option: int) -> None:
        """What others are shown before somebody chooses at the same time as they."""
        super().before(state, option)
        self.shown = [state.observe(seat) for seat in range(state.n)] if state.phase == "last_card" else []

    def after(self, state: State, seat: int, option: int) -> Iterator[str]:
        """The second game goes on first, so that it knows who has seen what."""
        yield from super().after(state, seat, option)
        if self.shown and state.phase == "last_card":
            self.seen["chosen in secret"] += 1
            for viewer in range(state.n):
                if viewer not in {seat, state.seat} and state.observe(viewer) != self.shown[viewer]:
                    yield f"seat {viewer} sees what seat {seat} chose for the end"
        for who, name, value in self.sight.taken(state, seat, option):
            yield from self._picked(who, name, value)
        if self.choices % NOW_AND_THEN == 0 or state.phase == "last_card":
            for viewer in range(state.n):
                yield from self._seen_by(state, viewer, state.observe(viewer))

    def _picked(self, who: int, name: str, value: int | None) -> Iterator[str]:
        """A card that others do not see is picked in secret."""
        decision, kind = self.of[name], self.of[name].type.domain
        if value is None or decision.secret:
            return
        if (kind == "activity" and name not in PICKS_OPENLY) or (kind == "event" and name not in PICKS_EVENTS_OPENLY):
            yield f"others are told which card seat {who} picks: {name}"

    def _seen_by(self, state: State, viewer: int, shown: Shown) -> Iterator[str]:
        """A seat is shown its own cards, how many others have, and of the decks what it saw go under them."""
        for seat, theirs in enumerate(shown["seats"]):
            family = self.town.families[seat]
            if state.phase == "last_card" and seat != viewer:
                if theirs["chosen"]["count"] or theirs["chosen_space"] is not None:
                    yield f"seat {viewer} sees that seat {seat} has chosen a card for the end"
                continue
            for names, ids in ((CARDS, self.ids), (EVENTS, self.events)):
                for name in names:
                    cards = getattr(family, name)
                    told = theirs[name]
                    if seat == viewer and sorted(told) != sorted(ids[card] for card in cards):
                        yield f"seat {seat} does not see its {name}: {told}"
                    if seat != viewer:
                        yield from self._backs_only(f"{name} of seat {seat}", told, cards, ids is self.ids)
        zones = shown["zones"]
        decks = [deck for levels in zones["deck"].values() for deck in levels.values()]
        for place, (deck, cards) in enumerate(zip(decks, self.town.decks, strict=True)):
            known = [self.ids[card] if viewer in self.town.known[card] else None for card in cards]
            self.seen["known cards in decks"] += len(known) - known.count(None)
            if deck["count"] != len(cards) or deck["seen"] != known:
                yield f"seat {viewer} knows {deck['seen']} of deck {place}, not {known}"
        events = self.town.event_deck
        known = [self.events[event] if viewer in self.town.known_events[event] else None for event in events]
        self.seen["known events"] += len(known) - known.count(None)
        if zones["event_deck"]["count"] != len(events) or zones["event_deck"]["seen"] != known:
            yield f"seat {viewer} knows {zones['event_deck']['seen']} of the events, not {known}"

    def _backs_only(self, what: str, told: Any, cards: list[int], backs: bool) -> Iterator[str]:
        if not isinstance(told, dict) or told["count"] != len(cards) or told.keys() - {"count", "backs"}:
            yield f"others are shown {told} of the {what}"
        elif backs:
            names = sorted((self.sight.ids("colour").index(back["colour"]), back["level"]) for back in told["backs"])
            if names != sorted((self.cards[card].colour, self.cards[card].level) for card in cards):
                yield f"others are shown the backs {told['backs']} of the {what}"


class ImaginedWatch(TournayWatch):
    """One game, and now and then what a seat imagines that it might be."""

    def after(self, state: State, seat: int, option: int) -> Iterator[str]:
        """A seat cannot tell what it imagines from what there is, and keeps what it knows in its place."""
        yield from super().after(state, seat, option)
        if self.choices % (2 * NOW_AND_THEN) and state.phase != "last_card":
            return
        for viewer in range(state.n):
            other = imagine(state, viewer, self.choices)
            if other.observe(viewer) != state.observe(viewer):
                yield f"seat {viewer} could tell an imagined game from the true one"
            yield from self._same_backs(state, other)
            yield from self._stays(state, other, viewer)

    def _same_backs(self, state: State, other: State) -> Iterator[str]:
        if state.simultaneous:  # what others have chosen meanwhile is not known, nor how many cards
            return
        if [len(zone) for zone in state.z] != [len(zone) for zone in other.z]:
            yield "there are imagined to be more cards in a place, or fewer"
        lists = [("deck", None), *((name, seat) for name in CARDS for seat in range(state.n))]
        for name, seat in lists:
            mine = [sorted(self.deck_of[card] for card in each) for each in self.sight.zones(state, name, seat)]
            theirs = [sorted(self.deck_of[card] for card in each) for each in self.sight.zones(other, name, seat)]
            if mine != theirs:
                yield f"cards with other backs are imagined in {name} {seat}"

    def _stays(self, state: State, other: State, viewer: int) -> Iterator[str]:
        for mine, theirs in zip(self.sight.zones(state, "deck"), self.sight.zones(other, "deck"), strict=True):
            for here, there in zip(mine, theirs, strict=True):
                if viewer in self.town.known[here] and here != there:
                    yield f"seat {viewer} saw {self.ids[here]}, and imagines {self.ids[there]} in its place"
                self.seen["imagined otherwise"] += here != there
        for name in CARDS:
            if self.sight.zone(state, name, viewer) != self.sight.zone(other, name, viewer):
                yield f"seat {viewer} imagines other cards as its own {name}"
            for seat in range(state.n):
                self.seen[f"other cards imagined in {name}"] += self.sight.zone(state, name, seat) != self.sight.zone(other, name, seat)  # fmt: skip


class SecretWatch(ImaginedWatch, HiddenWatch):
    """One game, what every seat is shown of it, and what it imagines."""


@pytest.fixture(scope="module")
def game() -> Game:
    return load(TOURNAY)


@pytest.mark.slow
@pytest.mark.parametrize("choose", [anything, builders])
@pytest.mark.parametrize("expert", [False, True], ids=["introductory", "expert"])
def test_hidden_things_are_hidden(game: Game, choose: Choose, expert: bool) -> None:
    seen = Counter[str]()
    for players in (2, 3, 4) if LONG else (2, 3):
        wrong = all_watched(
            lambda sight, state: SecretWatch(sight, state, seen), game, players, SEEDS, choose, {"expert": expert}
        )
        assert not wrong, "\n".join(wrong)
    for what in (
        "chosen in secret", "known cards in decks", "known events", "imagined otherwise", "other cards imagined in hand"
    ):  # fmt: skip
        assert seen[what] > 0, what


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "right", "wrong", "watch", "told"),
    [
        ("board.yaml", "hand: {of: activity, by: [seat], visible: owner,", "hand: {of: activity, by: [seat],", HiddenWatch, "of the hand of"),
        ("board.yaml", "looked: {of: activity, by: [seat], visible: owner,", "looked: {of: activity, by: [seat],", HiddenWatch, "of the looked of"),
        ("board.yaml", "wall: {of: event, by: [seat], visible: owner,", "wall: {of: event, by: [seat],", HiddenWatch, "of the wall of"),
        ("board.yaml", "returned: {of: activity, by: [seat], visible: owner,", "returned: {of: activity, by: [seat],", HiddenWatch, "of the returned of"),
        ("decks.yaml", "in hand { do put_back(c) }", "in hand { move c to district; do put_back(c) }", HiddenWatch, "of deck"),
        ("board.yaml", "back: [colour, level]", "back: [colour]", ImaginedWatch, "other backs"),
    ],
)  # fmt: skip
def test_what_shows_is_seen(
    tmp_path: Path, file: str, right: str, wrong: str, watch: type[TournayWatch], told: str
) -> None:
    game = with_slip(TOURNAY, tmp_path / "tournay", file, right, wrong)
    sight, found = Sight(game), list[str]()
    for seed in range(8):
        found.append(watched(watch, sight, 3, seed, builders))
        if told in found[-1]:
            return
    raise AssertionError(found)


@pytest.mark.parametrize(
    "decision", ["keep", "discarded", "first_back", "last", "last_space", "rampart", "rampart_back"]
)
def test_what_is_picked_of_hidden_cards_is_secret(game: Game, decision: str) -> None:
    assert game.vocabulary_of(decision)
    assert all(game.is_secret(option) for option in game.vocabulary_of(decision))
    assert not any(game.is_secret(option) for option in game.vocabulary_of("play"))


def test_the_log_tells_no_secret_choice(game: Game) -> None:
    """Not even one that was forced: with one activity card in hand, the card that goes is no question."""
    cards = ["mint", "fire", "plague", "tithe", "exodus"]
    session = Session.start(game, (Seat("Ana", "human"), Seat("Bo", "human")), seed=1)
    given = {"starter": 0, "seats": [{"hand": cards[:1], "ramparts": cards[1:]}, {}]}
    session = Session(game, session.header, start_at(game, "town", 2, 1, given=given))
    for option in ("play done", "act gather", "give up a_card"):
        if game.parse(option) in session.live.options:
            session.apply(option)
    assert "mint" in session.live.observe(0)["zones"]["deck"]["yellow"]["3"]["seen"]
    assert "mint" not in session.live.observe(1)["zones"]["deck"]["yellow"]["3"]["seen"]
    told = {}
    for viewer in (0, 1):
        story = PendingStory().new_story(session, viewer)
        assert story is not None
        told[viewer] = " ".join(story.sentences("en"))
    assert "Mint" in told[0]
    assert "Mint" not in told[1]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4 if LONG else 2))
def test_other_choices_of_hidden_cards_read_alike(game: Game, seed: int) -> None:
    """What others may read of a choice names no card that they cannot see before or after it."""
    pick, sight = Random(seed), Sight(game)
    seats = tuple(Seat(name, "human") for name in ("Ana", "Bo", "Cleo"))
    session = Session.start(game, seats, seed=seed)
    for _ in range(400):
        if session.live.over:
            break
        state, seat = session.live, session.live.seat
        step = session.apply(builders(sight, pick, state))
        name, value = sight.meant(step.option)
        for viewer in {0, 1, 2} - {seat}:
            seen = session.taken[-1].may_see(session.group(session.position), viewer)
            if value is None or not seen or sight.v.decisions[name].type.domain != "activity":
                continue
            open_ = [*sight.zones(state, "top"), *(sight.zone(state, "district", each) for each in range(3))]
            assert name == "play" or any(value in cards for cards in open_), session.game.notation(step.option)
