"""What stands behind a change, in the words of players: a card, a rule with words of its own, a choice, or a phase."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from dataclasses import field as field_of
from functools import cached_property
from typing import TYPE_CHECKING

from ruleset_core.engine.story.behind import Behind, behind
from ruleset_core.engine.story.seen import HIDDEN
from ruleset_core.engine.story.words import word
from ruleset_core.lang.evaluate.trace import Changed, Chosen, Entered, Together, Turned
from ruleset_core.lang.text.effects import LANGUAGES

if TYPE_CHECKING:
    from ruleset_core.engine.game import Game
    from ruleset_core.lang.evaluate.trace import AnyPart
    from ruleset_core.lang.origin import Origin
    from ruleset_core.lang.vocabulary import Text
    from ruleset_core.model.outward.account import ReasonKind

__all__ = ["HIDDEN_REASON", "START", "Change", "Choices", "Reason", "changes"]


@dataclass(frozen=True, slots=True)
class Reason:
    """What stands behind an amount.

    Attributes:
        kind: what it is.
        name: the card, rule, decision, phase or category of the score.
        option: what was chosen, where a choice stands behind it; -1 for none.
        item: the item of the score.
        by: who chose, if that was another seat than the one it befell; else -1.
    """

    kind: ReasonKind
    name: str = ""
    option: int = -1
    item: str | None = None
    by: int = -1
    names: Mapping[str, str] = field_of(default_factory=dict, compare=False, repr=False)

    @property
    def key(self) -> tuple[object, ...]:
        """What players take for the same thing has the same."""
        return self.kind, tuple(self.names.values()) or self.name, self.item, self.by

    def words(self, game: Game, lang: str, names: Sequence[str] = ()) -> str:
        """What players read; `names` are theirs, by seat."""
        if self.kind in {"start", "hidden"}:
            return word(f"why_{self.kind}", lang)
        said = game.option_name(self.option, lang, names) if self.option >= 0 else self.names.get(lang, self.name)
        if self.by < 0:
            return said
        whose = names[self.by] if self.by < len(names) else game.program.vocabulary.domains["seat"].names[self.by][lang]
        return f"{said} ({whose})"


START = Reason("start")
HIDDEN_REASON = Reason("hidden")


@dataclass(frozen=True, slots=True)
class Change:
    """A value changed: in which move, from what to what, why, and by which line of the data (None: that is not known)."""

    step: int
    before: int
    after: int
    reason: Reason
    origin: Origin | None

    @property
    def amount(self) -> int:
        """By how much."""
        return self.after - self.before


def changes(
    game: Game, heard: Sequence[tuple[int, AnyPart]], addresses: frozenset[int], untouched: int = 0
) -> Iterator[Change]:
    """What happened to some values, added up where they are several, each with what stands behind it.

    What comes unit by unit of one thing is one change.

    Args:
        game: the game played.
        heard: the story as somebody may be told it.
        addresses: where the values lie in a state.
        untouched: what those add up to of which nothing is told.
    """
    choices = Choices(game)
    values: dict[int, int] = {}
    for _, part in heard:
        if isinstance(part, Changed) and part.address in addresses:
            values.setdefault(part.address, part.before)
    total = untouched + sum(values.values())
    last: Change | None = None
    for step, part in heard:
        choices.look(part)
        if not isinstance(part, Changed) or part.address not in addresses or part.after == part.before:
            continue
        reason, origin = choices.reason(part)
        now = Change(step, total, total + part.after - part.before, reason, origin)
        total = now.after
        if last is not None and _one(last, now):
            last = Change(step, last.before, now.after, reason, last.origin)
            continue
        if last is not None:
            yield last
        last = now
    if last is not None:
        yield last


def _one(before: Change, now: Change) -> bool:
    return (before.step, before.reason.key) == (now.step, now.reason.key) and (before.amount > 0) == (now.amount > 0)


class Choices:
    """Knows which choice stands behind what happens, while a story goes by."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.v = game.program.vocabulary
        self.eyes = game.narration.naming.eyes
        self._choice: Chosen | None = None

    def look(self, part: AnyPart) -> None:
        """Go on: the last choice of something that has a name is what stands behind what follows in its turn."""
        of_another = self._choice is not None and part.apart and isinstance(part, Chosen) and part.me != self._choice.me
        settled = self.settled_by(part)
        if settled or of_another:
            self._choice = part if settled and isinstance(part, Chosen) else None

    def settled_by(self, part: AnyPart) -> bool:
        """Whether it is known after this which choice stands behind what follows, whatever was before."""
        if isinstance(part, Chosen):
            return part.option != HIDDEN and self._is_named(part)
        return isinstance(part, Entered | Turned | Together)

    def _is_named(self, part: Chosen) -> bool:
        """Whether it is what a seat does, or the card it does it with, rather than where or how much."""
        decision = self.v.decisions[part.decision]
        if not decision.note or decision.type.kind != "member" or part.option == decision.base + decision.size:
            return False
        kinds = self.v.domains[decision.type.domain].pair or (decision.type,)
        domains = [self.v.domains[kind.domain] for kind in kinds if kind.kind == "member"]
        return any(each.card is not None or (each.kind == "set" and each.name not in self._places) for each in domains)

    @cached_property
    def _places(self) -> frozenset[str]:
        """Sets that fields and zones are indexed by."""
        indexed = [each.index for each in self.v.fields.values()] + [each.index for each in self.v.zones.values()]
        return frozenset(kind.domain for index in indexed for kind in index)

    def reason(self, part: Changed) -> tuple[Reason, Origin | None]:
        """What stands behind a change, and the line that made it."""
        if not part.because:
            return HIDDEN_REASON, None
        origin = part.because[0].origin
        known = list(behind(self.game.program, part.because))
        for each in known:
            if each.kind == "card":
                return Reason("card", each.name, names=each.names), each.origin
        tracks = {each.origin: each for each in known}
        for cause in part.because:
            named = self._named(cause.origin, tracks.get(cause.origin))
            if named is not None:
                return replace(named, by=self._by(part)), cause.origin
        choice = self._choice
        if choice is not None:
            names = {lang: self.game.option_name(choice.option, lang) for lang in LANGUAGES}
            return Reason("choice", choice.decision, choice.option, None, self._by(part), names), origin
        for cause in part.because:
            owner = cause.origin.owner
            if owner.section == "flow":
                return Reason("phase", owner.name, names=self.v.phases.get(owner.name, {})), cause.origin
        return Reason("rule", origin.owner.name, names=_worded(origin.owner.name)), origin

    def _by(self, part: Changed) -> int:
        """The seat whose choice it was, if it befell another."""
        _, whose, _ = self.eyes.place(part.address)
        return self._choice.me if self._choice is not None and whose >= 0 and self._choice.me != whose else -1

    def _named(self, origin: Origin, track: Behind | None) -> Reason | None:
        """A rule, definition, track or event that has words for players."""
        owner = origin.owner
        said = self.v.because.get((owner.section, owner.name))
        if said is None and track is not None:
            said = {lang: word("why_track", lang, what=what) for lang, what in track.names.items()}
        if said is None and owner.section == "events":
            event = self.v.events.get(owner.name)
            said = event.title if event is not None else None
        return Reason("rule", owner.name, names=said) if said else None


def _worded(name: str) -> Text:
    said = name.replace("_", " ")
    return {"en": said, "es": said}
