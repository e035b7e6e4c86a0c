"""Parts of a story, from numbers to the words of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ruleset_core.engine.decision import value_name
from ruleset_core.engine.plain import plain
from ruleset_core.engine.story.seen import HIDDEN
from ruleset_core.lang.evaluate import trace as heard
from ruleset_core.lang.tells import numbers
from ruleset_core.lang.types import Type
from ruleset_core.lang.vocabulary import Field, Vocabulary, Zone
from ruleset_core.model.outward import story as told

if TYPE_CHECKING:
    from ruleset_core.engine.game import Game
    from ruleset_core.lang.evaluate.trace import AnyPart, Sentence, Spoken
    from ruleset_core.lang.origin import Origin
    from ruleset_core.lang.text.language import Language

__all__ = ["Naming", "because"]


class Naming:
    """Knows what the numbers of a game stand for."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.v: Vocabulary = game.program.vocabulary
        self.eyes = game.narration.recorder.eyes
        self.zones = game.narration.recorder.effects.lists

    def part(self, part: AnyPart, step: int) -> told.StoryPart:
        """A part in words."""
        base: dict[str, Any] = {
            "step": step,
            "seat": part.me if part.me >= 0 else None,
            "because": tuple(because(cause.origin) for cause in part.because),
        }
        match part:
            case heard.Changed():
                return self._changed(part, base)
            case heard.Moved():
                ids = self.v.domains[part.kind].ids
                known = part.piece != HIDDEN
                return told.Move(
                    **base, family=part.kind, piece=ids[part.piece] if known else None,
                    source=self.place(part.source) if part.source >= 0 else None, place=part.place if part.place >= 0 else None,
                    target=self.place(part.target),
                )  # fmt: skip
            case heard.Shown():
                return told.Show(
                    **base, family=part.kind, piece=None if part.piece == HIDDEN else self.v.domains[part.kind].ids[part.piece],
                    place=self.place(part.zone) if part.zone >= 0 else None, to=part.to,
                    nth=part.place if part.place >= 0 else None, **self._not(part),
                )  # fmt: skip
            case heard.Ordered():
                zone, _, _ = self.zones[part.zone]
                ids, known = self.v.domains[zone.kind].ids, bool(part.before or part.after)
                before, after = (
                    tuple(ids[each] for each in order) if known else None for order in (part.before, part.after)
                )
                return told.Order(**base, how=part.how, place=self.place(part.zone), before=before, after=after)
            case heard.Chosen():
                option = None if part.option == HIDDEN else self.game.notation(part.option)
                reasons = tuple(
                    told.Reason(**{lang: self.words(each, lang) for lang in ("en", "es")})
                    for each in part.refused.reasons
                )
                return told.Choice(
                    **base, decision=part.decision, option=option, forced=part.forced,
                    refused=part.refused.others, reasons=reasons,
                )  # fmt: skip
            case heard.Happened():
                fields = self.v.events[part.event].fields
                args = {
                    name: self.value(kind, value)
                    for (name, kind), value in zip(fields.items(), part.args, strict=False)
                }
                return told.Event(**base, event=part.event, args=args if len(args) == len(fields) else None)
            case heard.Entered():
                return told.Phase(**base, phase=self.game.phase_names[part.number])
            case heard.Turned():
                return told.Turn(**base)
            case heard.Together():
                return told.AtOnce(**base, on=part.on)
            case heard.Ended():
                return told.End(**base)
            case heard.Decided():
                return told.Result(
                    **base,
                    outcomes=part.outcomes,
                    winners=part.winners,
                    scores=part.scores,
                    teams=part.teams,
                    by=part.by,
                )

    def _not(self, part: heard.Shown) -> dict[str, Any]:
        """What a piece is told not to be."""
        if not part.fact:
            return {}
        of = self.v.domains[part.kind].facts[part.fact].type
        return {"fact": part.fact, "excluded": tuple(self.value(of, value) for value in part.values)}

    def _changed(self, part: heard.Changed, base: dict[str, Any]) -> told.StoryPart:
        field, seat, place = self.eyes.place(part.address)
        if field.name == "held":
            resource = self.v.resources[place].name
            return told.Amount(**base, how=part.how, of=seat, resource=resource, before=part.before, after=part.after)
        found: dict[str, Any] = {
            **base,
            "name": field.name,
            "of": seat if seat >= 0 else None,
            "at": self.indices(field, place),
            "before": self.value(field.type, part.before),
            "after": self.value(field.type, part.after),
        }
        return told.Count(**found) if part.beside else told.Value(how=part.how, **found)

    def indices(self, thing: Field | Zone, place: int) -> tuple[told.Plain, ...]:
        """The same as data writes it."""
        return tuple(self.value(kind, number) for kind, number in numbers(thing, place))

    def place(self, slot: int) -> told.Place:
        """A list of pieces."""
        zone, seat, place = self.zones[slot]
        return told.Place(zone=zone.name, of=seat if seat >= 0 else None, at=self.indices(zone, place))

    def words(self, sentence: Sentence, lang: str, names: Sequence[str] = ()) -> str:
        """A text of the data with its values; `names`: of the players, by seat."""
        language, text = self.game.narration.nouns[lang].language, ""
        for part in sentence.get(lang, ()):
            text += part if isinstance(part, str) else self._said(part, lang, names, language, text)
        for apart, together in language.contractions.items():
            text = text.replace(apart, together)
        return text

    def _said(self, part: Spoken, lang: str, names: Sequence[str], language: Language, before: str) -> str:
        """A value within a text: as it is said in running text, if the data says that; adjectives agree."""
        if part.value == -1 and part.none.get(lang):
            return part.none[lang]
        domain = self.v.domains.get(part.kind.domain) if part.kind.kind == "member" else None
        if domain is not None and part.value in domain.said:
            return domain.said[part.value].get(lang) or domain.ids[part.value]
        name = value_name(self.v, part.kind, part.value, lang, names)
        return language.agreed(before, name) if domain is not None and domain.adjectives else name

    def value(self, kind: Type, value: int) -> told.Plain:
        """A value; what is no value of the type (nothing has been put there yet) is none."""
        if value == -1 and kind.kind == "member":
            return None
        return plain(self.v, kind, value)


def because(origin: Origin) -> told.Because:
    """A line of the data."""
    owner, span = origin.owner, origin.span
    return told.Because(
        section=owner.section, name=owner.name, key=origin.key, file=origin.file, line=span.line, column=span.column
    )
