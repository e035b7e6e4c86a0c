"""Checks that hidden information reaches a seat in no way: hidden values are swapped and all views compared."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from ruleset_core import (
    Account,
    FollowedMove,
    Game,
    State,
    Story,
    VisibleMove,
    account_of,
    follow_move,
    foresee,
    imagine,
    invariants_hold,
    story_of,
    subjects,
    swapped,
    trace_step,
    visible_moves,
    visible_scores,
    visible_sheet,
)
from ruleset_core.messages import LANGUAGES
from ruleset_core.testing.comparison import difference
from ruleset_core.testing.conformance.position_checks import CheckedPosition, seats

#: Of how many options that are not offered the reasons are compared in one position.
_REFUSED: Final = 16


def hidden(position: CheckedPosition) -> Iterator[str]:
    """Swapping what a seat may not know changes nothing of what that seat is shown."""
    state, game = position.state, position.game
    for seat in (*seats(position), -1):
        who = f"seat {seat}" if seat >= 0 else "who looks on"
        other = imagine(state, seat, position.random.randrange(1 << 30))
        if other.observe(seat) != state.observe(seat):
            yield f"{who} sees hidden information: {difference(state.observe(seat), other.observe(seat))}"
        elif (found := _in_numbers(state, seat)) != _in_numbers(other, seat):
            yield f"{who} is given hidden information in numbers: {difference(found, _in_numbers(other, seat))}"
        refused = _refused(position, state)
        if state.seat == seat and _question_view(game, state, refused) != _question_view(game, other, refused):
            yield f"the options or texts shown to seat {seat} depend on what it may not know"
        if _visible_score_rows(state, seat) != _visible_score_rows(other, seat):
            yield f"the score told to {who} before the end depends on what it may not know"


def worlds(position: CheckedPosition) -> Iterator[str]:
    """What the deciding seat imagines depends on nothing it may not know: it is the same where this is something else."""
    state, seed = position.state, position.random.randrange(1 << 30)
    if not invariants_hold(state):
        yield "what the data says under `invariants` does not hold here, so all imagine other worlds than this one"
        return
    other = swapped(state, state.seat, position.random)
    if other.observe(state.seat) != state.observe(state.seat):
        yield f"seat {state.seat} sees hidden information: {difference(state.observe(state.seat), other.observe(state.seat))}"
        return
    one, two = (imagine(each, state.seat, seed).to_json() for each in (state, other))
    if one != two:
        yield f"what seat {state.seat} imagines depends on what it may not know: {difference(one, two)}"


def stories(position: CheckedPosition) -> Iterator[str]:
    """Swapping what a seat may not know changes nothing of the story it is told, as long as it sees the same afterwards.

    An event announces its fields to all: where it announces other values on the way, other stories are told.
    """
    state = position.state
    option = position.random.choice(state.options)
    for seat in (*seats(position), -1):
        if state.simultaneous and seat != state.seat:
            continue  # nothing of this is told before all have chosen: see `simultaneous`
        other = imagine(state, seat, position.random.randrange(1 << 30))
        if option not in other.options:
            continue
        one, two = (_view_after(each, option, seat) for each in (state, other))
        if seat != state.seat and (said := _given_away(position, option, seat)):
            yield said
        if one[0] == two[0] and one[1] != two[1]:
            yield f"the story told to seat {seat} depends on what it may not know: {difference(one[1], two[1])}"
        elif one[:2] == two[:2] and one[2] != two[2]:
            yield f"where amounts come from, told to seat {seat}, depends on what it may not know: {difference(*([each.to_json() for each in accounts] for accounts in (one[2], two[2])))}"


def foresight(position: CheckedPosition) -> Iterator[str]:
    """What the deciding seat is told of an option before it takes it comes true, and depends on nothing it may not know."""
    state, game = position.state, position.game
    option = position.random.choice(state.options)
    words, before = game.notation(option), state.to_json()
    foreseen = _foresight_of(state, option)
    if state.to_json() != before:
        yield f"foreseeing what comes of `{words}` changes the state"
    other = imagine(state, state.seat, position.random.randrange(1 << 30))
    if option in other.options and _foresight_of(other, option) != foreseen:
        yield f"what is foreseen of `{words}` depends on what the seat may not know: {difference(foreseen, _foresight_of(other, option))}"
    happens = _without_reasons(
        story_of(game, len(state.scores()), [trace_step(state, option)], state.seat, 0).to_json()
    )
    if happens[: len(foreseen[0])] != foreseen[0]:
        yield f"what is foreseen of `{words}` does not come true: {difference(foreseen[0], happens[: len(foreseen[0])])}"


def _foresight_of(state: State, option: int) -> tuple[list[dict[str, Any]], str | None, str]:
    foresight = foresee(state, option)
    return _without_reasons(foresight.story.to_json()), foresight.then, foresight.describe("en")


def _without_reasons(parts: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Why a forced choice had no other is told afterwards only."""
    return [{name: value for name, value in part.items() if name not in {"refused", "reasons"}} for part in parts]


