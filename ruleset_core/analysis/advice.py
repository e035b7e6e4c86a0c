"""What to write instead: words of other systems and of rulebooks, seats and zones where something else is needed.

    swap a with b                           E302: keep one first: `let old = f; ...`
    set x = next(p)                         E301: the seat to the left is `left(p)`
    for each p in seat { gain 5 coin }      E309: let `p` do it: `as p { ... }`

The checkers say these as the help of a problem.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from ruleset_core.lang.syntax import syntax_tree as s
from ruleset_core.lang.types import SEAT, Type
from ruleset_core.lang.vocabulary import Vocabulary

OTHER_NAMES: Final = {
    "null": "none", "nil": "none", "nothing": "none", "true": "true", "yes": "true", "false": "false",
    "options": "option", "self": "this", "i": "me", "num_players": "players", "player_count": "players",
}  # fmt: skip
"""Words of other languages, in small letters, for words of this one."""

OTHER_VERBS: Final = {
    "draw": "cards are moved: `move deck[0] to hand`; three of them with `repeat 3 { ... }`",
    "discard": "cards are moved: `move c to discard`",
    "put": "pieces are moved: `move c to ZONE`; a value of a field is `set`",
    "place": "pieces are moved: `move c to ZONE`; a value of a field is `set`",
    "take": "resources are gained, `gain 1 RESOURCE`; pieces are moved, `move c to ZONE`",
    "get": "resources are gained: `gain 1 RESOURCE`",
    "add": "resources are gained: `gain 1 RESOURCE`; a field is `set f = f + 1`",
    "remove": "resources are lost: `lose 1 RESOURCE`; pieces are moved: `move c to ZONE`",
    "throw": "dice are fields that are rolled: `roll FIELD`",
    "finish": "the game ends with `end_game`",
    "skip": "a seat that does nothing more passes with `pass_turn`",
    "swap": "keep one first: `let old = f; set f = g; set g = old`; pieces of two zones go by a third zone",
    "exchange": "keep one first: `let old = f; set f = g; set g = old`; pieces of two zones go by a third zone",
    "reveal": "pieces are moved to a zone that all see: `move c to ZONE`; one seat sees one with `show c to p`",
    "transfer": "pieces are moved, `move c to ZONE`; of resources `lose 1 RESOURCE`, and `as p { gain 1 RESOURCE }`",
    "give": "pieces are moved, `move c to p.ZONE`; of resources `lose 1 RESOURCE`, and `as p { gain 1 RESOURCE }`",
    "stop": "a phase ends by its `until:` or `while:`, a turn passes with `pass_turn`, the game ends with `end_game`",
    "end_phase": "a phase ends by its `until:` or `while:`: set what these look at",
    "end_turn": "a turn ends with its effect; a seat that does nothing more in the phase passes with `pass_turn`",
    "log": "texts stand in the file: `events: {sold: {tell: {en: ...}}}`, and here `emit sold`",
    "tell": "texts stand in the file: `events: {sold: {tell: {en: ...}}}`, and here `emit sold`",
}
"""Verbs of rulebooks and other systems, and how it is said here."""

OTHER_FUNCTIONS: Final = {
    "next": "the seat to the left is `left(p)`, the one before `right(p)`; all others in turn are `after(p)`",
    "previous": "the seat to the right is `right(p)`",
    "empty": "ask for a piece: `no x in ZONE`, or `ZONE[0] == none`",
    "is_empty": "ask for a piece: `no x in ZONE`, or `ZONE[0] == none`",
    "random": "chance is a verb: `roll FIELD` sets a field to a random value, `shuffle ZONE` mixes pieces",
    "choice": "chance is a verb: `roll FIELD` sets a field to a random value, `shuffle ZONE` mixes pieces",
}
"""Functions of other systems, and how it is said here."""


_RESOURCES: Final = re.compile(r"\b(?:denier|influence|fortune|knowledge|knight)\b")
"""Resources in the examples of verbs."""


def own_example(v: Vocabulary, example: str) -> str:
    """The example of a verb, with resources of this game as far as it has any."""
    own = iter(v.domains["resource"].ids)
    return _RESOURCES.sub(lambda found: next(own, found[0]), example)


def acting_advice(known: Mapping[str, Type]) -> str:
    """How to say which seat does something; seats that have a name there may do it."""
    seats = [name for name, kind in known.items() if kind == SEAT]
    if seats:
        return f"let `{seats[-1]}` do it: `as {seats[-1]} {{ ... }}`; what a seat has is `{seats[-1]}.coin`"
    return "name the seat: `as SEAT { ... }`, for all of them `for each p in seat { as p { ... } }`; `p.field`"


def zone_advice(zone: str) -> str:
    """What can be meant by a zone where a value is needed."""
    return f"count it (`count x in {zone}`) or take a piece of it (`{zone}[0]`)"


def name_in(node: s.SyntaxNode, name: str) -> s.SyntaxNode:
    """Only the name that is wrong, of a node that says more."""
    if isinstance(node, s.AttributeSyntax):
        return s.NameSyntax(node.end - len(name), node.end, name)
    if isinstance(node, s.InvokeSyntax):
        return s.NameSyntax(node.start, node.start + len(name), name)
    if isinstance(node, (s.ChooseSyntax, s.ChooseSeveralSyntax, s.ChooseBranchSyntax, s.MaySyntax)) and isinstance(
        node.decision, s.NameToken
    ):
        return s.NameSyntax(node.decision.start, node.decision.start + len(name), name)
    return node
