"""Which cards, answers, rules and phases change or count something: how it is got, what it is spent on, where it counts.

Of Troyes, of the resource `influence`:

    gained     the card Diplomat, the answer `combat events`, the phase of income, ...
    spent      the cards Archer and Chivalry, ...
    counted    the category `characters` of the score

One walk over the typed trees of a game finds all of it by what each class of nodes declares (`lang.node_traits`): from the flow through
phases, answers and procedures, then what nothing in the flow leads to by name. No game is known here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from ruleset_core.engine.game_source import memoized
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.choice_forms import answer_forms
from ruleset_core.lang.traversal import all_nodes, chain, leads, locals_of, parts, reads, written
from ruleset_core.lang.typed_statements import Gain, Lose, Move, Phase
from ruleset_core.lang.types import Type
from ruleset_core.lang.visibility import mask_of
from ruleset_core.messages import LANGUAGES, message

if TYPE_CHECKING:
    from ruleset_core.engine.game import Game
    from ruleset_core.engine.state import State
    from ruleset_core.lang.domains import Text
    from ruleset_core.lang.origins import Origin


Use: TypeAlias = Literal["gained", "spent", "counted"]
"""What becomes of a thing: a seat gets it, or it changes; a seat gives it; points, who wins, or a card depend on it."""
Bound: TypeAlias = Mapping[str, tuple[int, ...]]
"""The values of locals that stand for some values of their own, by name: `for each r in [influence, fortune]`."""
Subject: TypeAlias = tuple[str, str]
"""A resource, field, zone, kind of pieces or member of a set: its part (`resources`, `fields`, `zones`, `kinds`, `members`) and its name."""

FLOW: Final = "flow"


@dataclass(frozen=True, slots=True)
class EffectSource:
    """What changes or counts something.

    Attributes:
        kind: what it is.
        name: its id; of an answer that of the set and of the member.
        names: what players call it, by language.

    Example:
        >>> from ruleset_core import effect_sources, load
        >>> [source.names["en"] for source in effect_sources(load("pig"), "fields", "pot", "gained")]
        ['roll', 'hold']
    """

    kind: Literal["card", "answer", "rule", "track", "phase", "score", "winner"]
    name: str
    names: Text = field(compare=False, hash=False)


def effect_sources(game: Game, part: str, name: str, use: Use) -> tuple[EffectSource, ...]:
    """What gains, spends or counts something; nothing of what no rule speaks of.

    Args:
        game: the game.
        part: `resources`, `fields`, `zones`, `kinds`, or `members` of sets.
        name: which of them; of a member also its set before it, `colour red`.
        use: what is asked for.
    """
    return _index(game).get((part, name), {}).get(use, ())


def question_sources(state: State) -> tuple[EffectSource, ...]:
    """The cards, rules and tracks because of which a question is asked, the nearest first, as far as the seat that decides may know them.

    Nothing where just the course of the game asks it.
    """
    game, program = state.game, state.game.program
    walk, mask = _EffectWalk(game), mask_of(program.vocabulary)
    found: dict[EffectSource, None] = {}
    for number, *_ in reversed(state.stack):
        callers = program.callers(number)
        for origin in (program.blocks[number].origin, *(callers if len(callers) == 1 else ())):
            source = None if origin is None else walk.named(origin)
            if source is not None and origin is not None and mask.of_owner(state, origin.owner) >> state.seat & 1:
                found[source] = None
    return tuple(found)


@memoized
def _index(game: Game) -> Mapping[Subject, Mapping[Use, tuple[EffectSource, ...]]]:
    """All of it, found once."""
    walk = _EffectWalk(game)
    walk.all_effects()
    walk.all_scores()
    return {subject: {use: tuple(sources) for use, sources in uses.items()} for subject, uses in walk.found.items()}


@dataclass(frozen=True, slots=True)
class _Context:
    """Where a walk is: the phase, and the answer that leads there."""

    phase: EffectSource | None = None
    answer: EffectSource | None = None


class _EffectWalk:
    """Goes through all effects and scores of a game."""

    def __init__(self, game: Game) -> None:
        self.program = game.program
        self.v = game.program.vocabulary
        self.glossary = game.glossary
        self._game = game
        self.found: dict[Subject, dict[Use, dict[EffectSource, None]]] = {}
        self._been = set[tuple[str, _Context]]()
        self._begun = False
        """Whether somebody is asked before: what is laid out at the beginning is no way to get it."""
        indices = (*(each.index for each in self.v.fields.values()), *(each.index for each in self.v.zones.values()))
        self._places = {kind.domain for index in indices for kind in index}

    @cached_property
    def _blank(self) -> State:
        """A state by which conditions that look at facts alone are worked out."""
        return self._game.blank(self._game.players[0], 0, None)

    def all_effects(self) -> None:
        """What statements do: those of the flow, then those that only something open leads to, as the effects of cards."""
        self._under(FLOW, _Context())
        self._begun = True
        for name in self.program.procedures:
            if all(been != name for been, _ in self._been):
                self._under(name, _Context())

    def all_scores(self) -> None:
        """What counts: categories of the score, what decides between equals, and who wins; of cards what they say of points and conditions."""
        for score in self.program.scores:
            source = EffectSource("score", score.name, score.title)
            self._counted((score.items, score.amount, score.where), source)
        winner = EffectSource("winner", "", {lang: message("lookup.who_wins", lang) for lang in LANGUAGES})
        self._counted((tree for tree, _ in self.program.claims), winner)
        for clause in self.program.clauses:
            if clause.owner in self.program.cards:
                self._counted((clause.where, clause.value), self._card(clause.owner))

    # -- effects --------------------------------------------------------------------------------------------------

    def _under(self, name: str, context: _Context) -> None:
        """What runs under a name."""
        if (name, context) in self._been:
            return
        self._been.add((name, context))
        if not name.startswith("value "):
            for tree in self.program.under(name):
                self._statement(tree, context, self._bound(tree))

    def _statement(self, node: Any, context: _Context, bound: Bound) -> None:
        """A statement with those below it."""
        self._begun = self._begun or isinstance(node, t.Choose | t.ChooseUpTo | t.ChooseSeveral)
        if isinstance(node, Phase):
            titles = {lang: self.glossary.title("phases", node.name, lang) for lang in LANGUAGES}
            context = replace(context, phase=EffectSource("phase", node.name, titles))
        self._changes(node, context, bound)
        for name in leads(node):
            self._under(name, context)
        forms = answer_forms(node) if isinstance(node, t.Choose) else []
        branched = any(form.branches for form in forms)
        for form in forms if branched else ():
            for member, _, body in form.branches:
                self._statement(body, replace(context, answer=context.answer or self._answer(form.type, member)), bound)
            if not form.branches:
                self._statement(form.body, context, bound)
        for below in parts(node):
            if not branched or below is not node.body:
                self._statement(below, context, bound)

    def _answer(self, kind: Type, member: int) -> EffectSource | None:
        """An answer that says what a seat does, not where or to what."""
        domain = self.v.domains.get(kind.domain)
        if domain is None or domain.kind != "set" or domain.name in self._places:
            return None
        return EffectSource("answer", f"{domain.name} {domain.ids[member]}", domain.names[member])

    def _changes(self, node: Any, context: _Context, bound: Bound) -> None:
        """What a statement itself changes."""
        match node:
            case Gain(resource=resource) | Lose(resource=resource):
                use: Use = "gained" if isinstance(node, Gain) else "spent"
                self._resources(resource, bound, use, node.origin, context)
            case t.Pay(costs=costs):
                for _, resource in costs:
                    self._resources(resource, bound, "spent", node.origin, context)
            case Move(piece=piece, zone=zone):
                if zone.seat is not None:
                    self._note(("kinds", piece.type.domain), "gained", node.origin, context)
                self._note(("zones", zone.zone.name), "gained", node.origin, context)
            case _:
                for target in written(node) if hasattr(node, "origin") else ():
                    if isinstance(target, t.Load):
                        self._note(("fields", target.field.name), "gained", node.origin, context)
                if isinstance(node, t.Put) and (member := self._member(node.value)):
                    self._note(member, "gained", node.origin, context)

    def _member(self, node: t.Expr) -> Subject | None:
        """The member of a set that a rule names; None for anything else."""
        if not isinstance(node, t.Const) or node.type.kind != "member" or node.value < 0:
            return None
        domain = self.v.domains[node.type.domain]
        return ("members", f"{domain.name} {domain.ids[node.value]}") if domain.kind == "set" else None

    def _resources(self, resource: t.Expr, bound: Bound, use: Use, origin: Origin | None, context: _Context) -> None:
        """The resources that a rule names."""
        for value in _values_of(resource, bound):
            self._note(("resources", self.v.domains["resource"].ids[value]), use, origin, context)

    def _note(self, subject: Subject, use: Use, origin: Origin | None, context: _Context) -> None:
        if not self._begun:
            return
        source = self._source(origin, context)
        if source is not None:
            self.found.setdefault(subject, {}).setdefault(use, {})[source] = None

    def _source(self, origin: Origin | None, context: _Context) -> EffectSource | None:
        """What players know behind a statement: the card, a rule with words of its own, a track; else the answer, or the phase."""
        named = None if origin is None else self.named(origin)
        return named or context.answer or context.phase

    def named(self, origin: Origin) -> EffectSource | None:
        """The card, the rule with words of its own, or the track that a line belongs to."""
        section, name = origin.owner
        if section == "cards" and name in self.program.cards:
            return self._card(name)
        because = self.v.because.get((section, name))
        if because:
            return EffectSource("rule", name, because)
        if section == "resources":
            track = {lang: message("story.why_track", lang, what=self._resource_name(name, lang)) for lang in LANGUAGES}
            return EffectSource("track", name, track)
        return None

    def _card(self, name: str) -> EffectSource:
        return EffectSource("card", name, self.program.cards[name].names)

    def _resource_name(self, name: str, lang: str) -> str:
        domain = self.v.domains["resource"]
        return domain.names[domain.ids.index(name)].get(lang) or name.replace("_", " ")

    def _bound(self, tree: Any) -> Bound:
        """The locals of a tree that stand for resources, with these."""
        loops = (node for node in all_nodes(tree) if isinstance(node, t.For | t.Quantity | t.Choose))
        return {
            each.var: tuple(value for value in each.selection.values if self._may_be(each, value))
            for each in loops
            if each.selection.type.domain == "resource"
        }

    def _may_be(self, loop: t.For | t.Quantity | t.Choose, value: int) -> bool:
        """Whether a loop may come to a value, by those of its conditions that look at facts alone: `where not r.citizen and ...`."""
        env = {"me": 0, loop.var: value}
        return all(
            self._game.interpreter.amount(each, self._blank, dict(env))
            for each in ([] if loop.where is None else chain(loop.where, "and"))
            if {*locals_of(each)} == {loop.var} and not any(map(reads, all_nodes(each)))
        )

    # -- what counts ------------------------------------------------------------------------------------------------

    def _counted(self, trees: Iterable[Any], source: EffectSource) -> None:
        """All that some expressions depend on counts for a source."""
        for subject in self._read(trees):
            self.found.setdefault(subject, {}).setdefault("counted", {})[source] = None

    def _read(self, trees: Iterable[Any]) -> Iterator[Subject]:
        """What expressions look at, also within definitions."""
        waiting, been = [each for each in trees if each is not None], set[str]()
        while waiting:
            tree = waiting.pop()
            bound = self._bound(tree)
            for node in all_nodes(tree):
                for name in leads(node):
                    if name not in been:
                        been.add(name)
                        waiting += self.program.under(name)
                match node:
                    case t.Load(field=read, index=(which,)) if read.name == "held":
                        for value in _values_of(which, bound):
                            yield "resources", self.v.domains["resource"].ids[value]
                    case t.Load(field=read):
                        yield "fields", read.name
                    case t.ZoneRef(zone=zone):
                        yield "zones", zone.name
                    case _ if member := self._member(node):
                        yield member
                    case _:
                        pass


def _values_of(node: t.Expr, bound: Bound) -> tuple[int, ...]:
    """The values that an expression may have; nothing where the rule does not name them."""
    match node:
        case t.Const(value=value):
            return (value,) if value >= 0 else ()
        case t.Local(name=name):
            return bound.get(name, ())
        case t.FactOf(fact=fact):
            values = (value for value in fact.values if isinstance(value, int) and value >= 0)
            return tuple(dict.fromkeys(values))
        case _:
            return ()
