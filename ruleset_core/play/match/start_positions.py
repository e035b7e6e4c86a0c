"""Where a game begins if not at its beginning: a scenario, a lesson, or a saved game after some of its moves, by what somebody types.

administration               the scenario with this in its name
building:administration      the same, in the file `building.yaml`
administration@3             the position after 3 of its answers
administration@end           the position after all of them
game.ruleset@12              the position of a saved game after 12 moves
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Final

from ruleset_core import Game, RulesetError, SaveError, State, levels_used, load
from ruleset_core.diagnostics import Diagnostic
from ruleset_core.discovery import GAME_FILE, expansions_of, find_game
from ruleset_core.headers import read_header
from ruleset_core.messages import LANGUAGES, message
from ruleset_core.play.match.session_setup import GameLoader, check_record, open_record, recorded_start, start_session
from ruleset_core.play.records import HUMAN, RECORD_SUFFIX, Seat, Session
from ruleset_core.play.records.playtest_files import read_game_record
from ruleset_core.positions.cases import LessonCase, PositionCase
from ruleset_core.positions.find_cases import lesson_cases
from ruleset_core.positions.position_runs import PositionRun, start_position
from ruleset_core.values import split_step

AT_END: Final = "@end"
"""Behind the name of a scenario: after all of its answers."""
NAMED: Final = 5
"""So many names are given in a message."""


class PositionError(RulesetError):
    """There is no such position, or it cannot be reached any more; `text` says why in a language."""

    def __init__(self, key: str, **values: object) -> None:
        self.key, self.values = key, values
        super().__init__(self.text(LANGUAGES[0]))

    def text(self, lang: str) -> str:
        """What is wrong, in a sentence."""
        return message(f"play.position_{self.key}", lang, **self.values)


@dataclass(frozen=True, slots=True)
class StartPosition:
    """Where a game begins: at a case after some of its answers, or in a saved game.

    Attributes:
        game: the game, loaded with what belongs to the position.
        state: the position. To be read, not changed.
        moves: how many moves led to it.
        case: the scenario or lesson.
        saved: the saved game up to the position.
    """

    game: Game
    state: State
    moves: int = 0
    case: PositionCase | None = None
    saved: Session | None = None

    @property
    def players(self) -> int:
        """How many play."""
        return self.state.n

    @property
    def expansions(self) -> tuple[str, ...]:
        """The expansions that belong to the position."""
        return (
            tuple(self.saved.header.expansions)
            if self.saved is not None
            else ()
            if self.case is None
            else self.case.expansions
        )

    @property
    def name(self) -> str:
        """What it is called."""
        name = "" if self.case is None else self.case.name
        return f"{name}@{self.moves}" if name and self.moves else name

    def state_in(self, game: Game) -> State:
        """The same position in the game with other rules: as it stands if it can stand there, else the scenario played there.

        Raises:
            PositionError: it fits neither way.
        """
        try:
            return game.from_json({**self.state.to_json(), "game": game.name, "hash": game.hash})
        except SaveError:
            if self.case is None:
                raise PositionError("unlike", game=game.title(), number=self.moves) from None
        state = start_position(self.case, game)
        if isinstance(state, Diagnostic):
            raise _unreachable(self.case, state)
        run = PositionRun(self.case, game, state)
        _take(self.case, run, self.moves)
        return run.state

    def begin(
        self, seats: Sequence[Seat], seed: int | None = None, roots: Sequence[Path] = (), *, hints: bool = True
    ) -> Session:
        """A game that goes on from here with these seats; `seed`: of chance that the position does not fix."""
        if self.saved is not None:
            session = self.saved.branch()
            levels = levels_used(session.game, [seat.kind for seat in seats])
            session.header = replace(session.header, seats=tuple(seats), hints=hints, levels=levels)
            return session
        case = self.case
        assert case is not None  # it is one of both
        given = case.described
        session = start_session(
            self.game, seats, given.seed if seed is None else seed, dict(given.options), (*roots, *case.roots),
            hints=hints, start=recorded_start(case),
        )  # fmt: skip
        _follow(case, session, self.moves)
        return session


def find_start(
    game: str,
    text: str,
    expansions: Sequence[str] = (),
    roots: Sequence[Path] = (),
    *,
    loaded: GameLoader | None = None,
) -> StartPosition:
    """The position that somebody means.

    Args:
        game: the name of the game, or its directory.
        text: as this module's beginning says.
        expansions: that are played with besides those of the position.
        roots: directories in which games are looked for besides.
        loaded: loads games instead of `load`.

    Raises:
        PositionError: there is none, or several, or the game is another one now.
        RulesetError: the game or the record cannot be loaded.
    """
    whole = text.removesuffix(AT_END)
    name, moves = split_step(whole)
    if name.endswith(RECORD_SUFFIX) or (Path(name).is_file() and not name.endswith(".yaml")):
        return _of_record(game, name, moves, expansions, roots)
    case = _named_case(game, name, roots)
    return start_of_case(case, len(case.options) if whole != text else moves or 0, expansions, roots, loaded=loaded)


def start_of_case(
    case: PositionCase, moves: int = 0, expansions: Sequence[str] = (), roots: Sequence[Path] = (), *,
    loaded: GameLoader | None = None,
) -> StartPosition:  # fmt: skip
    """The position of a scenario or a lesson after so many of its answers. Raises as `find_start` does."""
    wanted = tuple(dict.fromkeys((*case.expansions, *expansions)))
    game = (loaded or load)(case.game, wanted, (*roots, *case.roots))
    state = start_position(case, game)
    if isinstance(state, Diagnostic):
        raise _unreachable(case, state)
    if moves > len(case.options):
        raise PositionError("no_step", name=case.name, number=moves, count=len(case.options))
    run = PositionRun(case, game, state)
    _take(case, run, moves)
    return StartPosition(game, run.state, moves, case)


def _follow(case: PositionCase, session: Session, moves: int) -> None:
    """Make the first moves of a case in a session."""

    def follow(option: int, _state: State) -> None:
        session.apply(option)

    _take(case, PositionRun(case, session.game, session.live.clone(), follow), moves)


def _take(case: PositionCase, run: PositionRun, moves: int) -> None:
    for text, seat, path in case.options[:moves]:
        problem = run.take(text, seat, case.span(*path))
        if problem is not None:
            raise _unreachable(case, problem)


def _unreachable(case: PositionCase, problem: Diagnostic) -> PositionError:
    where = f"{problem.span.file}:{problem.span.line}"
    return PositionError("changed", name=case.name, where=where, problem=problem.message)


def _of_record(
    game: str, file: str, moves: int | None, expansions: Sequence[str], roots: Sequence[Path]
) -> StartPosition:  # fmt: skip
    record = read_game_record(file)
    directory = find_game(game, roots)
    check_record(record, read_header(directory / GAME_FILE).id or directory.name, expansions)
    session = open_record(record, roots, force=False)
    if moves is not None:
        session.to(moves)
    saved = session.branch()
    return StartPosition(session.game, saved.live, len(saved.steps), saved=saved)


def _named_case(game: str, name: str, roots: Sequence[Path]) -> PositionCase:
    """The scenario or lesson of that name, or the only one that has it in its name; `FILE:NAME` looks into a file alone."""
    from ruleset_core.positions.position_files import position_cases

    cases = position_cases([str(find_game(game, roots))], roots)
    file, colon, rest = name.partition(":")
    if colon and any(file in _names_of_file(case) for case in cases):
        cases, name = [case for case in cases if file in _names_of_file(case)], rest.strip()
    close = [case for case in cases if name.casefold() in case.name.casefold()]
    exact = [case for case in close if case.name.casefold() == name.casefold()]
    found = exact or close
    if not found:
        near = get_close_matches(name, [case.name for case in cases], n=1, cutoff=0.5)
        raise PositionError(f"unknown{'_close' * bool(near)}", game=game, name=name, close="".join(near))
    if len(found) > 1:
        alike = len({case.name for case in found}) < len(found)
        known = [f"{Path(case.file).stem}:{case.name}" if alike else case.name for case in found[:NAMED]]
        raise PositionError("many", name=name, known="; ".join(known) + " ..." * (len(found) > NAMED))
    return found[0]


def _names_of_file(case: PositionCase) -> tuple[str, str]:
    path = Path(case.file)
    return path.name, path.stem


def named_lessons(game: str, roots: Sequence[Path] = ()) -> list[LessonCase]:
    """The lessons of a game and of its expansions, in the order of their files. Raises GameNotFoundError."""
    directory = find_game(game, roots)
    own = read_header(directory / GAME_FILE).id or directory.name
    return lesson_cases([directory, *expansions_of(own, directory, roots).values()], roots)


def find_lesson(game: str, name: str, roots: Sequence[Path] = ()) -> LessonCase:
    """The lesson of that id, or the first one where no name is given. Raises PositionError where there is none, and as `named_lessons`."""
    lessons = named_lessons(game, roots)
    if not lessons:
        raise PositionError("no_lessons", game=game)
    found = next((case for case in lessons if name in {"", case.name}), None)
    if found is None:
        raise PositionError("no_lesson", name=name, known=", ".join(case.name for case in lessons))
    return found


def lesson_kinds(begun: StartPosition) -> list[str] | None:
    """Who plays a lesson: somebody who learns, and bots that are easy to beat; None where the position is of no lesson."""
    if not isinstance(begun.case, LessonCase):
        return None
    return [HUMAN if seat == begun.case.lesson.seat else "easy" for seat in range(begun.players)]


def position_names(game: str, roots: Sequence[Path] = ()) -> list[str]:
    """What positions of a game are called, for the completion of a shell."""
    from ruleset_core.positions.position_files import position_cases

    return [case.name for case in position_cases([game], roots)]
