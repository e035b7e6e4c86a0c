"""Properties of hidden information: nothing a seat may not know reaches it by any way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from ruleset_core import Account, Game, State, Story, Taken, Told, follow, told
from ruleset_core.testing.difference import difference

from .position import LANGUAGES, Position, seats

#: Of how many options that are not offered the reasons are compared in one position.
_REFUSED: Final = 16


def hidden(position: Position) -> Iterator[str]:
    """Swapping what a seat may not know changes nothing of what that seat is shown."""
    state, game = position.state, position.game
    for seat in seats(position):
        other = state.imagine(seat, position.random.randrange(1 << 30))
        if other.observe(seat) != state.observe(seat):
            yield f"seat {seat} sees hidden information: {difference(state.observe(seat), other.observe(seat))}"
        refused = _refused(position, state)
        if state.seat == seat and _shown(game, state, refused) != _shown(game, other, refused):
            yield f"the options or texts shown to seat {seat} depend on what it may not know"
        if _told(state, seat) != _told(other, seat):
            yield f"the score told to seat {seat} before the end depends on what it may not know"


def stories(position: Position) -> Iterator[str]:
    """Swapping what a seat may not know changes nothing of the story it is told, as long as it sees the same afterwards.

    An event announces its fields to all: where it announces other values on the way, other stories are told.
    """
    state = position.state
    option = position.random.choice(state.options)
    for seat in seats(position):
        if state.simultaneous and seat != state.seat:
            continue  # nothing of this is told before all have chosen
        other = state.imagine(seat, position.random.randrange(1 << 30))
        if option not in other.options:
            continue
        one, two = (_seen_after(each, option, seat) for each in (state, other))
        if one[0] == two[0] and one[1] != two[1]:
            yield f"the story told to seat {seat} depends on what it may not know: {difference(one[1], two[1])}"
        elif one[:2] == two[:2] and one[2] != two[2]:
            yield f"where amounts come from, told to seat {seat}, depends on what it may not know: {difference(*([each.to_json() for each in accounts] for accounts in (one[2], two[2])))}"


def foresight(position: Position) -> Iterator[str]:
    """What the deciding seat is told of an option before it takes it comes true, and depends on nothing it may not know."""
    state, game = position.state, position.game
    option = position.random.choice(state.options)
    words, before = game.notation(option), state.to_json()
    foreseen = _foreseen(state, option)
    if state.to_json() != before:
        yield f"foreseeing what comes of `{words}` changes the state"
    other = state.imagine(state.seat, position.random.randrange(1 << 30))
    if option in other.options and _foreseen(other, option) != foreseen:
        yield f"what is foreseen of `{words}` depends on what the seat may not know: {difference(foreseen, _foreseen(other, option))}"
    happens = _without_reasons(game.tell(len(state.scores()), [state.hear(option)], state.seat, 0).to_json())
    if happens[: len(foreseen[0])] != foreseen[0]:
        yield f"what is foreseen of `{words}` does not come true: {difference(foreseen[0], happens[: len(foreseen[0])])}"


def _foreseen(state: State, option: int) -> tuple[list[dict[str, Any]], str | None, str]:
    foresight = state.foresee(option)
    return _without_reasons(foresight.story.to_json()), foresight.then, foresight.said("en")


def _without_reasons(parts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Why a forced choice had no other is told afterwards only."""
    return [{name: value for name, value in part.items() if name not in {"refused", "reasons"}} for part in parts]


def _seen_after(state: State, option: int, seat: int) -> tuple[Any, Any, Any]:
    """What a seat sees after a step, the story it is told of it, and where it is told that amounts came from in it."""
    after = state.clone()
    after.apply(option)
    story = state.game.tell(len(state.scores()), [state.hear(option)], seat)
    # When the game is over nothing of the score is secret any more: who has won is told to all.
    told = [part for part in story.to_json() if part["kind"] != "result"]
    # What chance and the rules disclose on the way is told, and may lead to the same end: a die that is announced and rolled again.
    announced = [(part["event"], part["args"]) for part in told if part["kind"] == "event"]
    return (after.observe(seat), list(after.draws), announced), told, [] if after.over else _accounts(after, story)


def _accounts(state: State, story: Story) -> list[Account]:
    """Where all amounts came from, the score of everybody included; at the end of a game nothing of that is a secret."""
    players = len(state.scores())
    return [
        state.why(story, subject.name, seat)
        for subject in state.game.subjects(players)
        for seat in ((0,) if subject.is_shared else range(players))
        if not subject.at
    ]


