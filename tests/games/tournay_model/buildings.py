"""What buildings do."""

from __future__ import annotations

from tests.games.tournay_model.cards import (
    ASKING,
    BUILDING,
    CHARACTER,
    CITIZEN,
    COLOURS,
    COPYING,
    DAMAGE,
    DRAWING,
    FIGHTING,
    GREY,
    NONE,
    RECRUITING,
    RED,
    WHITE,
    YELLOW,
    Play,
    Question,
    in_line,
)
from tests.games.tournay_model.decks import Decks


class Buildings(Decks):
    """Activated buildings and their effects."""

    # -- buildings -----------------------------------------------------------------------------------------------

    def due(self, name: str) -> int:
        """What the effect of a building takes, or must find."""
        if name in RECRUITING:
            return RECRUITING[name][1]
        return DRAWING[name][2] if name in DRAWING else ASKING.get(name, 0)

    def _wage(self, seat: int, building: int) -> int:
        """What a citizen of an opponent costs in a building."""
        bankers = [c for c in self.named(seat, "banker") if in_line(self.site[c], self.site[building])]
        return 1 if bankers else 2

    def can_work(self, seat: int, card: int) -> bool:
        """Whether an unoccupied building can be activated."""
        return bool(self._workers_for(seat, card))

    def _workers_for(self, seat: int, card: int) -> list[int]:
        workers = self.workers(seat, self.cards[card].colour, 0, self._wage(seat, card))
        return [q for q in workers if self._serves(seat, card, q)]

    def _serves(self, seat: int, card: int, worker: int) -> bool:
        """Whether anything comes of it when a worker is on a building: tried, and taken back."""
        colour, wage = self.cards[card].colour, self._wage(seat, card) if worker != seat else 0
        self.families[seat].money -= wage
        self.families[worker].standing[colour] -= 1
        self.token[card] = CITIZEN if worker == seat else GREY
        works = self.models(seat, card) if self.name(card) in COPYING else [card]
        some = any(self._does_something(seat, self.name(each), card) for each in works)
        minds = [c for c in self.families[seat].visible if in_line(self.site[c], self.site[card])]
        some = some or any(self._minds_work(seat, c, colour) and self._would_act(seat, self.name(c)) for c in minds)
        self.families[seat].money += wage
        self.families[worker].standing[colour] += 1
        self.token[card] = NONE
        return some

    def _would_act(self, seat: int, name: str) -> bool:
        """Whether a character that minds an activation does anything then."""
        family = self.families[seat]
        match name:
            case "bishop" | "cantor":
                return any(family.lying)
            case "avoue":
                return family.money > 0 and bool(self.can_fight())
            case "knight_x":
                return bool(self.can_fight())
        return True

    def models(self, seat: int, card: int) -> list[int]:
        """The buildings that another one, in which somebody works already, can copy."""
        whose = self.others(seat) + ([seat] if self.name(card) != "port" else [])
        return [
            c
            for q in whose
            for c in self.free_of(q)
            if c != card
            and self.cards[c].colour == self.cards[card].colour
            and self.name(c) not in COPYING
            and self._does_something(seat, self.name(c), card)
        ]

    def _does_something(self, seat: int, name: str, place: int) -> bool:
        """Whether the effect of a building does anything once somebody works in a place, which is this building or copies it."""
        family = self.families[seat]
        if family.money < self.due(name):
            return False
        if name in RECRUITING:
            return self.supply[RECRUITING[name][0]] > 0
        if name in DRAWING:
            colour, level, _ = DRAWING[name]
            return self.left(3 * colour + level - 1) > 0
        if name in FIGHTING:
            return bool(self.can_fight())
        match name:
            case "farm":
                return len(family.stacks) < 9
            case "chapel" | "pilgrim_hostel":
                return any(family.lying)
            case "brewery":
                return bool(self.working(seat))
            case "treasury":
                return any(self.owned(seat, colour) for colour in COLOURS)
            case "cloister":
                return any(family.lying) or any(c != place for c in self.working(seat))
            case "infirmary":
                return any(self.token[c] in {GREY, DAMAGE} for c in family.visible)
            case "scriptorium":
                return any(self.left(deck) for deck in (0, 3, 6))
            case "ballista" | "trebuchet":
                return bool(self.queue)
            case "siege_camp":
                return any(self.coins[event] < self.happens[event][2] for event in self.queue)
            case "guildhall":
                return any(self.supply)
            case "alms_house":
                return sum(map(bool, self.supply)) >= 2
            case "workshop":
                return bool(self.playable(seat, 1))
            case "bulwark":
                return bool(family.ramparts)
            case "reliquary":
                return family.hand_size > 0
            case "archive":
                return family.hand_size > 0 and any(top != NONE for top in self.tops)
            case "mercenary_camp":
                return any(any(self.families[q].standing) for q in self.others(seat))
        return True

    def _activate(self, seat: int, card: int) -> Play:
        space, colour = self.site[card], self.cards[card].colour
        worker = yield from self._which(seat, "worker", self._workers_for(seat, card))
        self._hire(seat, worker, self._wage(seat, card))
        self.families[worker].standing[colour] -= 1
        if worker == seat:
            self.token[card] = CITIZEN
        else:
            self.families[worker].lying[colour] += 1
            self.token[card] = GREY
        self.workplace = card
        self.seen[f"worked: {self.name(card)}"] += 1
        if self.name(card) in COPYING:
            models = sorted(self.models(seat, card))
            if models:
                model = yield from self._which(seat, "model", models)
                self.seen["copied"] += 1
                yield from self._effect(seat, self.name(model))
        elif self._does_something(seat, self.name(card), card):  # else it is done for a character alone
            yield from self._effect(seat, self.name(card))
        else:
            self.seen["worked for a character alone"] += 1
        self.workplace = NONE
        noted = [
            c for c in self.families[seat].visible if in_line(self.site[c], space) and self._minds_work(seat, c, colour)
        ]
        yield from self._reactions(seat, noted)

    def _effect(self, seat: int, name: str) -> Play:
        family = self.families[seat]
        family.money += self._income(seat, name)
        if name in RECRUITING:
            colour, price = RECRUITING[name]
            family.money -= price
            self.supply[colour] -= 1
            family.standing[colour] += 1
        elif name in DRAWING:
            colour, level, price = DRAWING[name]
            family.money -= price
            yield from self._draw(seat, 3 * colour + level - 1)
        elif name in {"chapel", "stable", "tavern", "cloister"}:
            yield from self._call_up(seat, name)
        elif name in {"watchtower", "catapult", "prison", "mercenary_camp"}:
            yield from self._harm(seat, name)
        elif name in {"reliquary", "archive", "scriptorium", "workshop"}:
            yield from self._with_cards(seat, name)
        elif name in {"ballista", "trebuchet", "siege_camp", "bulwark", *FIGHTING}:
            yield from self._with_events(seat, name)
        match name:
            case "infirmary":
                for card in family.visible:
                    if self.token[card] != CITIZEN:
                        self.token[card] = NONE
            case "guildhall":
                family.money -= 4
                colour = yield from self._which(seat, "recruited", [k for k in COLOURS if self.supply[k]])
                self.supply[colour] -= 1
                family.standing[colour] += 1
            case "alms_house":
                family.money -= 5
                first = NONE
                for _ in range(2):
                    able = [k for k in COLOURS if self.supply[k] and k != first]
                    first = yield from self._which(seat, "recruited", able)
                    self.supply[first] -= 1
                    family.lying[first] += 1
            case "toll_house":
                for other in self.others(seat):
                    if self.families[other].money:
                        self.families[other].money -= 1
                        family.money += 1
                family.money += 2
            case "watchtower" | "prison" | "tavern":
                pass

    def _income(self, seat: int, name: str) -> int:
        """What an effect brings at its beginning, of those that bring deniers and nothing can change in between."""
        family = self.families[seat]
        match name:
            case "farm":
                return 9 - len(family.stacks)
            case "market":
                return sum(self.cards[c].type == BUILDING for c in family.visible)
            case "hospital":
                return 4
            case "tavern":
                return 2
            case "covered_market":
                return min(8, 2 * self.of_colour(seat, YELLOW, BUILDING, CHARACTER))
            case "exchange":
                return min(6, family.money // 3)
            case "brewery":
                return min(6, len(self.working(seat)))
            case "fair":
                here = self.site[self.workplace]
                line = [c for c in family.visible if self.site[c] == here or in_line(here, self.site[c])]
                return 2 * len({self.cards[c].colour for c in line})
            case "pilgrim_hostel":
                return min(6, sum(family.lying))
            case "tithe_barn":
                return min(8, sum(self.of_colour(q, WHITE, BUILDING, CHARACTER) for q in range(self.players)))
            case "treasury":
                return min(8, sum(self.owned(seat, colour) for colour in COLOURS))
        return 0

    def _call_up(self, seat: int, name: str) -> Play:
        """Citizens come back to the Plaza."""
        family = self.families[seat]
        if name == "chapel":
            yield from self._rise(seat, 2)
        if name == "tavern":
            yield from self._rise(seat, 1, [YELLOW])
        if name == "stable":
            yield from self._rise(seat, 2, [RED])
            family.money += 1
        if name == "cloister":
            risen = yield from self._rise(seat, 3)
            for _ in range(3 - risen):
                able = sorted(c for c in self.working(seat) if c != self.workplace)
                card = (yield Question(seat, "called", able, done=True)) if able else None
                if card is None:
                    return
                self.seen["called back from a building"] += 1
                self.token[card] = NONE
                family.standing[self.cards[card].colour] += 1

    def _harm(self, seat: int, name: str) -> Play:
        """Opponents are hampered."""
        family, others = self.families[seat], self.others(seat)
        if name == "watchtower":
            targets = sorted(c for q in others for c in self.free_of(q))
            if targets:
                self.token[(yield from self._which(seat, "target", targets))] = DAMAGE
            family.money += 2
        if name == "catapult":
            for other in others:
                targets = sorted(self.free_of(other))
                if targets:
                    self.token[(yield from self._which(seat, "target", targets))] = DAMAGE
        if name in {"prison", "mercenary_camp"}:
            for _ in range(1 if name == "prison" else 2):
                able = sorted(q for q in others if any(self.families[q].standing))
                victim = (yield Question(seat, "victim", able, done=name == "mercenary_camp")) if able else None
                if victim is None:
                    break
                colours = [k for k in COLOURS if self.families[victim].standing[k]]
                self._lie_down(victim, (yield from self._which(seat, "resting", colours)))
                family.money += 2 if name == "mercenary_camp" else 0
            family.money += 2 if name == "prison" else 0

    def _with_cards(self, seat: int, name: str) -> Play:
        family = self.families[seat]
        if name in {"reliquary", "archive"}:
            yield from self._put_one_back(seat)
        if name == "reliquary":
            family.money += 4
        if name == "archive":
            card = yield from self._which(seat, "open_card", sorted(top for top in self.tops if top != NONE))
            self.tops[self.tops.index(card)] = NONE
            family.hand.append(card)
        if name == "scriptorium":
            deck = yield from self._which(seat, "low_deck", [deck for deck in (0, 3, 6) if self.left(deck)])
            yield from self._draw(seat, deck)
        if name == "workshop":
            cards = self.playable(seat, 1)
            if cards:
                yield from self._place(seat, (yield from self._which(seat, "play", cards)), 1)

    def _with_events(self, seat: int, name: str) -> Play:
        family = self.families[seat]
        if name in FIGHTING:
            yield from self._fight(seat)
        if name == "fort_2":
            yield from self._may_fight(seat)
        if name == "bulwark":
            yield from self._build_rampart(seat)
            family.money += 3
        if name == "siege_camp":
            able = sorted(event for event in self.queue if self.coins[event] < self.happens[event][2])
            event = yield from self._which(seat, "pushed", able)
            self.coins[event] += 1
            family.money += self.coins[event]
        if name in {"ballista", "trebuchet"}:
            pushed: list[int] = []
            for _ in range(2 if name == "ballista" else 3):
                able = sorted(event for event in self.queue if event not in pushed)
                event_ = (yield Question(seat, "pushed", able, done=bool(pushed))) if able else None
                if event_ is None:
                    break
                pushed.append(event_)
            for event in pushed:
                self._add_coin(event)
            yield from self._strike(seat, [event for event in self.queue if event in pushed], everybody=False)
