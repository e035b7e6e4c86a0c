"""What is said about statements that are none: verbs of rulebooks, procedures without `do`, arguments in another order."""

from __future__ import annotations

from ruleset_core.lang.resolve.exprs import ExprResolver
from ruleset_core.lang.resolve.findings import Scope
from ruleset_core.lang.syntax import nodes as s
from ruleset_core.lang.verbs import VERBS, VerbSpec
from ruleset_core.model.diagnostic import closest, is_slip

_OTHER_VERBS = {
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
}
"""Verbs of rulebooks, and how it is said here."""
_SMALL_WORDS = frozenset({"into", "onto", "in", "on", "for", "of", "upon", "towards", "after", "using", "via", "under"})
"""Small words that English has and the verbs have not."""


class VerbHelp(ExprResolver):
    """Problems of statements with verbs."""

    def _no_verb(self, node: s.Verb, name: s.Name, scope: Scope) -> None:
        """A word that begins a statement and is no verb: maybe a procedure without its `do`."""
        define = self.v.defines.get(node.name)
        if define is not None and define.kind == "effect":
            define.used = True
            meant = f"do {node.name}"
            args = [self.written(arg.value) for arg in node.args]
            if len(args) == 1 and not define.params and self.quietly(node.args[0].value, scope).kind == "int":
                meant = meant if args == ["1"] else f"repeat {args[0]} {{ {meant} }}"
            elif args and len(args) == len(define.params):
                meant += f"({', '.join(args)})"
            elif args:
                meant = ""
            advice = f"`{node.name}` is a procedure: write `{meant or f'do {node.name}(...)'}`"
            self.say("E302", f"unknown verb `{node.name}`", name, advice, meant or None, swap=(node.start, node.end))
            return
        if node.name in _OTHER_VERBS:
            self.say("E302", f"unknown verb `{node.name}`", name, _OTHER_VERBS[node.name], about=node.name)
            return
        procedures = [each.name for each in self.v.defines.values() if each.kind == "effect"]
        close = closest(node.name, procedures)
        if close and not closest(node.name, VERBS):
            advice = f"did you mean `do {close[0]}`?"
            meant = f"do {close[0]}"
            self.say(
                "E302",
                f"unknown verb `{node.name}`",
                name,
                advice,
                meant,
                about=node.name,
                rivals=tuple(close[1:]),
                sure=is_slip(node.name, close[0]),
            )
            return
        self.unknown("verb", node.name, name, VERBS, "E302")

    def _wrong_way_round(self, verb: str, amount: s.Node, resource: s.Node, scope: Scope) -> bool:
        """`gain point 2`: the resource stands before the amount."""
        if not isinstance(amount, s.Name) or amount.name not in self.v.domains["resource"].ids:
            return False
        if isinstance(resource, s.Name) and resource.name in self.v.domains["resource"].ids:
            return False
        if self.quietly(resource, scope).kind != "int":
            return False
        meant = f"{self.written(resource)} {amount.name}"
        advice = f"write `{verb} {meant}`"
        both = s.Name(amount.start, resource.end, amount.name)
        self.say("E303", "the amount stands before the resource", both, advice, meant)
        return True

    def _misused(self, node: s.Verb, spec: VerbSpec) -> None:
        """A verb with other arguments than it takes."""
        verbs = [arg.value for arg in node.args if isinstance(arg.value, s.Name) and arg.value.name in VERBS]
        advice = f"a `;` may be missing before `{verbs[0].name}`" if verbs else f"for example `{spec.example}`"
        odd = [arg.value for arg in node.args if isinstance(arg.value, s.Name) and arg.value.name in _SMALL_WORDS]
        lacking = [
            param.word for param in spec.params if param.word and param.word not in tuple(arg.word for arg in node.args)
        ]
        message = f"`{node.name}` is written `{spec.signature}`"
        if len(odd) == len(lacking) == 1 and len(node.args) == len(spec.params) + 1 and lacking[0]:
            swap = (odd[0].start, odd[0].end)
            self.say("E304", message, node, f"write `{lacking[0]}`", lacking[0], swap=swap)
        else:
            self.say("E304", message, node, advice)
