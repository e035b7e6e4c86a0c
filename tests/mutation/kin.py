"""Which names may stand for each other: members of one family, fields, zones, facts and defines of one type."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise

from ruleset_core import Game
from ruleset_core.lang.quantities import OPPOSITE
from ruleset_core.lang.syntax import syntax_tree as s
from tests.check.mutate import WORD

BOUND = (s.LetSyntax, s.ForEachSyntax, s.AnswerPartSyntax, s.QuantitySyntax, s.ReachSyntax)
TURNED = {
    **OPPOSITE, "highest": "lowest", "lowest": "highest", "most": "least", "least": "most",
    "max": "min", "min": "max", "gain": "lose", "lose": "gain",
}  # fmt: skip
"""Words of the language and their opposites."""


class Kin:
    """The families of names of a game; `of` gives those that take a name's place: the next two of its family."""

    def __init__(self, game: Game) -> None:
        self._others: dict[str, dict[str, None]] = defaultdict(dict)
        for family in _families(game):
            self._add(family)

    def of(self, name: str) -> list[str]:
        """Names that mean something of the same type."""
        return list(self._others.get(name, ()))

    def _add(self, family: list[str]) -> None:
        names = [name for name in dict.fromkeys(family) if WORD.fullmatch(name)]
        for step in (1, 2):
            for place, name in enumerate(names):
                other = names[(place + step) % len(names)]
                if other != name:
                    self._others[name][other] = None


def _families(game: Game) -> Iterator[list[str]]:
    vocabulary = game.program.vocabulary
    alike: dict[object, list[str]] = defaultdict(list)
    for domain in vocabulary.domains.values():
        yield domain.ids
        for fact in domain.facts.values():
            alike["fact", domain.name, fact.type].append(fact.name)
    for field in vocabulary.fields.values():
        alike["field", field.index, field.per_seat, field.type].append(field.name)
    for zone in vocabulary.zones.values():
        alike["zone", zone.kind, zone.index, zone.per_seat].append(zone.name)
    for define in vocabulary.defines.values():
        alike["define", define.kind, tuple(define.params.values()), define.type].append(define.name)
    yield from alike.values()


def local_names(tree: s.SyntaxNode, params: list[str]) -> dict[str, str]:
    """The names bound in a text, parameters first, each with the next one. Their types are not looked at."""
    found = dict.fromkeys(params)
    found.update({node.var: None for node in walk(tree) if isinstance(node, BOUND)})
    names = list(found)
    return dict(pairwise([*names, *names[:1]])) if len(names) > 1 else {}


def walk(tree: s.SyntaxNode) -> Iterator[s.SyntaxNode]:
    """A tree and everything in it."""
    yield tree
    for child in tree.children():
        yield from walk(child)
