"""What a seat chose in a turn, as one clause: `draws from the deck red II with a citizen of Bo and keeps Fort`.

Answers go on one another. A text that begins with `…` goes on the one before it without a comma; one that is nothing else
leaves it to the next answer to tell both. Answers to the same question in a row share the words before what was picked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, Final

from ruleset_core.engine.story.seen import HIDDEN
from ruleset_core.engine.story.wording import Wording
from ruleset_core.lang.evaluate.trace import Chosen

if TYPE_CHECKING:
    from ruleset_core.engine.game import Game
    from ruleset_core.engine.story.turns import Turn

__all__ = ["Answers", "answer", "answers"]

GOES_ON: Final = "…"
"""Begins what goes on the answer before it."""


@dataclass(slots=True)
class Answers:
    """What was chosen, in words that stand behind the name of the seat; none where what came of it says enough. `pieces`: the names of those they speak of."""

    text: str = ""
    pieces: set[str] = field(default_factory=set)


@dataclass(slots=True)
class _Clause:
    """One answer: what it begins with, and what differs where the same question is answered again."""

    decision: str
    start: str
    rest: str

    @property
    def text(self) -> str:
        return self.start + self.rest


def answers(wording: Wording, turn: Turn, viewer: int | None, *, all_of_them: bool = False) -> Answers:
    """What a seat chose in a turn, as `viewer` may be told it; `all_of_them`: also what is of no note."""
    chosen = turn.choices if all_of_them else [part for part in turn.choices if _is_of_note(wording, part)]
    clauses = [_clause(wording, part, viewer) for part in chosen]
    pieces = {name for part in chosen if _is_open(wording, part, viewer) for name in wording.pieces(part.words)}
    told = [clause for clause in clauses if clause.text.strip() != GOES_ON]
    if all(clause.text.startswith(GOES_ON) for clause in told):  # they go on what is told already
        told = []
    if not told and (all_of_them or turn.was_forced):  # what was left to the next answer, which did not come
        asked = [part for part in chosen if not part.forced] or chosen
        told = [_chooses(wording, part, viewer) for part in asked[-1:]]
    return Answers(wording.listed(_joined(wording, told)), pieces)


def answer(game: Game, part: Chosen, viewer: int | None, lang: str, names: Sequence[str] = ()) -> str:
    """An answer that was the only one: behind its question, what a menu would call it; to its seat also why."""
    wording = Wording(game, lang, names)
    text = " ".join(filter(None, [_question(wording.sentence(part.asked)), _label(wording, part, viewer)]))
    reasons = [wording.sentence(each).removesuffix(".") for each in part.refused.reasons] if viewer == part.me else []
    why = ". ".join(dict.fromkeys(filter(None, reasons)))
    return f"{text} ({wording.word('others_refused', why=why)})" if why else text


def _question(asked: str) -> str:
    """What asks in what a seat is asked, without what is said before and after it."""
    before, mark, _ = asked.partition("?")
    return f"{before.rpartition('. ')[2]}{mark}" if mark else asked


def _is_of_note(wording: Wording, part: Chosen) -> bool:
    """Whether an answer is told: not one that its effects tell, nor that nothing more is taken."""
    decision = wording.v.decisions[part.decision]
    left = part.option == decision.base + decision.size
    return decision.note and (not left or decision.low + decision.size in decision.told_of)


def _is_open(wording: Wording, part: Chosen, viewer: int | None) -> bool:
    return part.option != HIDDEN and (viewer in {None, part.me} or part.decision not in wording.game.secret_labels)


def _clause(wording: Wording, part: Chosen, viewer: int | None) -> _Clause:
    if part.option == HIDDEN:
        return _Clause("", wording.word("secret"), "")
    words = part.words.get(wording.lang, ()) if _is_open(wording, part, viewer) else ()
    if not words:
        return _chooses(wording, part, viewer)
    return _Clause(part.decision, *wording.parted(part.words))


def _chooses(wording: Wording, part: Chosen, viewer: int | None) -> _Clause:
    """An answer of which the data does not say what others are told."""
    return _Clause("", wording.word("chooses", what=""), wording.word("quoted", what=_name(wording, part, viewer)))


def _name(wording: Wording, part: Chosen, viewer: int | None) -> str:
    """What the option was called where the data has no other words for it.

    Words such as `… from the deck {it}` wait for the next answer: until that comes it is the name of what was picked. Its label also says what helps
    who is asked, `yellow I, citizens: 1`.
    """
    waits = "".join(wording.parted(part.words)).replace(GOES_ON, "").strip() if part.words else ""
    if part.option == HIDDEN or wording.v.decisions[part.decision].keys or not waits:
        return _label(wording, part, viewer)
    name = wording.game.option_name(part.option, wording.lang, wording.names)
    return name if any(map(str.isalpha, name)) else _label(wording, part, viewer)


def _label(wording: Wording, part: Chosen, viewer: int | None) -> str:
    """What the option was called, or the name of what it picks."""
    if part.option == HIDDEN:
        return wording.word("secret")
    label = wording.sentence(part.label) if _is_open(wording, part, viewer) else ""
    if any(map(str.isalpha, label)):
        return label
    name = wording.game.option_name(part.option, wording.lang, wording.names)
    return name if any(map(str.isalpha, name)) else wording.game.notation(part.option)


def _joined(wording: Wording, clauses: Sequence[_Clause]) -> list[str]:
    """The clauses that are told side by side."""
    found: list[str] = []
    for (_, start), alike in groupby(clauses, key=lambda each: (each.decision, each.start)):
        text = _repeated(wording, start, [each.rest for each in alike])
        on = text.removeprefix(GOES_ON).strip()
        if on != text and found:
            found[-1] = f"{found[-1]}{'' if on.startswith(',') else ' '}{on}"
        else:
            found.append(f"{GOES_ON} {on.removeprefix(',').strip()}" if on != text else text)
    return found


def _repeated(wording: Wording, start: str, rests: Iterable[str]) -> str:
    """`takes ` `a die`, `a cube` are `takes a die and a cube`; the same again is counted."""
    counts: dict[str, int] = {}
    for rest in rests:
        counts[rest] = counts.get(rest, 0) + 1
    if len(counts) == 1 and not start.startswith(GOES_ON):
        ((rest, count),) = counts.items()
        return f"{start}{rest}" if count == 1 else wording.word("times", what=f"{start}{rest}", count=count)
    items = [rest if count == 1 else f"{rest} ({count}×)" for rest, count in counts.items()]
    return f"{start}{wording.listed(items)}"
