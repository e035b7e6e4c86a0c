"""The log in readable words: who did what, and nothing a seat may not know."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ruleset_core.cli.messages import say
from ruleset_core.record import Session, hidden_now, may_see

if TYPE_CHECKING:
    from ruleset_core.cli.play_screen import Screen

__all__ = ["Narrator", "log_lines", "move_words"]


def move_words(session: Session, number: int, lang: str, viewer: int | None = None) -> str:
    """The move with this number (from 0) in words for a viewer, its notation behind them when that differs."""
    step, before = session.steps[number], session.states[number]
    label = session.game.label(before, step.option, lang, viewer, session.header.names)
    return label if label == step.move.notation else f"{label}  [{step.move.notation}]"


def _words(session: Session, number: int, viewer: int | None, lang: str) -> str:
    if not may_see(session, session.steps[number], viewer):
        return say("secret", lang)
    return move_words(session, number, lang, viewer)


def _short_words(session: Session, number: int, viewer: int | None, lang: str) -> str:
    """The label alone, or the notation where the label is a bare number."""
    step = session.steps[number]
    if not may_see(session, step, viewer):
        return say("secret", lang)
    label = session.game.label(session.states[number], step.option, lang, viewer, session.header.names)
    return label if any(map(str.isalpha, label)) else step.move.notation


def _forced_words(session: Session, number: int, viewer: int | None, lang: str) -> list[str]:
    """What the same seat did behind a move because it had no other choice; other seats' are told with their moves."""
    step, forced = session.steps[number], session.states[number + 1].forced
    if not may_see(session, step, viewer):
        return []
    all_seen = viewer in {None, step.move.seat}
    mine = [
        option
        for seat, option in zip(forced[::2], forced[1::2], strict=True)
        if seat == step.move.seat and (all_seen or not session.game.is_secret(option))
    ]
    labels = [session.game.option_name(option, lang, session.header.names) for option in mine]
    notations = map(session.game.notation, mine)
    return [label if any(map(str.isalpha, label)) else own for label, own in zip(labels, notations, strict=True)]


def _name(session: Session, number: int) -> str:
    return session.header.seats[session.steps[number].move.seat].name


def changed_fields(session: Session, start: int, end: int, viewer: int | None, lang: str) -> str:
    """The single values all share that changed between two positions: the day, the pot..."""
    from ruleset_core.cli.view_names import Names

    seat, names = viewer or 0, Names(session.game, lang, session.header.names)
    told = names.told()
    before, after = (session.states[number].observe(seat)["fields"] for number in (start, end))
    return " · ".join(
        f"{names.title('fields', name)}: {names.value(names.shape(name).value, value)}"
        for name, value in after.items()
        if value != before[name] and not isinstance(value, Mapping) and (not told or name in told)
    )


def log_lines(session: Session, viewer: int | None, lang: str) -> Iterator[str]:
    """All moves up to the position looked at, as `viewer` may read them, numbered from 1."""
    width = len(str(session.position))
    for number in range(session.position):
        yield f"{number + 1:>{width}}  {_name(session, number)}: {_words(session, number, viewer, lang)}"


@dataclass(slots=True)
class _Told:
    """How far a viewer was told, and the numbers of the moves before that which were hidden then."""

    number: int
    waiting: list[int] = field(default_factory=list)

    def copy(self) -> _Told:
        return _Told(self.number, list(self.waiting))

    def take_back(self, count: int) -> None:
        self.number = min(self.number, count)
        self.waiting = [number for number in self.waiting if number < count]


class Narrator:
    """Tells once what happened since; choices that are hidden for now are told when they no longer are.

    Players who must not see each other's screen are told apart, the others together.
    """

    def __init__(self, screen: Screen, lang: str, told: int = 0) -> None:
        self._screen = screen
        self._lang = lang
        self._start = told
        self._together = _Told(told)
        self._apart: dict[int, _Told] = {}

    def tell(self, session: Session, viewer: int | None, *, apart: bool = False) -> None:
        """Print what `viewer` may know and was not told yet."""
        told = self._apart.get(viewer, _Told(self._start)) if apart and viewer is not None else self._together
        new = [*told.waiting, *range(told.number, len(session.steps))]
        told.waiting = [number for number in new if hidden_now(session, session.steps[number], viewer)]
        told.number = len(session.steps)
        for turn in _turns(session, [number for number in new if number not in told.waiting]):
            self._turn(session, turn, viewer)
        if viewer is not None:
            self._apart[viewer] = told if apart else told.copy()

    def take_back(self, count: int) -> None:
        """Only `count` moves stand: tell anew what will come in place of those taken back."""
        for told in (self._together, *self._apart.values()):
            told.take_back(count)

    def _turn(self, session: Session, turn: Sequence[int], viewer: int | None) -> None:
        """One line for what a seat did, then what changed on the table."""
        tell = _words if len(turn) == 1 else _short_words
        words: list[str] = []
        for number in turn:
            words += [tell(session, number, viewer, self._lang), *_forced_words(session, number, viewer, self._lang)]
        self._screen.line(f"{_name(session, turn[0])}: {' · '.join(words)}")
        changed = changed_fields(session, turn[0], turn[-1] + 1, viewer, self._lang)
        if changed:
            self._screen.note(f"  {changed}")


def _turns(session: Session, numbers: Sequence[int]) -> Iterator[list[int]]:
    """Moves in the runs in which one seat decided without interruption: no other seat, no dice in between."""
    run: list[int] = []
    for number in numbers:
        last = session.steps[run[-1]].move if run else None
        if last and (run[-1] + 1 != number or last.draws or last.seat != session.steps[number].move.seat):
            yield run
            run = []
        run.append(number)
    if run:
        yield run