def _told(state: State, seat: int) -> list[Any]:
    """What a seat is told of the scores of all while the game is on, its own first."""
    found: list[Any] = []
    for each in (seat, *(other for other in range(len(state.scores())) if other != seat)):
        lines, secret = state.told_sheet(each, seat)
        found += [sorted(secret), [(line.category, line.name("en"), line.amount) for line in lines]]
    return [*found, state.told_scores(seat)]


def simultaneous(position: Position) -> Iterator[str]:
    """In a phase played at once, what one seat chooses is neither shown nor told to those who choose after it."""
    state = position.state
    if not state.simultaneous:
        return
    chooser, one, two = state.seat, _Branch(position), _Branch(position)
    one.take(state.options[0])
    two.take(state.options[-1])
    for branch in (one, two):
        while branch.asks(chooser):
            branch.take(position.random.choice(branch.state.options))
    # What a choice draws at random may show in what is drawn next; only choices that draw nothing can be compared.
    if one.drawn or two.drawn:
        return
    asked = {chooser}
    while one.on() and one.state.seat not in asked:
        seat = one.state.seat
        if not two.asks(seat):
            yield f"what seat {chooser} chose changes whether seat {seat} is asked in the same phase"
            return
        yield from _compared(one, two, seat, chooser)
        while one.asks(seat):
            refused = _refused(position, one.state)
            if not two.asks(seat) or _shown(position.game, one.state, refused) != _shown(
                position.game, two.state, refused
            ):
                yield f"what seat {chooser} chose changes what seat {seat} is asked in the same phase"
                return
            option = position.random.choice(one.state.options)
            one.take(option)
            two.take(option)
        asked.add(seat)


def _compared(one: _Branch, two: _Branch, seat: int, chooser: int) -> Iterator[str]:
    """What a seat is shown and told while another has chosen this in one copy and that in the other."""
    seen, other = one.state.observe(seat), two.state.observe(seat)
    if seen != other:
        yield f"seat {seat} sees what seat {chooser} chose: {difference(seen, other)}"
    if one.log(seat) != two.log(seat):
        yield f"seat {seat} is told what seat {chooser} chose: {difference(one.log(seat), two.log(seat))}"
    elif any(line["seat"] != seat for line in one.log(seat)):
        yield f"seat {seat} is told of moves of others in a phase that is still on"


class _Branch:
    """A copy of a position that is played on, with what may be told of its moves."""

    def __init__(self, position: Position) -> None:
        self.game = position.game
        self.origin = self.state = position.state
        self.number = position.choices
        self.group = position.group
        self.moves: list[Taken] = []
        self.states: list[State] = []
        self.drawn = False

    def asks(self, seat: int) -> bool:
        """Whether a seat is asked in the phase in which the copy was made."""
        return self.on() and self.state.seat == seat

    def on(self) -> bool:
        """Whether that phase is still on."""
        return self.state.simultaneous and self.state.together(self.origin)

    def take(self, option: int) -> None:
        """Take an option."""
        before, self.state = self.state, self.state.clone()
        self.state.apply(option)
        self.drawn |= bool(self.state.draws)
        self.states.append(before)
        self.moves.append(follow(self.number + len(self.moves), self.group, before, option, self.state))
        self.group = self.moves[-1].then

    def log(self, seat: int) -> list[dict[str, Any]]:
        """What a seat is told of the moves of this copy, as the narrator of a game would."""
        return [
            {"seat": each.seat, "option": each.option, "forced": each.forced, "words": self._words(each, seat)}
            for each in told(self.moves, self.group, seat)
        ]

    def _words(self, each: Told, seat: int) -> list[str]:
        if each.option is None:
            return []
        return [self.game.label(self.states[each.number], each.option, language, seat) for language in LANGUAGES]


def _refused(position: Position, state: State) -> list[int]:
    """Some of the options of the question that are not offered: reasons for all of them would cost more than all else."""
    decision = state.decision
    assert decision is not None
    found = [option for option in position.game.vocabulary_of(decision.name) if option not in state.options]
    return position.random.sample(found, min(_REFUSED, len(found)))


def _shown(game: Game, state: State, refused: list[int]) -> list[Any]:
    """Everything a seat is shown when it is asked, with why these options are refused."""
    decision = state.decision
    assert decision is not None
    return [
        decision.name,
        state.seat,
        state.options,
        [
            (
                decision.prompt(language),
                [game.label(state, option, language) for option in state.options],
                [state.why_not(option, language) for option in refused],
            )
            for language in LANGUAGES
        ],
    ]
