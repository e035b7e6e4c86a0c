"""Decks, events, and cards that leave the hand."""

from __future__ import annotations

from tests.games.tournay_model.actions import Actions
from tests.games.tournay_model.cards import (
    BUILDING,
    CHARACTER,
    COLOURS,
    CRIER,
    DAMAGE,
    NONE,
    POSITIVE,
    PRESTIGE,
    Play,
    Question,
)


class Decks(Actions):
    """Drawing, town criers and events."""

    # -- decks ---------------------------------------------------------------------------------------------------

    def _draw(self, seat: int, deck: int) -> Play:
        ways = [0] * (self.tops[deck] != NONE) + [1] * bool(self.decks[deck])
        if not ways:
            return
        way = yield from self._which(seat, "manner", ways)
        if way:
            yield from self._look(seat, deck)
        else:
            self.families[seat].hand.append(self.tops[deck])
            self.tops[deck] = NONE

    def _look(self, seat: int, deck: int) -> Play:
        cards, looked, top = self.decks[deck], self.families[seat].looked, self.tops[deck]
        self.tops[deck] = NONE
        if top != NONE and len(cards) == 1:  # of two cards it is one
            looked.append(top)
        elif top != NONE:
            self._under_deck(top, self.all)
        while cards and len(looked) < 2 + any(self.cards[c].type == CRIER for c in looked):
            looked.append(cards.pop(0))
        kept = sorted(c for c in looked if self.cards[c].type != CRIER)
        criers = [c for c in looked if self.cards[c].type == CRIER]
        if kept:
            card = yield from self._which(seat, "keep", kept)
            self.families[seat].hand.append(card)
            kept.remove(card)
            self.tops[deck] = kept[0] if kept else NONE
        looked.clear()
        if criers:
            self.seen["a crier came"] += 1
            self.criers += criers
            for event in self.queue:
                self._add_coin(event)
            yield from self._strike(seat, self.queue, everybody=True)

    # -- events --------------------------------------------------------------------------------------------------

    def _add_coin(self, event: int) -> None:
        if self.coins[event] < self.happens[event][2]:
            self.coins[event] += 1

    def _strike(self, seat: int, events: list[int], *, everybody: bool) -> Play:
        """Events act, for a crier on everybody, else not on the player unless they are good; ramparts first."""
        cancelled: dict[int, set[int]] = {}
        for each in [seat, *self.others(seat)]:
            cancelled[each] = set()
            if everybody or each != seat:
                yield from self._cover(each, events, cancelled[each], everybody=everybody)
        for event in events:
            for each in [seat, *self.others(seat)]:
                if each == seat and not everybody and self.happens[event][1] != POSITIVE:
                    continue
                if event not in cancelled[each]:
                    for _ in range(self.coins[event]):
                        self.seen[f"struck: {self.events[event]}"] += 1
                        yield from self._suffer(each, event)

    def _cover(self, seat: int, events: list[int], cancelled: set[int], *, everybody: bool) -> Play:
        shields = sum(self.token[c] != NONE for c in self.named(seat, "catapult")) if everybody else 0
        for _ in range(shields + len(self.families[seat].ramparts)):
            open_ = sorted(event for event in events if event not in cancelled)
            event = (yield Question(seat, "cover", open_, done=True)) if open_ else None
            if event is None:
                return
            if len(cancelled) >= shields:
                self.seen["a rampart was built"] += 1
                yield from self._build_rampart(seat)
            else:
                self.seen["acted: catapult"] += 1
            cancelled.add(event)

    def _suffer(self, seat: int, event: int) -> Play:
        family, name, colour = self.families[seat], self.events[event], self.happens[event][0]
        match name:
            case "grande_ducasse" | "procession" | "kings_visit":
                totals = [
                    self.owned(q, colour) + self.of_colour(q, colour, BUILDING, CHARACTER, PRESTIGE)
                    for q in range(self.players)
                ]
                if totals[seat] == max(totals):
                    family.money += 2
            case "norman_attack" | "fire" | "lightning" | "mutiny":
                able = [c for c in self.free_of(seat) if name == "norman_attack" or self.cards[c].colour == colour]
                if able:
                    self.token[(yield from self._which(seat, "damaged", sorted(able)))] = DAMAGE
            case "plague" | "exodus":
                most = max(family.standing) if name == "exodus" else 1
                able = [k for k in COLOURS if family.standing[k] >= max(1, most)]
                if able:
                    self._lie_down(seat, (yield from self._which(seat, "resting", able)))
            case "sacked_archives":
                yield from self._put_one_back(seat)
            case _:
                lost = {"royal_tax": 2, "brigands": family.hand_size}.get(name)
                family.money = max(0, family.money - (self.owned(seat, colour) if lost is None else lost))

    # -- cards of the hand that go -------------------------------------------------------------------------------

    def _put_one_back(self, seat: int) -> Play:
        family = self.families[seat]
        ways = [0] * bool(family.hand) + [1] * bool(family.ramparts)
        if ways:
            way = yield from self._which(seat, "giving", ways)
            yield from self._return_rampart(seat) if way else self._discard(seat)

    def _discard(self, seat: int) -> Play:
        card = yield from self._which(seat, "discarded", sorted(self.families[seat].hand))
        self.families[seat].hand.remove(card)
        self._under_deck(card, [seat])

    def _return_rampart(self, seat: int) -> Play:
        event = yield from self._which(seat, "rampart_back", sorted(self.families[seat].ramparts))
        self.families[seat].ramparts.remove(event)
        self.event_deck.append(event)
        self.known_events[event] = frozenset([seat])
        self.seen["an empty place of the queue was filled"] += NONE in self.slots
        self.slots = [each if each != NONE or not self.event_deck else self.event_deck.pop(0) for each in self.slots]

    def _build_rampart(self, seat: int) -> Play:
        event = yield from self._which(seat, "rampart", sorted(self.families[seat].ramparts))
        self.families[seat].ramparts.remove(event)
        self.families[seat].wall.append(event)
