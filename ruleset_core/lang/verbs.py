"""The verbs of the effect language: one record each, from which signature, documentation and completion are made."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Param:
    """An argument of a verb: the small word before it, what kind of thing it is, and its name in the signature."""

    word: str | None
    kind: str
    name: str


@dataclass(frozen=True, slots=True)
class VerbSpec:
    """A verb: its arguments, what it does, an example, and what it says in English and Spanish, with the parts of its node (`{zone}`)."""

    name: str
    params: tuple[Param, ...]
    doc: str
    example: str
    text: dict[str, str]
    cost: bool = False
    needs_seat: bool = False

    @property
    def signature(self) -> str:
        """As shown in help: `move PIECE to ZONE`."""
        words = [f"{p.word} {p.name.upper()}" if p.word else p.name.upper() for p in self.params]
        return " ".join([self.name, *words])


AMOUNT = Param(None, "amount", "amount")
KIND_OF = Param(None, "resource", "resource")

VERBS: dict[str, VerbSpec] = {
    spec.name: spec
    for spec in (
        VerbSpec(
            "gain", (AMOUNT, KIND_OF),
            "The acting seat gets so many of a resource; above `max` they are lost. On a track every unit fills the next space, may give a reward, and overflows when the track is full.",
            "gain 2 denier", {"en": "gain {amount} {resource}", "es": "gana {amount} {resource}"}, needs_seat=True,
        ),
        VerbSpec(
            "lose", (AMOUNT, KIND_OF),
            "The acting seat gives back so many of a resource, not below 0.",
            "lose 1 influence", {"en": "lose {amount} {resource}", "es": "pierde {amount} {resource}"}, needs_seat=True,
        ),
        VerbSpec(
            "pay", (AMOUNT, KIND_OF),
            "A cost, only left of `->` or inside `can { }`.",
            "pay 1 fortune, pay 2 knowledge -> gain 1 knight",
            {"en": "pay {amount} {resource}", "es": "paga {amount} {resource}"}, cost=True, needs_seat=True,
        ),
        VerbSpec(
            "roll", (Param(None, "field", "field"),),
            "Sets a field to a random value, each equally likely, never `none`.",
            "roll pips[d]", {"en": "roll {target}", "es": "tira {target}"},
        ),
        VerbSpec(
            "shuffle", (Param(None, "zone", "zone"),),
            "Puts a zone in random order.",
            "shuffle deck", {"en": "shuffle {zone}", "es": "baraja {zone}"},
        ),
        VerbSpec(
            "sort", (Param(None, "zone", "zone"), Param("by", "key", "key")),
            "Puts a zone in ascending order of a key over `it`; equal pieces keep their order.",
            "sort wheel by it.pips", {"en": "sort {zone} by {key}", "es": "ordena {zone} por {key}"},
        ),
        VerbSpec(
            "move", (Param(None, "piece", "piece"), Param("to", "zone", "zone")),
            "Moves a piece from where it lies to the end of a zone.",
            "move deck[0] to hand", {"en": "move {piece} to {zone}", "es": "mueve {piece} a {zone}"},
        ),
        VerbSpec(
            "rotate", (Param(None, "zone", "zone"), Param("to", "way", "way")),
            "Every seat hands the pieces in its zone on to the seat to its `left` or `right`, all at once; they keep their order.",
            "rotate hand to left", {"en": "each {zone} goes on to the {way}", "es": "cada {zone} pasa a la {way}"},
        ),
        VerbSpec(
            "flip", (Param(None, "piece", "piece"),),
            "Turns a piece to its next side, from the last back to the first.",
            "flip this", {"en": "flip {piece}", "es": "voltea {piece}"},
        ),
        VerbSpec(
            "show", (Param(None, "piece", "piece"), Param("to", "seat", "seat")),
            "A seat gets to know a hidden piece of a `remembered` kind, as long as it can follow it. With a fact of `hints`, or a condition over it, it knows only that: `show deck[0].colour to me`, `show deck[0].colour == red to p`. Without piece or seat nothing happens.",
            "show deck[0] to me", {"en": "show {piece} to {seat}", "es": "enseña {piece} a {seat}"},
        ),
        VerbSpec(
            "remember", (Param(None, "position", "position"),),
            "Keeps the present position, the last ones of `positions:`.",
            "remember stand", {"en": "remember {position}", "es": "recuerda {position}"},
        ),
        VerbSpec(
            "return", (Param(None, "value", "value"),),
            "Ends the effect of a definition with `is:`; whoever did it (`let x = do NAME(ARGS)`) has the value.",
            "return me", {"en": "the result is {value}", "es": "el resultado es {value}"},
        ),
        VerbSpec(
            "end_game", (),
            "The game ends after the effect in progress.",
            "end_game", {"en": "the game ends", "es": "la partida termina"},
        ),
        VerbSpec(
            "again", (),
            "The seat takes another turn at once.",
            "again", {"en": "take another turn", "es": "juega otro turno"}, needs_seat=True,
        ),
        VerbSpec(
            "pass_turn", (),
            "The seat takes no further turn in this phase (`until_all_pass`).",
            "pass_turn", {"en": "pass", "es": "pasa"}, needs_seat=True,
        ),
    )
}  # fmt: skip
"""All verbs by name."""
