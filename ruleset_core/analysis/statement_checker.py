"""Type checker of statements and decisions: syntax trees of effects in, typed statements out.

What the language writes in a short way becomes the few statements that lowering and both executors know. `Put` sets a
field; a choice with branches becomes one choice among members, followed by a condition for each branch:

    set pot = pot + face      Put(Load(pot), Op("+", Load(pot), Load(face)))
    choose decide {           Choose(decide, "_decide", Selection("values", (0, 1)),
      roll { roll face } |           Block(If(Op("==", Local("_decide"), Const(0)), Block(Roll(Load(face))),
      hold { end_game }              Block(If(Op("==", Local("_decide"), Const(1)), Block(EndGame()))))))
    }
    let x = 3; set pot = 1    W504: `x` is never used; remove the `let`, or use it
    pot = 1                   E201, by the parser: `=` is not expected here; add `set`

Each statement keeps its place in the file (`Statement.origin`): messages of broken rules and stories need it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from ruleset_core.analysis.binder import BAD_VALUE, BindingScope
from ruleset_core.analysis.choice_checker import ChoiceChecker
from ruleset_core.analysis.known_ranges import NOTHING_KNOWN
from ruleset_core.analysis.range_analysis import ConditionTruth
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.origins import Origin, Passage
from ruleset_core.lang.syntax import syntax_tree as s
from ruleset_core.lang.traversal import (
    all_nodes,
    with_origin,
)
from ruleset_core.lang.typed_statements import StatementNode
from ruleset_core.lang.types import BAD, BOOL, INT, SEAT, Type, with_article
from ruleset_core.lang.vocabulary import Vocabulary


class RefusedInTrial(NamedTuple):
    """What a trial may not do, and what to do instead."""

    what: str
    advice: str


_ASKS = RefusedInTrial(
    "ask a player", "choose first, and try what was chosen: `choose ... x where would { ... } then ...`"
)
_DRAWS = RefusedInTrial("draw at random", "nobody knows what would be drawn: try what is certain")
_TURNS = RefusedInTrial("say whose turn follows", "all is taken back, and so would this be")
_REFUSED: Final[Mapping[type, RefusedInTrial]] = {
    t.Choose: _ASKS, t.ChooseUpTo: _ASKS, t.ChooseSeveral: _ASKS, t.Roll: _DRAWS, t.Shuffle: _DRAWS, t.Again: _TURNS, t.PassTurn: _TURNS,
    t.Show: RefusedInTrial("show a piece", "what a seat has seen cannot be taken back"),
    t.Return: RefusedInTrial("do an effect that returns something", "let a definition by `value:` say what it would be"),
    t.EndGame: RefusedInTrial("end the game", "ask behind `then` for what would end it"),
    t.Enqueue: RefusedInTrial("let something wait", "what waits runs when the effect is over, and a trial is over before"),
    t.Hooked: RefusedInTrial("call the game's Python", "a hook that gives a value may be asked behind `then`"),
}  # fmt: skip
"""What a trial may not do, by class."""
_REMEMBERS = RefusedInTrial(
    "remember a position", "`repeats` tells whether the position that is tried was there before"
)
NOTED = (t.Do, t.DoCard, t.Emit, t.Gain, t.Lose, t.Move)
"""Statements of trials that are looked at once more: what they lead to, and what is moved."""


def refused_in_trial(node: StatementNode) -> RefusedInTrial | None:
    """What is wrong with a statement in a trial, if anything is; what it holds or leads to aside. A hint shows piece by piece."""
    if isinstance(node, t.Do) and node.procedure.startswith("remember "):
        return _REMEMBERS
    if isinstance(node, t.For) and node.body.items and isinstance(node.body.items[0], t.Show):
        node = node.body.items[0]
    return _REFUSED.get(type(node))


def no_effect_reason(truth: ConditionTruth, statement: t.Statement) -> str:
    """Why a statement does nothing; empty if it may do something."""
    match statement:
        case t.Gain(amount=amount) | t.Lose(amount=amount) if _never_positive(truth, amount):
            verb = "gained" if isinstance(statement, t.Gain) else "lost"
            return f"what is {verb} here is never more than 0"
        case t.Repeat(times=times) | t.ChooseUpTo(times=times) if _never_positive(truth, times):
            return "this is done 0 times"
        case t.ChooseSeveral() if _never_positive(truth, statement.most or statement.least):
            return "nothing is picked here"
        case t.For(selection=t.Selection(kind="values", values=())) if statement.selection.type.kind == "int":
            return "this goes through no number: the first is above the last"
        case t.Put() if truth.same(statement.target, statement.value):
            return "this sets a field to the value that it has"
        case _:
            return ""


def _never_positive(truth: ConditionTruth, amount: t.Expr) -> bool:
    if amount.type.kind != "int" or truth.values(amount, NOTHING_KNOWN).high > 0:
        return False
    return all(each.type.kind != "bad" for each in all_nodes(amount) if hasattr(each, "type"))


class StatementChecker(ChoiceChecker):
    """Resolves effects; `phase_turns` tells which verbs of turn taking make sense (checked by the linker)."""

    def __init__(self, vocabulary: Vocabulary, card_effects: dict[str, tuple[str, ...]] | None = None) -> None:
        """`card_effects`: procedures of the `effect:` of every piece, by kind."""
        super().__init__(vocabulary)
        self.card_effects = card_effects or {}
        self.passage: Passage | None = None
        self._lets: list[tuple[str, BindingScope, s.SyntaxNode]] = []
        self._trials = 0

    def block(self, node: s.BlockSyntax | None, scope: BindingScope) -> t.Block:
        """Statements in order; a `let` is seen by those after it."""
        items, _ = self._in_order(node, scope)
        return t.Block(tuple(items), origin=None if node is None else self.origin(node))

    def _in_order(self, node: s.BlockSyntax | None, scope: BindingScope) -> tuple[list[t.Statement], BindingScope]:
        """The statements of a block, and the scope behind them."""
        items: list[t.Statement] = []
        for statement in node.statements if node is not None else ():
            if isinstance(statement, s.LetSyntax):
                value = self.expr(statement.value, scope)
                kind = INT if value.type.kind == "int" else value.type
                scope = self.bind(statement.var, kind, scope, statement)
                items.append(with_origin(t.Let(statement.var, value), self.origin(statement)))
                self._lets.append((statement.var, scope, statement))
            elif isinstance(statement, s.DoSyntax) and statement.var:
                made = self.statement(statement, scope)
                scope = self.bind(statement.var, self._result_of(made), scope, statement)
                items.append(made)
                self._lets.append((statement.var, scope, statement))
            else:
                if items and isinstance(items[-1], t.Return):
                    self.say("W521", "nothing behind `return` is done", statement, "take it out, or put it before")
                items.append(self.statement(statement, scope))
                if self.judges and (nothing := no_effect_reason(self.truth, items[-1])):
                    self.say("W521", nothing, statement, "take it out, or turn it round")
        return items, scope

    def origin(self, node: s.SyntaxNode) -> Origin | None:
        """Where something stands; None for a text that is in no file of data."""
        return None if self.passage is None else Origin(self.passage, node.start, node.end)

    def effect(self, node: s.BlockSyntax, scope: BindingScope) -> t.Block:
        """A whole effect; also notes every `let` that nothing reads."""
        self._lets = []
        block = self.block(node, scope)
        for name, inner, where in {id(where): (name, inner, where) for name, inner, where in self._lets}.values():
            if name not in inner.used:
                self.say("W504", f"`{name}` is never used", where, "remove the `let`, or use it")
        return block

    def statement(self, node: s.SyntaxNode, scope: BindingScope) -> t.Statement:
        """One statement, and where it comes from."""
        made = self._statement(node, scope)
        if self._trials and (refused := refused_in_trial(made)):
            self.say("E321", f"a trial may not {refused.what}", node, refused.advice)
            made = t.Block(())
        elif self._trials and isinstance(made, NOTED):
            self.tried.append((made, node))
        return with_origin(made, self.origin(node))

    def _would(self, node: s.WouldSyntax, scope: BindingScope, want: Type | None) -> t.Expr:
        """`would { EFFECT } then VALUE`: what the effect may not do is refused here, or by `program_checks.check_trials` where it only leads to that."""
        self._trials += 1
        items, inner = self._in_order(node.effect, scope)
        self._trials -= 1
        if not items:
            return self.say("E321", "nothing is tried here", node.effect, "write in the braces what would be done")
        value = self._expr(node.value, inner, want)
        give = t.Give(value, origin=self.origin(node.value))
        kind = INT if value.type.kind == "int" else value.type
        return (
            BAD_VALUE if kind.kind == "bad" else t.Would(kind, t.Block((*items, give), origin=self.origin(node.effect)))
        )

    def _statement(self, node: s.SyntaxNode, scope: BindingScope) -> t.Statement:
        match node:
            case s.VerbSyntax():
                return self._verb(node, scope)
            case s.AssignSyntax():
                return self._assign(node, scope)
            case s.WhenSyntax():
                otherwise = self.block(node.otherwise, scope) if node.otherwise else None
                return t.If(self.expr(node.condition, scope, BOOL), self.block(node.then, scope), otherwise)
            case s.ForEachSyntax():
                return self._for_each(node, scope)
            case s.RepeatSyntax():
                return t.Repeat(self.expr(node.times, scope, INT), self.block(node.body, scope))
            case s.ChooseSyntax():
                return self._choose(node, scope)
            case s.ChooseSeveralSyntax():
                return self._choose_several(node, scope)
            case s.ChooseBranchSyntax():
                return self._choose_branch(node, scope)
            case s.MaySyntax():
                return self._may(node, scope)
            case s.AsSeatSyntax():
                seat = self.expr(node.seat, scope, SEAT)
                return t.As(
                    seat,
                    self.block(node.body, BindingScope(scope.locals, me=True, used=scope.used, result=scope.result)),
                )
            case s.PaySyntax():
                otherwise = self.block(node.otherwise, scope) if node.otherwise else None
                return t.Pay(self.costs(node.costs, scope), self.block(node.body, scope), otherwise)
            case s.DoSyntax():
                return self._do(node, scope)
            case s.EmitSyntax():
                return self._emit(node, scope)
            case s.CallHookSyntax():
                return self._hooked(node, scope)
            case _:
                self.say("E201", "this is not a statement", node)
                return t.Block(())

    # -- statements ---------------------------------------------------------------------------------------------

    def _assign(self, node: s.AssignSyntax, scope: BindingScope) -> t.Statement:
        if isinstance(node.target, s.NameSyntax) and node.target.name in scope.locals:
            self.say(
                "E310",
                f"`{node.target.name}` is a local name and keeps its value",
                node.target,
                "only fields of the state can be set",
            )
            return t.Block(())
        target = self.expr(node.target, scope)
        if not isinstance(target, t.Load):
            if target.type.kind != "bad":
                self.say("E310", "only fields of the state can be set", node.target)
            return t.Block(())
        if target.field.name in {"held", "filled"} or target.field.name.endswith(".at"):
            meant = self._verb_of(node) if target.field.name == "held" else ""
            self.say(
                "E310",
                f"`{_written(node.target)}` changes only through verbs",
                node.target,
                f"write `{meant}`" if meant else "use `gain`, `lose` or a cost",
                meant or None,
                swap=(node.start, node.end) if meant else None,
            )
        self._counted(target.field, node.target)
        before = len(self.problems)
        value = self.expr(node.value, scope, target.type)
        self.declared_by(before, "state", target.field.name)
        return t.Put(target, value)

    def _verb_of(self, node: s.AssignSyntax) -> str:
        """`coin = coin + 2` with the verb that does it; nothing for anything else."""
        name, value = node.target, node.value
        if (
            not isinstance(name, s.NameSyntax)
            or not isinstance(value, s.BinarySyntax)
            or value.operator not in {"+", "-"}
        ):
            return ""
        if not isinstance(value.left, s.NameSyntax) or value.left.name != name.name:
            return ""
        return f"{'gain' if value.operator == '+' else 'lose'} {self.written(value.right)} {name.name}"

    def _for_each(self, node: s.ForEachSyntax, scope: BindingScope) -> t.Statement:
        selection = self.selection(node.selection, scope)
        inner = self.bind(node.var, selection.type, scope, node, runs=node.where is None)
        where = self.expr(node.where, inner, BOOL) if node.where else None
        return t.For(node.var, selection, where, self.block(node.body, inner))

    def _do(self, node: s.DoSyntax, scope: BindingScope) -> t.Statement:
        target = node.target
        if isinstance(target, s.AttributeSyntax) and target.name == "effect":
            return self._do_card(target, scope)
        if isinstance(target, s.AttributeSyntax):
            self.unknown("behaviour of a card", target.name, target, ["effect"], "E313")
            return t.Block(())
        name, args = self._called(target)
        define = self.v.defines.get(name)
        if define is not None and define.kind != "effect":
            self.say(
                "E303",
                f"`{name}` is a value, not a procedure",
                target,
                "use it in an expression, or give it an `effect`",
            )
            return t.Block(())
        if define is None:
            known = [each.name for each in self.v.defines.values() if each.kind == "effect"]
            self.unknown("procedure", name, target, known)
            return t.Block(())
        self.use(define)
        if node.var and define.result is None:
            advice = "say in the definition what it returns, `is: TYPE` and `return EXPR`, or leave out the `let`"
            self.say("E303", f"`{name}` returns nothing", target, advice)
        found = self.arguments(name, args, tuple(define.params.values()), target, scope)
        self.calls(name, target, scope)
        return t.Block(()) if found is None else t.Do(name, found, var=node.var)

    def _result_of(self, node: t.Statement) -> Type:
        """The type of what a procedure returns."""
        define = self.v.defines.get(node.procedure) if isinstance(node, t.Do) else None
        kind = BAD if define is None or define.result is None else define.result
        return INT if kind.kind == "int" else kind

    def _do_card(self, target: s.AttributeSyntax, scope: BindingScope) -> t.Statement:
        of = self.expr(target.of, scope)
        if of.type.kind == "bad":
            return t.Block(())
        effects = self.card_effects.get(of.type.domain if of.type.kind == "member" else "")
        if effects is None:
            advice = "only pieces whose cards have an `effect:` do"
            self.say("E313", f"{with_article(of.type)} has no `effect`", target, advice, about=of.type.domain)
            return t.Block(())
        for name in dict.fromkeys(effects):
            self.calls(name, target, scope)
        return t.DoCard(
            of, (*effects,)
        )  # a tuple of its own, so that what one text comes to shares nothing with others

    @staticmethod
    def _called(node: s.SyntaxNode) -> tuple[str, tuple[s.SyntaxNode, ...]]:
        if isinstance(node, s.InvokeSyntax):
            return node.name, node.args
        return (node.name, ()) if isinstance(node, s.NameSyntax) else ("", ())

    def _emit(self, node: s.EmitSyntax, scope: BindingScope) -> t.Statement:
        name, args = self._called(node.target)
        event = self.v.events.get(name)
        if event is None or name in {"gain", "lose", "reach"}:
            own = [each for each in self.v.events if " " not in each and each not in {"gain", "lose", "reach"}]
            self.unknown("event", name, node.target, own, "E312")
            return t.Block(())
        self.use(event, "emitted")
        found = self.arguments(name, args, tuple(event.fields.values()), node.target, scope)
        self.calls(f"event {name}", node.target, scope)
        return t.Block(()) if found is None else t.Emit(event, found)

    def _hooked(self, node: s.CallHookSyntax, scope: BindingScope) -> t.Statement:
        name, args = self._called(node.target)
        hook = self.v.hooks.get(name)
        if hook is None:
            self.unknown("hook", name, node.target, self.v.hooks)
            return t.Block(())
        self.use(hook)
        found = self.arguments(name, args, hook.params, node.target, scope)
        return t.Block(()) if found is None else t.Hooked(name, found)


def _written(target: s.SyntaxNode) -> str:
    """What a field is called where it is set."""
    return target.name if isinstance(target, (s.NameSyntax, s.AttributeSyntax)) else "this"
