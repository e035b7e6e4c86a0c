"""Citizens and their actions."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from tests.games.tournay_model.cards import COLOURS, NONE, TASKS, TAXING, Answer, Play, Question, in_line
from tests.games.tournay_model.placing import Placing


class Actions(Placing):
    """What citizens are used for."""

    # -- citizens ------------------------------------------------------------------------------------------------

    def _rise(self, seat: int, most: int, colours: Sequence[int] = COLOURS) -> Generator[Question, Answer, int]:
        """Up to some citizens stand up; tells how many."""
        family = self.families[seat]
        for risen in range(most):
            lying = [k for k in colours if family.lying[k]]
            colour = (yield Question(seat, "rising", lying, done=True)) if lying else None
            if colour is None:
                return risen
            family.lying[colour] -= 1
            family.standing[colour] += 1
        return most

    def _all_rise(self, seat: int) -> None:
        family = self.families[seat]
        for colour in COLOURS:
            family.standing[colour] += family.lying[colour]
            family.lying[colour] = 0

    def _lie_down(self, seat: int, colour: int) -> None:
        self.families[seat].standing[colour] -= 1
        self.families[seat].lying[colour] += 1

    def workers(self, seat: int, colour: int, due: int, wage: int) -> list[int]:
        """Whose citizens can be used when some money is due besides."""
        enough = self.families[seat].money - due >= wage
        return [q for q in range(self.players) if self.families[q].standing[colour] and (q == seat or enough)]

    def can_use(self, seat: int, colour: int, number: int, due: int, wage: int = 2) -> bool:
        """Whether that many citizens of a colour can be used."""
        money = self.families[seat].money - due
        hired = min(sum(self.families[q].standing[colour] for q in self.others(seat)), money // wage)
        return money >= 0 and self.families[seat].standing[colour] + hired >= number

    def _use(self, seat: int, colour: int, number: int, due: int) -> Play:
        for _ in range(number):
            worker = yield from self._which(seat, "worker", self.workers(seat, colour, due, 2))
            self._hire(seat, worker, 2)
            self._lie_down(worker, colour)

    def _hire(self, seat: int, worker: int, wage: int) -> None:
        if worker != seat:
            self.seen["a citizen of an opponent was used"] += 1
            self.seen["acted: banker"] += wage == 1
            self.families[seat].money -= wage
            self.families[worker].money += wage

    # -- actions -------------------------------------------------------------------------------------------------

    def _act(self, seat: int) -> Play:
        family = self.families[seat]
        decks = [d for d in range(9) if self.left(d) and self.can_use(seat, d // 3, d % 3 + 1, 0)]
        buildings = [c for c in sorted(self.free_of(seat)) if self.can_work(seat, c)]
        events = [e for e in sorted(self.can_fight()) if self.can_use(seat, self.happens[e][0], *self._fee(e))]
        earners = [k for k in COLOURS if family.standing[k]]
        recruits = [
            k for k in COLOURS if self.expert and family.standing[k] and self.supply[k] and family.money > self.owned(seat, k)
        ]  # fmt: skip
        able = [decks, buildings, events, earners, [0], recruits]
        task = yield from self._which(seat, "task", [task for task, way in enumerate(able) if way])
        self.seen[f"action: {TASKS[task]}"] += 1
        match task:
            case 0:
                deck = yield from self._which(seat, "deck", decks)
                yield from self._use(seat, deck // 3, deck % 3 + 1, 0)
                yield from self._draw(seat, deck)
            case 1:
                building = yield from self._which(seat, "building", buildings)
                yield from self._activate(seat, building)
            case 2:
                event = yield from self._which(seat, "event", events)
                citizens, due = self._fee(event)
                yield from self._use(seat, self.happens[event][0], citizens, due)
                family.money -= due
                self._take_event(seat, event)
            case 3:
                colour = yield from self._which(seat, "earner", earners)
                number = yield from self._which(seat, "earners", list(range(1, family.standing[colour] + 1)))
                family.standing[colour] -= number
                family.lying[colour] += number
                family.money += 2 * number
            case 4:
                self._gather(seat)
            case 5:
                colour = yield from self._which(seat, "recruited", recruits)
                family.money -= self.owned(seat, colour) + 1
                self._lie_down(seat, colour)
                self.supply[colour] -= 1
                family.lying[colour] += 1

    def _fee(self, event: int) -> tuple[int, int]:
        """Citizens and deniers that a combat takes."""
        return (2, 0) if self.happens[event][1] == TAXING else (1, self.coins[event] + 1)

    def _gather(self, seat: int) -> None:
        family = self.families[seat]
        for hermit in self.named(seat, "hermit"):
            pays = sum(in_line(self.site[hermit], self.site[c]) for c in self.working(seat))
            self.seen["acted: hermit"] += bool(pays)
            family.money += pays
        for card in self.working(seat):
            family.standing[self.cards[card].colour] += 1
        for card in family.visible:
            self.token[card] = NONE
        self._all_rise(seat)

    def _take_event(self, seat: int, event: int) -> None:
        """Coins go, the card comes to hand, another one takes its place."""
        family = self.families[seat]
        self.seen[f"combatted: {self.events[event]}"] += 1
        self.coins[event] = 0
        family.ramparts.append(event)
        self.slots[self.slots.index(event)] = self.event_deck.pop(0) if self.event_deck else NONE
        for _ in self.named(seat, "veteran"):
            self.seen["acted: veteran"] += 1
            family.money += 2

    def _fight(self, seat: int) -> Play:
        events = sorted(self.can_fight())
        if events:
            self._take_event(seat, (yield from self._which(seat, "event", events)))

    def _may_fight(self, seat: int) -> Play:
        events = sorted(self.can_fight())
        event = (yield Question(seat, "event", events, done=True)) if events else None
        if event is not None:
            self._take_event(seat, event)
