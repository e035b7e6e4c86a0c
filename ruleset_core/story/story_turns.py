"""A story in turns: what a seat chose in each as one clause, and what followed, added up by whom it concerns and by card.

Telling each of three decisions by itself would be tiring to read; so the parts of a story are grouped by turns, and within a turn
by what they do:

    Pig: roll, roll, hold                StoryTurn(seat=0, steps=[0, 1, 2], parts=[...]), StoryTurn(seat=1, steps=[2], ...)
    turn_answers of the first            "rolls twice and holds"
    turn_effects of the first            seat 0: rolls die 6, then 6; amounts {points: 16}
    the second                           was_forced: seat 1 was never asked, since it could only roll

`story_sentences` writes a sentence of each turn, or of what a card did in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import dropwhile, groupby
from typing import Final, NamedTuple

from ruleset_core.engine.game import Game
from ruleset_core.eval.trace import (
    AnyPart,
    ListReordered,
    OptionChosen,
    OutcomeDecided,
    PhaseEntered,
    PieceMoved,
    PieceShown,
    TurnStarted,
    ValueChanged,
)
from ruleset_core.lang.vocabulary import Field
from ruleset_core.messages import behind_colon, set_apart
from ruleset_core.story.step_events import HIDDEN, flow_counters
from ruleset_core.story.story_wording import RolledValue, StoryWording

# A story in pieces that are told together: turns, as the flow gives them, what others do meanwhile, and phases.


@dataclass(slots=True)
class StoryTurn:
    """What happened in a turn that the flow gave, or from the first decision of another seat on until the turn is taken up again,
    or from the beginning of a phase.

    Attributes:
        seat: whose it is; -1 where nobody decided.
        phase: the phase that began, by its number; -1 if none did.
        counted: a count of the flow went on, such as that of the rounds.
        steps: the moves it is made of.
        parts: what happened, in order.
    """

    seat: int
    phase: int = -1
    counted: bool = False
    steps: list[int] = field(default_factory=list)
    parts: list[AnyPart] = field(default_factory=list)

    @property
    def choices(self) -> list[OptionChosen]:
        """What the seat chose, in order."""
        return [part for part in self.parts if isinstance(part, OptionChosen)]

    @property
    def was_forced(self) -> bool:
        """Whether the seat was never asked."""
        return all(part.forced for part in self.choices)


def turns_of(game: Game, heard: Iterable[tuple[int, AnyPart]]) -> Iterator[StoryTurn]:
    """The turns of a story."""
    now, whose = StoryTurn(-1), -1
    for step, part in heard:
        if isinstance(part, TurnStarted | PhaseEntered) or (whose < 0 and isinstance(part, OptionChosen)):
            whose = part.me  # a stretch may begin within a turn: it is then taken for that of who answers first
        begun = _begun(game, now, part) or _taken_up(now, part, whose)
        if begun is not None:
            if now.parts:
                yield now
            now = begun
        if step not in now.steps:
            now.steps.append(step)
        now.parts.append(part)
    if now.parts:
        yield now


def _taken_up(now: StoryTurn, part: AnyPart, whose: int) -> StoryTurn | None:
    """What goes on for the seat whose turn it is, after another one was asked something: not a consequence of that answer.

    Bo gives up a card when Ana doubts; then Ana's action goes on: `Bo loses the Envoy. Ana gains 3 coins.` What a card does that waited for the
    answer does follow from it.
    """
    if whose < 0 or now.seat in {-1, whose} or part.me != whose or not isinstance(part, ValueChanged | PieceMoved):
        return None
    return None if any(cause.origin.owner.section == "cards" for cause in part.because) else StoryTurn(whose)


def _begun(game: Game, now: StoryTurn, part: AnyPart) -> StoryTurn | None:
    """The turn that begins with a part, if one does."""
    match part:
        case PhaseEntered():
            return StoryTurn(-1, part.number)
        case TurnStarted():
            return StoryTurn(part.me)
        case OutcomeDecided():
            return StoryTurn(-1)
        case OptionChosen() if part.me != now.seat or not (now.choices or all(_is_marker(each) for each in now.parts)):
            return StoryTurn(part.me)  # what came before the first answer of a turn did not come of it
        case ValueChanged() if not now.counted and part.address in flow_counters(game):
            return StoryTurn(-1, counted=True)
        case _:
            return None


def _is_marker(part: AnyPart) -> bool:
    """Whether a part only says that a turn or a phase begins."""
    return isinstance(part, TurnStarted | PhaseEntered)


# What a seat chose in a turn, as one clause: `draws from the deck red II with a citizen of Bo and keeps Fort`.
#
# Answers go on one another. A text that begins with `…` goes on the one before it without a comma; one that is
# nothing else leaves it to the next answer to tell both. Answers to the same question in a row share the words before
# what was picked.

GOES_ON: Final = "…"
"""Begins what goes on the answer before it."""


@dataclass(slots=True)
class TurnAnswers:
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


def turn_answers(
    wording: StoryWording, turn: StoryTurn, viewer: int | None, *, all_of_them: bool = False
) -> TurnAnswers:
    """What a seat chose in a turn, as `viewer` may be told it; `all_of_them`: also what is of no note."""
    chosen = turn.choices if all_of_them else [part for part in turn.choices if _is_of_note(wording, part)]
    clauses = [_clause(wording, part, viewer) for part in chosen]
    pieces = {name for part in chosen if _is_open(wording, part, viewer) for name in wording.pieces(part.words)}
    told = [clause for clause in clauses if clause.text.strip() != GOES_ON]
    told = [*dropwhile(lambda clause: clause.text.startswith(GOES_ON), told)]  # it goes on what is told already
    if not told and (all_of_them or turn.was_forced):  # what was left to the next answer, which did not come
        heard = [part for part in chosen if not _is_silent(wording, part, viewer)]
        asked = [part for part in heard if not part.forced] or heard
        told = [_chooses(wording, part, viewer) for part in asked[-1:]]
    return TurnAnswers(_side_by_side(wording, _joined(wording, told)), pieces)


def _side_by_side(wording: StoryWording, deeds: Sequence[str]) -> str:
    """`draws and plays`; where a comma stands within a deed, one more stands before the last: `uses Diplomat, twice, and fights War`."""
    if len(deeds) > 1 and any("," in each for each in deeds[:-1]):
        return wording.word("and_also", first=", ".join(deeds[:-1]), last=deeds[-1])
    return wording.listed(deeds)


def answer_text(game: Game, part: OptionChosen, viewer: int | None, lang: str, names: Sequence[str] = ()) -> str:
    """An answer that was the only one: behind its question, what a menu would call it; to its seat also why."""
    wording = StoryWording(game, lang, names)
    text = " ".join(filter(None, [_question(wording.sentence(part.asked)), _label(wording, part, viewer)]))
    reasons = [wording.sentence(each).removesuffix(".") for each in part.refused.reasons] if viewer == part.me else []
    why = set_apart(dict.fromkeys(behind_colon(each, names) for each in reasons), lang)
    return f"{text} ({wording.word('others_refused', why=why)})" if why else text


def _question(asked: str) -> str:
    """What asks in what a seat is asked, without what is said before and after it."""
    before, mark, _ = asked.partition("?")
    return f"{before.rpartition('. ')[2]}{mark}" if mark else asked


def _is_of_note(wording: StoryWording, part: OptionChosen) -> bool:
    """Whether an answer is told: not one that its effects tell, nor that nothing more is taken."""
    decision = wording.v.decisions[part.decision]
    left = part.option == decision.base + decision.size
    return decision.note and (not left or decision.low + decision.size in decision.told_of)


def _is_open(wording: StoryWording, part: OptionChosen, viewer: int | None) -> bool:
    return part.option != HIDDEN and (viewer in {None, part.me} or part.decision not in wording.game.secret_labels)


def _is_silent(wording: StoryWording, part: OptionChosen, viewer: int | None) -> bool:
    """Whether the text of this single answer is `…`: it is told by what follows, or not at all."""
    decision = wording.v.decisions[part.decision]
    own = part.option - decision.base + decision.low in decision.told_of
    return own and _is_open(wording, part, viewer) and "".join(wording.split_words(part.words)).strip() == GOES_ON


def _clause(wording: StoryWording, part: OptionChosen, viewer: int | None) -> _Clause:
    if part.option == HIDDEN:
        return _Clause("", wording.word("secret"), "")
    words = part.words.get(wording.lang, ()) if _is_open(wording, part, viewer) else ()
    if not words:
        return _chooses(wording, part, viewer)
    return _Clause(part.decision, *wording.split_words(part.words))


def _chooses(wording: StoryWording, part: OptionChosen, viewer: int | None) -> _Clause:
    """An answer of which the data does not say what others are told."""
    return _Clause("", wording.word("chooses", what=""), wording.word("quoted", what=_name(wording, part, viewer)))


def _name(wording: StoryWording, part: OptionChosen, viewer: int | None) -> str:
    """What the option was called where the data has no other words for it.

    Words such as `… from the deck {it}` wait for the next answer: until that comes it is the name of what was picked. Its label also says what helps
    who is asked, `yellow I, citizens: 1`.
    """
    waits = "".join(wording.split_words(part.words)).replace(GOES_ON, "").strip() if part.words else ""
    if part.option == HIDDEN or wording.v.decisions[part.decision].keys or not waits:
        return _label(wording, part, viewer)
    name = wording.game.option_name(part.option, wording.lang, wording.names)
    return name if any(map(str.isalpha, name)) else _label(wording, part, viewer)


def _label(wording: StoryWording, part: OptionChosen, viewer: int | None) -> str:
    """What the option was called, or the name of what it picks."""
    if part.option == HIDDEN:
        return wording.word("secret")
    label = wording.sentence(part.label) if _is_open(wording, part, viewer) else ""
    if any(map(str.isalpha, label)):
        return label
    name = wording.game.option_name(part.option, wording.lang, wording.names)
    return name if any(map(str.isalpha, name)) else wording.game.notation(part.option)


def _joined(wording: StoryWording, clauses: Sequence[_Clause]) -> list[str]:
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


def _repeated(wording: StoryWording, start: str, rests: Iterable[str]) -> str:
    """`takes ` `a die`, `a cube` are `takes a die and a cube`; the same again is counted."""
    counts = Counter(rests)
    if len(counts) == 1 and not start.startswith(GOES_ON):
        ((rest, count),) = counts.items()
        return wording.times(f"{start}{rest}", count)
    start, shared = wording.language.before_article(start)
    return f"{start}{wording.listed([wording.so_often(f'{shared}{rest}', count) for rest, count in counts.items()])}"


# What followed in a turn, added up by whom it befell and by the card that did it; not yet in sentences.


class PieceTrip(NamedTuple):
    """Pieces that went from one list (-1: none of note) to another because of a card (empty: of none).

    `owner`: whose list they were in (-1: nobody's), for nobody takes what is theirs. `told_as`: what the data says of each piece, in two: the words before the first value, and the rest.
    """

    source: int
    target: int
    kind: str
    why: str
    owner: int
    pieces: tuple[int, ...]
    told_as: tuple[tuple[str, str], ...] = ()

    def describe(self, wording: StoryWording, seat: int) -> str:
        """The trip in words; `seat`: whose story it is. What this seat does begins with `…`."""
        if self.told_as:
            return wording.shared(self.told_as)
        what = wording.these(self.kind, self.pieces)
        to = wording.zone(self.target, seat)
        takes = seat >= 0 and wording.naming.zones[self.target][1] == seat != self.owner and not self.why
        if self.source < 0:
            if takes:
                return f"{GOES_ON} {wording.word('takes_some', what=what)}"
            return wording.word("placed", what=what, target=to, count=len(self.pieces))
        whence = wording.zone(self.source, seat)
        if takes:
            return f"{GOES_ON} {wording.word('takes', what=what, source=whence)}"
        return wording.word("moved", what=what, source=whence, target=to, count=len(self.pieces))


def piece_trips(wording: StoryWording, parts: Sequence[AnyPart], said: Collection[str] = ()) -> Iterator[PieceTrip]:
    """The trips of note; not of pieces that were named in what the seat did (`said`), for that tells it.

    Pieces that have no names, such as dice, are told of by what they show.
    """
    found: dict[tuple[int, int, str, str, int], list[int]] = {}
    log_words: dict[tuple[int, int, str, str, int], list[tuple[str, str]]] = {}
    zones = wording.naming.zones
    for came, part in _journeys(part for part in parts if isinstance(part, PieceMoved)):
        if wording.v.domains[part.kind].card is None or came == part.target:
            continue
        if part.piece != HIDDEN and wording.piece(part.kind, part.piece) in said:
            continue
        whence = came if came >= 0 and zones[came][0].note else -1
        if whence >= 0 or zones[part.target][0].note or part.words:
            owner = zones[came][1] if came >= 0 else -1
            key = (whence, part.target, part.kind, wording.why(part), owner)
            found.setdefault(key, []).append(part.piece)
            log_words.setdefault(key, []).extend([wording.split_words(part.words)] if part.words else [])
    for key, pieces in found.items():
        yield PieceTrip(*key, tuple(pieces), tuple(dict.fromkeys(log_words[key])))


def _journeys(moves: Iterator[PieceMoved]) -> list[tuple[int, PieceMoved]]:
    """The last move of every piece, with the list it came from at first; a hidden one may be any that lies there."""
    found: list[tuple[int, PieceMoved]] = []
    for part in moves:
        came = part.source
        for place, (first, before) in enumerate(found):
            if _goes_on(before, part):
                came = first
                del found[place]
                break
        found.append((came, part))
    return found


def _goes_on(before: PieceMoved, part: PieceMoved) -> bool:
    return (before.target, before.kind) == (part.source, part.kind) and before.piece in {part.piece, HIDDEN}


# -- What followed in a turn -------------------------------------------------------------------------------------------


@dataclass(slots=True)
class TurnEffect:
    """What befell somebody (-1: nobody) because of a card (empty: of none): amounts by resource, and what is told besides.

    `amounts`: what each resource became more or less; `got`: what came in of it, without what went out. What is given and what is got
    are told apart, in sentences as in menus. `rolls`: what was rolled. `others`: clauses with a subject of their own.
    `deeds`: what stands behind the name of who did it, `takes Fort`.
    """

    amounts: dict[int, int] = field(default_factory=dict)
    got: dict[int, int] = field(default_factory=dict)
    others: dict[object, str] = field(default_factory=dict)
    rolls: dict[object, RolledValue] = field(default_factory=dict)
    deeds: dict[object, str] = field(default_factory=dict)

    def tell(self, of: object, text: str) -> None:
        """Tell a clause of something, or a deed if the text goes on behind a name."""
        told, other = (self.deeds, self.others) if text.startswith(GOES_ON) else (self.others, self.deeds)
        other.pop(of, None)
        told[of] = text.removeprefix(GOES_ON).strip()

    @property
    def gains(self) -> dict[int, int]:
        """What it got."""
        return {place: count for place, count in self.got.items() if count}

    @property
    def losses(self) -> dict[int, int]:
        """What it gave, below 0."""
        lost = {place: count - self.got.get(place, 0) for place, count in self.amounts.items()}
        return {place: count for place, count in lost.items() if count}

    @property
    def texts(self) -> list[str]:
        """Clauses that are told besides; the same is told once."""
        return list(dict.fromkeys(filter(None, self.others.values())))

    @property
    def is_told(self) -> bool:
        """Whether there is anything to tell."""
        return bool(self.texts or self.rolls or self.deeds or self.gains or self.losses)


def turn_effects(
    wording: StoryWording, turn: StoryTurn, *, said: Collection[str] = (), every: bool = False
) -> dict[tuple[int, str], TurnEffect]:
    """What befell whom, by the seat and the card behind it.

    Args:
        wording: names things.
        turn: the turn.
        said: names of cards that have been named already: where they are, and that they did it, goes without saying.
        every: also amounts that are of no note.
    """
    found = _TurnEffects(wording, turn, said, every)
    for part in turn.parts:
        if isinstance(part, ValueChanged):
            found.changed(part)
        elif isinstance(part, ListReordered) and part.how == "shuffle":
            found.shuffled(part)
    found.add_shown([part for part in turn.parts if isinstance(part, PieceShown)])
    for trip in piece_trips(wording, turn.parts, said):
        found.effect_on(turn.seat, trip.why).tell(trip, trip.describe(wording, turn.seat))
    return {key: each for key, each in found.sums.items() if each.is_told}


class _TurnEffects:
    def __init__(self, wording: StoryWording, turn: StoryTurn, said: Collection[str], every: bool) -> None:
        self.wording, self.turn, self.said, self.every = wording, turn, said, every
        self.sums: dict[tuple[int, str], TurnEffect] = {}
        self._before: dict[int, int] = {}
        self._rolled: dict[int, list[int]] = {}

    def effect_on(self, whom: int, why: str) -> TurnEffect:
        return self.sums.setdefault((whom, why), TurnEffect())

    def _of(self, whom: int, part: ValueChanged | ListReordered | PieceShown) -> TurnEffect:
        return self.effect_on(whom, self.wording.why(part))

    def changed(self, part: ValueChanged) -> None:
        home, of, place = self.wording.naming.mask.place(part.address)
        if home.name == "held":
            if self.every or self.wording.v.resources[place].note:
                befell, count = self._of(of, part), part.after - part.before
                befell.amounts[place] = befell.amounts.get(place, 0) + count
                befell.got[place] = befell.got.get(place, 0) + max(0, count)
        elif not part.beside and self.wording.game.program.reports(home):
            self._value(part, home, of, place)

    def _value(self, part: ValueChanged, home: Field, of: int, place: int) -> None:
        """Of a value that changes again, what it is in the end is told, and all that was rolled."""
        was = self._before.setdefault(part.address, part.before)
        if part.how == "roll":
            self._rolled.setdefault(part.address, []).append(part.after)
        rolled = self._rolled.get(part.address, [])
        befell = self._of(of, part)
        if rolled and not home.tell:
            befell.rolls[part.address] = self.wording.rolled(home, place, rolled)
        else:
            befell.tell(part.address, "" if part.after == was and not rolled else self.wording.value(part, home, place))

    def add_shown(self, shown: Sequence[PieceShown]) -> None:
        """What was shown, by whom it was shown to and where it lay."""
        wording = self.wording
        for first in shown:
            if first.fact:
                self._describe_hints(first, shown)
                continue
            key = (first.kind, first.zone, first.to)
            pieces = [part.piece for part in shown if not part.fact and (part.kind, part.zone, part.to) == key]
            what = wording.these(first.kind, pieces)
            where = "" if first.zone < 0 else wording.zone(first.zone, first.to)
            said = wording.word("sees_of", what=what, source=where) if where else wording.word("sees", what=what)
            self._of(first.to, first).deeds[key] = said

    def _describe_hints(self, first: PieceShown, shown: Sequence[PieceShown]) -> None:
        """What a seat was told of the pieces of a list without being shown them: what is left of each fact."""
        wording, found = self.wording, dict[tuple[int, ...], list[PieceShown]]()
        if first.zone >= 0 and not wording.naming.zones[first.zone][0].note:
            return
        for nth, part in enumerate(shown):
            if part.fact and (part.kind, part.zone, part.to) == (first.kind, first.zone, first.to):
                apart = nth if part.place < 0 and part.piece == HIDDEN else -1  # of a hand, which card is not told
                found.setdefault((part.place, part.piece, apart), []).append(part)
        what = [wording.left(parts) for _, parts in sorted(found.items(), key=lambda each: each[0][0])]
        where = "" if first.zone < 0 else wording.zone(first.zone, first.to)
        key = (first.kind, first.zone, first.to, "told")
        said = wording.word("learns_of" if where else "learns", what=wording.listed(what), source=where)
        self._of(first.to, first).deeds[key] = said

    def shuffled(self, part: ListReordered) -> None:
        if self.wording.naming.zones[part.zone][0].note and self.turn.seat >= 0:
            what = self.wording.zone(part.zone, self.turn.seat)
            text = self.wording.word("shuffled", what=what)
            self._of(self.turn.seat, part).others[text] = text
