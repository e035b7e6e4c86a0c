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
    """A verb: its arguments, what it does, an example, and what it says in English and Spanish (`{amount}`...)."""

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
            "The acting seat gets that many of a resource. What does not fit under its `max` is lost. On a track (`spaces`) every "
            "unit fills the next space, may queue a reward, and goes to the resource's `overflow` when the track is full.",
            "gain 2 denier", {"en": "gain {amount} {resource}", "es": "gana {amount} {resource}"}, needs_seat=True,
        ),
        VerbSpec(
            "lose", (AMOUNT, KIND_OF),
            "The acting seat gives back that many of a resource, as far as it has any; it never goes below 0.",
            "lose 1 influence", {"en": "lose {amount} {resource}", "es": "pierde {amount} {resource}"}, needs_seat=True,
        ),
        VerbSpec(
            "pay", (AMOUNT, KIND_OF),
            "A cost. Stands only left of `->` or inside `can { }`. All costs of one `->` are checked together before anything is paid.",
            "pay 1 fortune, pay 2 knowledge -> gain 1 knight",
            {"en": "pay {amount} {resource}", "es": "paga {amount} {resource}"}, cost=True, needs_seat=True,
        ),
        VerbSpec(
            "roll", (Param(None, "field", "field"),),
            "Puts a random value into a field, each value of its type equally likely, but never `none`. The random stream carries the field's name.",
            "roll pips[d]", {"en": "roll {field}", "es": "tira {field}"},
        ),
        VerbSpec(
            "shuffle", (Param(None, "zone", "zone"),),
            "Puts the pieces of a zone in random order. The random stream carries the zone's name.",
            "shuffle deck", {"en": "shuffle {zone}", "es": "baraja {zone}"},
        ),
        VerbSpec(
            "sort", (Param(None, "zone", "zone"), Param("by", "key", "key")),
            "Puts a zone in ascending order of a key, written over `it`; pieces with equal keys keep their order.",
            "sort wheel by it.pips", {"en": "sort {zone} by {key}", "es": "ordena {zone} por {key}"},
        ),
        VerbSpec(
            "move", (Param(None, "piece", "piece"), Param("to", "zone", "zone")),
            "Takes a piece out of the zone it lies in, if any, and puts it at the end of another.",
            "move deck[0] to hand", {"en": "move {piece} to {zone}", "es": "mueve {piece} a {zone}"},
        ),
        VerbSpec(
            "flip", (Param(None, "piece", "piece"),),
            "Turns a piece to its next side, from the last back to the first.",
            "flip this", {"en": "flip {piece}", "es": "voltea {piece}"},
        ),
        VerbSpec(
            "show", (Param(None, "piece", "piece"), Param("to", "seat", "seat")),
            "A seat gets to know a piece that lies hidden from it, and goes on knowing it as long as it can follow it. Its kind is "
            "`remembered`. Nothing happens where there is no such piece or seat. Instead of the piece, one fact of it may be "
            "shown, or a condition over that fact: `show deck[0].colour to me`, `show deck[0].colour == red to p`. The seat then "
            "knows so much of the piece and no more. The kind names the facts under `hints`.",
            "show deck[0] to me", {"en": "show {piece} to {seat}", "es": "enseña {piece} a {seat}"},
        ),
        VerbSpec(
            "remember", (Param(None, "position", "position"),),
            "Remembers the position there is, under a name of `positions:`; of those remembered before, as many are kept as it says. "
            "`repeats(POSITION)` is how often it was the same.",
            "remember stand", {"en": "remember {position}", "es": "recuerda {position}"},
        ),
        VerbSpec(
            "end_game", (),
            "The game ends as soon as the effect in progress is over; nothing else is resolved, and the final scores are taken.",
            "end_game", {"en": "the game ends", "es": "la partida termina"},
        ),
        VerbSpec(
            "again", (),
            "The seat whose turn it is takes another turn at once (in phases with `turns:`).",
            "again", {"en": "take another turn", "es": "juega otro turno"}, needs_seat=True,
        ),
        VerbSpec(
            "pass_turn", (),
            "The seat has passed: it takes no further turn in this phase (`turns: until_all_pass`).",
            "pass_turn", {"en": "pass", "es": "pasa"}, needs_seat=True,
        ),
    )
}  # fmt: skip
"""All verbs by name."""
