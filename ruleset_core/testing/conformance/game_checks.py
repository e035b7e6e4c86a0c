"""Properties of whole games: replay, history, executors, scores, accounts, and the same bytes in another process."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from ruleset_core import Account, Game, State, Story, account_of, core_of, story_of, subjects, trace_setup, trace_step
from ruleset_core.testing.comparison import difference
from ruleset_core.testing.conformance.check_results import ConformanceGame

# Properties of whole games: replays, copies kept along the way, the reference interpreter, the final score.

#: Every how many choices a copy is kept in a game whose history is checked.
_KEEP_EVERY: Final = 5
#: How many random games, and how many play-outs, are played at once.
_MANY: Final = 2


@dataclass(frozen=True, slots=True)
class PlayedTestGame:
    """A game played to its end: how it was set up, what was chosen, where it came to, what was drawn on the way."""

    game: Game
    table: ConformanceGame
    taken: list[int]
    state: State
    drawn: list[int] = field(default_factory=list)


def scores(played: PlayedTestGame) -> Iterator[str]:
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


def replay(played: PlayedTestGame) -> Iterator[str]:
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


def history(played: PlayedTestGame) -> Iterator[str]:
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


def interpreter(played: PlayedTestGame) -> Iterator[str]:
    """The reference interpreter agrees with what plays after every choice."""
    state, reference = played.table.new(played.game), played.table.new(played.game.interpreted())
    for choices, option in enumerate([*played.taken, None]):
        if state.options != reference.options:
            yield f"at choice {choices} one offers {state.options}, the interpreter {reference.options}"
            return
        here, there = state.to_json(), reference.to_json()
        if here != there:
            yield f"at choice {choices} the interpreter is in another state: {difference(here, there)}"
            return
        if option is not None:
            state.apply(option)
            reference.apply(option)


def core(played: PlayedTestGame) -> Iterator[str]:
    """The compiled core plays the same game: every state, copies included, and the score at the end."""
    core = core_of(played.game)
    inside, outside = core.new(**played.table.begun), played.table.new(played.game.interpreted())
    for choices, option in enumerate([*played.taken, None]):
        if list(inside.options) != outside.options or inside.seat != outside.seat:
            yield f"at choice {choices} the core offers {list(inside.options)} to seat {inside.seat}, the interpreter {outside.options} to {outside.seat}"
            return
        here, there = outside.to_json(), inside.to_json()
        if here != there:
            yield f"at choice {choices} the core is in another state than the interpreter: {difference(there, here)}"
            return
        if option is not None:
            inside = core.compiled(outside) if choices % _KEEP_EVERY == _KEEP_EVERY - 1 else inside.clone()
            inside.apply(option)
            outside.apply(option)
    for name in ("scores", "winners", "outcomes", "standings"):
        here, there = (getattr(each, name)() for each in (outside, inside))
        if here != there:
            yield f"in the core the {name} are {there}, in the interpreter {here}"


def playouts(played: PlayedTestGame) -> Iterator[str]:
    """Many games at once, and play-outs in imagined worlds, are the games that the reference interpreter plays one by one."""
    fast, slow = played.game, played.game.interpreted()
    table = played.table
    few = [core_of(game).play(table.players, _MANY, table.seed, dict(table.options)) for game in (fast, slow)]
    for name in ("scores", "winners", "outcomes", "decisions", "options_taken"):
        one, other = (getattr(each, name).tolist() for each in few)
        if one != other:
            yield f"{name} of {_MANY} random games are {one} in the core, {other} one by one"
    states = [table.new(game) for game in (fast, slow)]
    for option in played.taken[: len(played.taken) * 2 // 3]:
        for state in states:
            state.apply(option)
    seat = states[0].seat
    sums = [core_of(state.game).rollouts(state, seat, _MANY, table.seed) for state in states]
    for name in ("scores", "wins", "outcomes", "decisions"):
        one, other = (getattr(each, name).tolist() for each in sums)
        if one != other:
            yield f"{name} of {_MANY} play-outs after {len(played.taken) * 2 // 3} choices are {one} in the core, {other} one by one"


def accounts(played: PlayedTestGame) -> Iterator[str]:
    """Where an amount came from adds up, for every seat and whoever asks, to what it is and was; the score to its sheet."""
    game, players = played.game, played.table.players
    state = played.table.new(game)
    before, heard = game.blank(players, played.table.seed, dict(played.table.options)), [trace_setup(state)]
    for choices, option in enumerate([*played.taken, None]):
        if choices == len(played.taken) // 2 or option is None:
            yield from _in_full(state, story_of(game, players, heard), before)
            for viewer in (choices % players, players):
                yield from _seat_story_problems(state, story_of(game, players, heard, viewer))
        if option is not None:
            heard.append(trace_step(state, option, choices))
            state.apply(option)


def _asked(state: State, story: Story) -> Iterator[tuple[Account, str]]:
    """Every account, with what it is about."""
    for subject in (each for each in subjects(state.game, story.seats) if not each.at):
        for seat in (0,) if subject.is_shared else range(story.seats):
            yield account_of(state, story, subject.name, seat, subject.at), f"{subject.title('en')} of seat {seat}"


def _in_full(state: State, story: Story, before: State) -> Iterator[str]:
    """Told to who may know all, it leads from what was before the setup to what is now."""
    nothing = story_of(state.game, story.seats, [])
    for account, what in _asked(state, story):
        if account.name is None:
            now, was = state.scores()[account.seat], 0
        else:
            seat = max(account.seat, 0)
            now, was = (
                (account_of(each, nothing, account.name, seat, account.at).after or 0) for each in (state, before)
            )
        if (account.before, account.after) != (was, now):
            yield f"{what} was {was} and is {now}; told are {account.before} and {account.after}"
        if (total := sum(row.amount or 0 for row in account.rows)) != now - was:
            yield f"{what} was {was} and is {now}; {total} is accounted for"


def _seat_story_problems(state: State, story: Story) -> Iterator[str]:
    """Told to a seat, it adds up as well, where the amount is known to it; at the end the score is."""
    for account, what in _asked(state, story):
        if account.name is None and state.over and account.after != state.scores()[account.seat]:
            yield f"{what} is {state.scores()[account.seat]}; seat {story.viewer} is told {account.after}"
        if account.after is None or account.before is None:
            continue
        if (total := sum(row.amount or 0 for row in account.rows)) != account.after - account.before:
            yield f"{what} was {account.before} and is {account.after}; seat {story.viewer} is told of {total}"


#: Properties looked at in every finished game.
AT_END: Final[dict[str, Callable[[PlayedTestGame], Iterator[str]]]] = {"scores": scores}
#: Properties that need the game played again; looked at in a sample of games.
AGAIN: Final[dict[str, Callable[[PlayedTestGame], Iterator[str]]]] = {
    "replay": replay,
    "history": history,
    "interpreter": interpreter,
    "core": core,
    "playouts": playouts,
    "accounts": accounts,
}
#: Those of them that ask for a compiled core, which not every game and not every machine has.
IN_CORE: Final = ("core", "playouts")


# The same game in another process: same seed, same bytes, whatever Python's hash seed is.


def game_digest(played: PlayedTestGame) -> str:
    """Condense a game: the options offered at every choice, the draws, the final state."""
    state: State = played.table.new(played.game)
    seen: list[Any] = []
    for option in played.taken:
        seen += [list(state.options), list(state.draws)]
        state.apply(option)
    text = json.dumps([seen, state.draws, state.to_json(), played.game.hash], sort_keys=False)
    return hashlib.sha256(text.encode()).hexdigest()


def digest_in_new_process(
    played: Sequence[PlayedTestGame], source: Mapping[str, Any], hash_seed: int
) -> list[str] | str:
    """Play the same games in a new process.

    Args:
        played: games of one and the same `Game`.
        source: what `load` needs to load it again: name, expansions, roots, whether their order counts.
        hash_seed: seed of Python's string hashes in the new process.

    Returns:
        One digest for each game, or a text that tells why there are none.
    """
    games = [[game.table.players, game.table.seed, dict(game.table.options), game.taken] for game in played]
    environment = {**os.environ, "PYTHONHASHSEED": str(hash_seed), "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-m", __package__]
    request = json.dumps({"source": dict(source), "games": games})
    done = subprocess.run(  # noqa: S603  our own module, in our own interpreter
        command, input=request, capture_output=True, text=True, env=environment, check=False
    )
    if done.returncode:
        return f"the new process failed: {(done.stderr.strip().splitlines() or ['no message'])[-1]}"
    return done.stdout.split()


def processes(played: Sequence[PlayedTestGame], source: Mapping[str, Any]) -> Iterator[str]:
    """Two new processes with different hash seeds play the games to the same bytes as this one."""
    here = [game_digest(game) for game in played]
    for hash_seed in (1, 2):
        there = digest_in_new_process(played, source, hash_seed)
        if isinstance(there, str):
            yield there
            continue
        different = [str(game.table) for game, a, b in zip(played, here, there, strict=True) if a != b]
        if different:
            yield f"another process (hash seed {hash_seed}) plays differently: {'; '.join(different)}"


def loading_arguments(
    game: Game, name: str | None, roots: Sequence[str], expansions: Sequence[str] | None = None
) -> dict[str, Any]:
    """Say how a new process loads the same game; what was loaded by path is loaded by path again."""
    wanted = game.expansions if expansions is None else expansions
    named = {"name": name or game.id, "expansions": list(wanted), "roots": [str(root) for root in roots]}
    return {**named, "in_order": game.in_order}