def _view_after(state: State, option: int, seat: int) -> tuple[Any, Any, Any]:
    """What a seat sees after a step, the story it is told of it, and where it is told that amounts came from in it."""
    after = state.clone()
    after.apply(option)
    players = len(state.scores())
    story = story_of(state.game, players, [trace_step(state, option)], seat if seat >= 0 else players)
    # When the game is over nothing of the score is secret any more: who has won is told to all.
    told = [part for part in story.to_json() if part["kind"] != "result"]
    # What chance and the rules disclose on the way is told, and may lead to the same end: a die that is announced and rolled again.
    announced = [(part["event"], part["args"]) for part in told if part["kind"] == "event"]
    return (after.observe(seat), list(after.draws), announced), told, [] if after.over else _accounts(after, story)


def _accounts(state: State, story: Story) -> list[Account]:
    """Where all amounts came from, the score of everybody included; at the end of a game nothing of that is a secret."""
    players = len(state.scores())
    return [
        account_of(state, story, subject.name, seat)
        for subject in subjects(state.game, players)
        for seat in ((0,) if subject.is_shared else range(players))
        if not subject.at
    ]


def _visible_score_rows(state: State, seat: int) -> list[Any]:
    """What a seat is told of the scores of all while the game is on, its own first."""
    found: list[Any] = []
    for each in sorted(range(len(state.scores())), key=lambda other: other != seat):
        lines, secret = visible_sheet(state, each, seat)
        found += [sorted(secret), [(line.category, line.name("en"), line.amount) for line in lines]]
    return [*found, visible_scores(state, seat)]


def _in_numbers(state: State, seat: int) -> list[Any]:
    """What a viewer is given in numbers: those that learners get, and the masked state that scenes are made of."""
    seen = state.masked(seat)
    return [[] if seat < 0 else [*state.numbers(seat)], seen.v, seen.lists]


def _given_away(position: CheckedPosition, option: int, seat: int) -> str:
    """What another seat is told of a secret choice, if that depends on which of its options was taken."""
    state, game = position.state, position.game
    decision = state.decision
    others = [each for each in state.options if each != option and game.is_secret(each)]
    if decision is None or not others or not game.is_secret(option):
        return ""
    one, two = (_of_choice(position, each, seat) for each in (option, position.random.choice(others)))
    if one == two:
        return ""
    return f"{'who looks on' if seat < 0 else f'seat {seat}'} is told which option of `{decision.name}` was taken: {difference(one, two)}"


def _of_choice(position: CheckedPosition, option: int, seat: int) -> list[Any]:
    """What another seat is told of a choice itself: in the story, and in the record."""
    state, players, after = position.state, len(position.state.scores()), position.state.clone()
    after.apply(option)
    story = story_of(state.game, players, [trace_step(state, option)], seat if seat >= 0 else players).to_json()
    move = follow_move(position.choices, position.group, state, option, after)
    # What it leads to without another choice may be told, and so may what others then choose.
    first = [part for part in story if part["kind"] == "choice"][:1]
    return [first, [(each.seat, each.option) for each in visible_moves([move], move.then, seat)]]


def simultaneous(position: CheckedPosition) -> Iterator[str]:
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
            if not two.asks(seat) or _question_view(position.game, one.state, refused) != _question_view(
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
    if _in_numbers(one.state, seat) != _in_numbers(two.state, seat):
        yield f"seat {seat} is given in numbers what seat {chooser} chose"
    if _visible_score_rows(one.state, seat) != _visible_score_rows(two.state, seat):
        yield f"the score told to seat {seat} depends on what seat {chooser} chose"
    if one.story(seat) != two.story(seat):
        yield f"the story told to seat {seat} depends on what seat {chooser} chose: {difference(one.story(seat), two.story(seat))}"
    if one.log(seat) != two.log(seat):
        yield f"seat {seat} is told what seat {chooser} chose: {difference(one.log(seat), two.log(seat))}"
    elif any(line["seat"] != seat for line in one.log(seat)):
        yield f"seat {seat} is told of moves of others in a phase that is still on"


class _Branch:
    """A copy of a position that is played on, with what may be told of its moves."""

    def __init__(self, position: CheckedPosition) -> None:
        self.game = position.game
        self.origin = self.state = position.state
        self.number = position.choices
        self.group = position.group
        self.moves: list[FollowedMove] = []
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
        self.moves.append(follow_move(self.number + len(self.moves), self.group, before, option, self.state))
        self.group = self.moves[-1].then

    def story(self, seat: int) -> list[Any]:
        """The story of its moves, as a seat is told it."""
        heard = [trace_step(before, move.option) for before, move in zip(self.states, self.moves, strict=True)]
        return story_of(self.game, len(self.state.scores()), heard, seat).to_json()

    def log(self, seat: int) -> list[dict[str, Any]]:
        """What a seat is told of the moves of this copy, as the narrator of a game would."""
        return [
            {"seat": each.seat, "option": each.option, "forced": each.forced, "words": self._words(each, seat)}
            for each in visible_moves(self.moves, self.group, seat)
        ]

    def _words(self, each: VisibleMove, seat: int) -> list[str]:
        if each.option is None:
            return []
        return [self.game.label(self.states[each.number], each.option, language, seat) for language in LANGUAGES]


def _refused(position: CheckedPosition, state: State) -> list[int]:
    """Some of the options of the question that are not offered: reasons for all of them would cost more than all else."""
    decision = state.decision
    assert decision is not None
    found = [option for option in position.game.vocabulary_of(decision.name) if option not in state.options]
    return position.random.sample(found, min(_REFUSED, len(found)))


def _question_view(game: Game, state: State, refused: list[int]) -> list[Any]:
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
