"""The log in readable words: who did what, and nothing a seat may not know."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ruleset_core.cli.messages import say
from ruleset_core.record import Session

if TYPE_CHECKING:
    from ruleset_core import Told
    from ruleset_core.cli.play_screen import Screen

__all__ = ["Narrator", "log_lines", "move_words"]


def move_words(session: Session, number: int, lang: str, viewer: int | None = None) -> str:
    """The move with this number (from 0) in words for a viewer, its notation behind them when that differs."""
    step, before = session.steps[number], session.states[number]
    label = session.game.label(before, step.option, lang, viewer, session.header.names)
    return label if label == step.move.notation else f"{label}  [{step.move.notation}]"


def _words(session: Session, told: Told, viewer: int | None, lang: str) -> str:
    return say("secret", lang) if told.option is None else move_words(session, told.number, lang, viewer)


def _short_words(session: Session, told: Told, viewer: int | None, lang: str) -> str:
    """The label alone, or the notation where the label is a bare number."""
    if told.option is None:
        return say("secret", lang)
    label = session.game.label(session.states[told.number], told.option, lang, viewer, session.header.names)
    return _lettered(label, session.game.notation(told.option))


def _forced_words(session: Session, told: Told, lang: str) -> list[str]:
    """What the same seat did behind a move because it had no other choice; other seats' are told with their moves."""
    names, game = session.header.names, session.game
    return [_lettered(game.option_name(option, lang, names), game.notation(option)) for option in told.forced]


def _lettered(label: str, notation: str) -> str:
    return label if any(map(str.isalpha, label)) else notation


def _name(session: Session, told: Told) -> str:
    return session.header.seats[told.seat].name


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
    """All that `viewer` may be told of the moves up to the position looked at, numbered from 1.

    The numbers count what is told, not the moves: how many of those were made in secret is a secret too.
    """
    known = list(session.told(viewer))
    width = len(str(len(known)))
    for number, told in enumerate(known, 1):
        yield f"{number:>{width}}  {_name(session, told)}: {_words(session, told, viewer, lang)}"


@dataclass(slots=True)
class _Heard:
    """How far a viewer was told, and the numbers of the moves before that which were hidden then."""

    number: int
    waiting: list[int] = field(default_factory=list)

    def copy(self) -> _Heard:
        return _Heard(self.number, list(self.waiting))

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
        self._together = _Heard(told)
        self._apart: dict[int, _Heard] = {}

    def tell(self, session: Session, viewer: int | None, *, apart: bool = False) -> None:
        """Print what `viewer` may know and was not told yet."""
        told = self._apart.get(viewer, _Heard(self._start)) if apart and viewer is not None else self._together
        new = [*told.waiting, *range(told.number, len(session.steps))]
        told.waiting = [number for number in new if session.hidden_now(number, viewer)]
        told.number = len(session.steps)
        for turn in _turns(session, session.told(viewer, new)):
            self._turn(session, turn, viewer)
        if viewer is not None:
            self._apart[viewer] = told if apart else told.copy()

    def take_back(self, count: int) -> None:
        """Only `count` moves stand: tell anew what will come in place of those taken back."""
        for told in (self._together, *self._apart.values()):
            told.take_back(count)

    def _turn(self, session: Session, turn: Sequence[Told], viewer: int | None) -> None:
        """One line for what a seat did, then what changed on the table."""
        tell = _words if len(turn) == 1 else _short_words
        words: list[str] = []
        for told in turn:
            words += [tell(session, told, viewer, self._lang), *_forced_words(session, told, self._lang)]
        self._screen.line(f"{_name(session, turn[0])}: {' · '.join(words)}")
        changed = changed_fields(session, turn[0].number, turn[-1].last + 1, viewer, self._lang)
        if changed:
            self._screen.note(f"  {changed}")


def _turns(session: Session, known: Iterable[Told]) -> Iterator[list[Told]]:
    """Moves in the runs in which one seat decided without interruption: no other seat, no dice in between."""
    run: list[Told] = []
    for told in known:
        between = session.steps[run[-1].number : told.number] if run else []
        if any(step.move.draws or step.move.seat != told.seat for step in between):
            yield run
            run = []
        run.append(told)
    if run:
        yield run
