"""Properties of whole games: replays, copies kept along the way, the reference interpreter, the final score."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from ruleset_core import Account, Game, State, Story
from ruleset_core.testing.difference import difference

from .report import Table

#: Every how many choices a copy is kept in a game whose history is checked.
_KEEP_EVERY: Final = 5
#: How many random games, and how many play-outs, are played at once.
_MANY: Final = 2


@dataclass(frozen=True, slots=True)
class Played:
    """A game played to its end: how it was set up, what was chosen, where it came to, what was drawn on the way."""

    game: Game
    table: Table
    taken: list[int]
    state: State
    drawn: list[int] = field(default_factory=list)


def scores(played: Played) -> Iterator[str]:
    """At the end nobody is to decide; the score is the sum of its sheet; who wins, and what that means for each, fit together."""
    state = played.state
    if state.options or state.decision is not None or state.seat != -1:
        yield "the game is over, but somebody is still asked"
    totals = state.scores()
    if len(totals) != played.table.players:
        yield f"{len(totals)} scores for {played.table.players} players"
    for seat, total in enumerate(totals):
        lines = state.score_sheet(seat)
        if sum(line.amount for line in lines) != total:
            yield f"the sheet of seat {seat} adds up to {sum(line.amount for line in lines)}, its score is {total}"
    yield from _outcomes(played.game, state)


def _outcomes(game: Game, state: State) -> Iterator[str]:
    """A winner has the best standing, unless a condition says who can win; teams win or lose together; outcomes say the same."""
    winners, outcomes, standings = state.winners(), state.outcomes(), state.standings()
    best = max(worth for _, worth in standings)
    if not game.winning.conditional and any(standings[seat][1] != best for seat in winners):
        yield f"scores {state.scores()}, but the winners are {winners}"
    for seat, (team, _) in enumerate(standings):
        if any((other in winners) != (seat in winners) for other, (one, _) in enumerate(standings) if one == team):
            yield f"the winners are {winners}, part of a team"
        even = len({each for each, _ in standings}) > 1 and len(winners) in {0, len(outcomes)}
        right = 0 if even else 1 if seat in winners else -1
        if (outcomes[seat], state.outcome(seat)) != (right, right):
            yield f"the winners are {winners}, and for seat {seat} the outcome is {outcomes[seat]}"


def replay(played: Played) -> Iterator[str]:
    """The same seed and options give the same game: options, draws and state."""
    state = played.table.new(played.game)
    drawn = list(state.draws)
    for choices, option in enumerate(played.taken):
        if option not in state.options:
            yield f"the replay does not offer `{played.game.notation(option)}` at choice {choices}"
            return
        state.apply(option)
        drawn += state.draws
    if drawn != played.drawn:
        yield "the replay drew other random outcomes"
    if state.to_json() != played.state.to_json():
        yield f"the replay ended in another state: {difference(state.to_json(), played.state.to_json())}"


def history(played: Played) -> Iterator[str]:
    """Copies kept along the way stay what they were, and lead to the same end: undo is going back to one."""
    state = played.table.new(played.game)
    kept: list[tuple[int, State, dict[str, Any]]] = []
    for choices, option in enumerate(played.taken):
        if choices % _KEEP_EVERY == 0:
            kept.append((choices, state.clone(), state.to_json()))
        state.apply(option)
    for choices, copy, written in kept:
        if copy.to_json() != written:
            yield f"the copy kept at choice {choices} was changed by what came after"
            return
    for choices, copy, _ in kept[:: max(1, len(kept) // 4)]:
        for option in played.taken[choices:]:
            copy.apply(option)
        if copy.to_json() != played.state.to_json():
            yield f"going back to choice {choices} and taking the same options leads to another end"


def interpreter(played: Played) -> Iterator[str]:
    """The reference interpreter and the generated code agree after every choice."""
    generated, reference = played.table.new(played.game), played.table.new(played.game.interpreted())
    for choices, option in enumerate([*played.taken, None]):
        if generated.options != reference.options:
            yield f"at choice {choices} one offers {generated.options}, the interpreter {reference.options}"
            return
        here, there = generated.to_json(), reference.to_json()
        if here != there:
            yield f"at choice {choices} the interpreter is in another state: {difference(here, there)}"
            return
        if option is not None:
            generated.apply(option)
            reference.apply(option)


def core(played: Played) -> Iterator[str]:
    """The compiled core plays the same game: every state, copies included, and the score at the end."""
    core = played.game.core()
    inside, outside = core.new(**played.table.begun), played.table.new(played.game)
    for choices, option in enumerate([*played.taken, None]):
        if list(inside.options) != outside.options or inside.seat != outside.seat:
            yield f"at choice {choices} the core offers {list(inside.options)} to seat {inside.seat}, Python {outside.options} to {outside.seat}"
            return
        here, there = outside.to_json(), inside.to_json()
        if here != there:
            yield f"at choice {choices} the core is in another state than Python: {difference(there, here)}"
            return
        if option is not None:
            inside = core.compiled(outside) if choices % _KEEP_EVERY == _KEEP_EVERY - 1 else inside.clone()
            inside.apply(option)
            outside.apply(option)
    for name in ("scores", "winners", "outcomes", "standings"):
        here, there = (getattr(each, name)() for each in (outside, inside))
        if here != there:
            yield f"in the core the {name} are {there}, in Python {here}"


def playouts(played: Played) -> Iterator[str]:
    """Many games at once, and play-outs in imagined worlds, are the games that the reference interpreter plays one by one."""
    fast, slow = played.game, played.game.interpreted()
    table = played.table
    few = [game.core().play(table.players, _MANY, table.seed, dict(table.options)) for game in (fast, slow)]
    for name in ("scores", "winners", "outcomes", "decisions", "lengths"):
        one, other = (getattr(each, name).tolist() for each in few)
        if one != other:
            yield f"{name} of {_MANY} random games are {one} in the core, {other} one by one"
    states = [table.new(game) for game in (fast, slow)]
    for option in played.taken[: len(played.taken) * 2 // 3]:
        for state in states:
            state.apply(option)
    seat = states[0].seat
    sums = [state.game.core().rollouts(state, seat, _MANY, table.seed) for state in states]
    for name in ("scores", "wins", "outcomes", "decisions"):
        one, other = (getattr(each, name).tolist() for each in sums)
        if one != other:
            yield f"{name} of {_MANY} play-outs after {len(played.taken) * 2 // 3} choices are {one} in the core, {other} one by one"


def accounts(played: Played) -> Iterator[str]:
    """Where an amount came from adds up, for every seat and whoever asks, to what it is and was; the score to its sheet."""
    game, players = played.game, played.table.players
    state = played.table.new(game)
    before, heard = game.blank(players, played.table.seed, dict(played.table.options)), [state.hear_setup()]
    for choices, option in enumerate([*played.taken, None]):
        if choices == len(played.taken) // 2 or option is None:
            yield from _in_full(state, game.tell(players, heard), before)
            for viewer in (choices % players, players):
                yield from _as_told(state, game.tell(players, heard, viewer))
        if option is not None:
            heard.append(state.hear(option, choices))
            state.apply(option)


def _asked(state: State, story: Story) -> Iterator[tuple[Account, str]]:
    """Every account, with what it is about."""
    for subject in (each for each in state.game.subjects(story.seats) if not each.at):
        for seat in (0,) if subject.is_shared else range(story.seats):
            yield state.why(story, subject.name, seat, subject.at), f"{subject.title('en')} of seat {seat}"


def _in_full(state: State, story: Story, before: State) -> Iterator[str]:
    """Told to who may know all, it leads from what was before the setup to what is now."""
    nothing = state.game.tell(story.seats, [])
    for account, what in _asked(state, story):
        if account.name is None:
            now, was = state.scores()[account.seat], 0
        else:
            seat = max(account.seat, 0)
            now, was = ((each.why(nothing, account.name, seat, account.at).after or 0) for each in (state, before))
        if (account.before, account.after) != (was, now):
            yield f"{what} was {was} and is {now}; told are {account.before} and {account.after}"
        if (total := sum(row.amount or 0 for row in account.rows)) != now - was:
            yield f"{what} was {was} and is {now}; {total} is accounted for"


def _as_told(state: State, story: Story) -> Iterator[str]:
    """Told to a seat, it adds up as well, where the amount is known to it; at the end the score is."""
    for account, what in _asked(state, story):
        if account.name is None and state.over and account.after != state.scores()[account.seat]:
            yield f"{what} is {state.scores()[account.seat]}; seat {story.viewer} is told {account.after}"
        if account.after is None or account.before is None:
            continue
        if (total := sum(row.amount or 0 for row in account.rows)) != account.after - account.before:
            yield f"{what} was {account.before} and is {account.after}; seat {story.viewer} is told of {total}"


#: Properties looked at in every finished game.
AT_END: Final[dict[str, Callable[[Played], Iterator[str]]]] = {"scores": scores}
#: Properties that need the game played again; looked at in a sample of games.
AGAIN: Final[dict[str, Callable[[Played], Iterator[str]]]] = {
    "replay": replay,
    "history": history,
    "interpreter": interpreter,
    "core": core,
    "playouts": playouts,
    "accounts": accounts,
}
#: Those of them that ask for a compiled core, which not every game and not every machine has.
IN_CORE: Final = ("core", "playouts")
