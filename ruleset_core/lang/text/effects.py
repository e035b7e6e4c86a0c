"""Effects in words."""

from __future__ import annotations

from collections.abc import Sequence

from ruleset_core.lang import tree as t
from ruleset_core.lang.resolve.hints import hint_of
from ruleset_core.lang.text.amounts import without
from ruleset_core.lang.text.choices import branches_of, may_of, may_times_of
from ruleset_core.lang.text.english import ENGLISH
from ruleset_core.lang.text.language import Language, sentence
from ruleset_core.lang.text.loops import Loops
from ruleset_core.lang.text.nouns import Argument, Bound, Names
from ruleset_core.lang.text.spanish import SPANISH
from ruleset_core.lang.types import SEAT, member
from ruleset_core.lang.verbs import VERBS
from ruleset_core.lang.vocabulary import Vocabulary
from ruleset_core.lang.walk import locals_of

LANGUAGES: dict[str, Language] = {"en": ENGLISH, "es": SPANISH}
VERB_OF: dict[type, str] = {
    t.Gain: "gain", t.Lose: "lose", t.Roll: "roll", t.Shuffle: "shuffle", t.Sort: "sort", t.Move: "move", t.Flip: "flip", t.Show: "show",
    t.EndGame: "end_game", t.Again: "again", t.PassTurn: "pass_turn",
}  # fmt: skip
"""Nodes whose templates stand beside their verbs."""
LETTERS = "NMKPQRST"
"""What numbers that are worked out on the way are called."""


def effect_text(block: t.Block, vocabulary: Vocabulary, lang: str) -> str:
    """An effect as sentences."""
    writer = Effects(vocabulary, LANGUAGES[lang])
    return writer.sentences(block, writer.opened(block))


def expr_text(expr: t.Expr, vocabulary: Vocabulary, lang: str) -> str:
    """An amount or a condition as part of a sentence."""
    writer = Effects(vocabulary, LANGUAGES[lang])
    return writer.expr(expr, writer.opened(expr))


class Effects(Loops):
    """Writes statements."""

    def opened(self, *nodes: t.Expr | t.Block | None) -> Names:
        """Names for the locals that come from outside: `this chip`, the fields of an event."""
        names = Names()
        for node in nodes:
            for name, kind in locals_of(node).items() if node is not None else ():
                if name == "this":
                    names = names.plus(name, Bound(self.language.the("this", self.noun(kind))))
                elif name != "me" and name not in names.bound:
                    names, _ = self.bind(name, kind, names)
        return names

    def sentences(self, block: t.Block, names: Names) -> str:
        """The statements of a block as sentences."""
        return " ".join(sentence(line) for line in self.lines(block, names, apart=True))

    def lines(self, block: t.Block, names: Names, *, last: bool = True, apart: bool = False) -> list[str]:
        """The statements of a block one by one; gains in a row become one.

        Nothing of the same sentence follows a block that stands `last`; nor any line, where they are sentences `apart`.
        """
        found: list[str] = []
        run: list[t.Gain | t.Lose] = []
        for place, item in enumerate(block.items):
            if run and type(item) is not type(run[0]):
                found.append(self._run(run, names))
                run = []
            if isinstance(item, (t.Gain, t.Lose)):
                run.append(item)
                continue
            end = apart or (last and place == len(block.items) - 1)
            found.append(self.statement(item, names, last=end, apart=apart))
            if isinstance(item, t.Let):
                names, _ = self._let(item, names)
        if run:
            found.append(self._run(run, names))
        return found

    def inline(self, block: t.Block, names: Names, *, last: bool = False) -> str:
        """A block as part of a sentence; in brackets when it holds more than a plain list, unless it stands `last`."""
        lines = self.lines(block, names, last=last)
        if not lines:
            return self.say("Block empty")
        if len(lines) == 1:
            return lines[0]
        if any(mark in line for line in lines for mark in (":", ";", ",", self._joint)):
            return "; ".join(lines) if last else f"[{'; '.join(lines)}]"
        return self.language.listed(lines, "and")

    @property
    def _joint(self) -> str:
        return f" {self.language.names['and']} "

    def _run(self, run: list[t.Gain | t.Lose], names: Names) -> str:
        """Gains in a row: `gain 1 coin and 2 apples`; `for each activation, ...` where all are multiplied by it."""
        factor = self.shared([each.amount for each in run])
        if factor is None:
            return self._gained(run, names)
        plain = [type(each)(without(each.amount, factor), each.resource) for each in run]
        return self.for_each(self.language.bare(self.expr(factor, names)), self._gained(plain, names))

    def _gained(self, run: Sequence[t.Gain | t.Lose], names: Names) -> str:
        amounts = self.costs(tuple((each.amount, each.resource) for each in run), names)
        template = VERBS[VERB_OF[type(run[0])]].text[self.language.code]
        return template.replace("{amount} {resource}", amounts)

    def statement(self, node: t.Statement, names: Names, *, last: bool = False, apart: bool = False) -> str:
        """One statement; see `lines` for `last` and `apart`."""
        match node:
            case t.Block():
                return self.inline(node, names, last=last)
            case t.Gain() | t.Lose():
                return self._run([node], names)
            case t.Show() if node.seat == t.Local(SEAT, "me"):
                return self.say("Look", piece=self.expr(node.piece, names))
            case (
                t.Roll()
                | t.Shuffle()
                | t.Sort()
                | t.Move()
                | t.Flip()
                | t.Show()
                | t.EndGame()
                | t.Again()
                | t.PassTurn()
            ):
                return VERBS[VERB_OF[type(node)]].text[self.language.code].format(**self._verb(node, names))
            case t.Let():
                _, bound = self._let(node, names)
                key = "Let member" if node.value.type.kind == "member" else "Let"
                return self.say(key, name=bound.text, value=self.expr(node.value, names))
            case t.Put():
                return self._put(node, names)
            case t.If():
                return self._if(node, names, last=last)
            case t.For() if (hint := hint_of(node)) is not None:
                return self._hint(*hint, names)
            case t.For():
                return self.gone_through(node, names, last=last)
            case t.Repeat():
                return self.repeated(node, names, last=last)
            case t.Choose():
                return self._choose(node, names, last=last, apart=apart)
            case t.ChooseUpTo():
                return self._choose_up_to(node, names, last=last)
            case t.As():
                return self.acting(node, names, last=last)
            case t.Pay():
                return self._pay(node, "Pay", names, last=last)
            case t.Take():
                return self.say("Take", costs=self.costs(node.costs, names))
            case t.Do():
                return self._do(node, names, last=last)
            case t.DoCard():
                return self.say("DoCard", of=self.expr(node.of, names))
            case t.Emit():
                title = self.words(node.event.title, node.event.name)
                args = [
                    Argument(self.expr(arg, names, 1), kind, name)
                    for arg, (name, kind) in zip(node.args, node.event.fields.items(), strict=True)
                ]
                return self.say("Emit", title=self.titled(title, args))
            case t.Hooked():
                return self.say("Hooked", title=self.titled(node.hook.replace("_", " "), self._args(node.args, names)))
            case t.Enqueue():
                return self.say("Enqueue", title=self.titled(node.procedure, self._args(node.args, names)))
            case _:
                return self._flow(node, names)

    def _hint(self, of: t.Expr, show: t.Show, names: Names) -> str:
        """What is shown of a piece: a fact of it, or whether something holds."""
        key = "Hint" if isinstance(of, t.FactOf) else "Hint whether"
        if show.seat == t.Local(SEAT, "me"):
            return self.say(f"{key} me", what=self.expr(of, names))
        return self.say(key, what=self.expr(of, names), seat=self.expr(show.seat, names))

    def _let(self, node: t.Let, names: Names) -> tuple[Names, Bound]:
        """A result that is used later: `that building`, or a letter that no other number in sight has."""
        if node.value.type.kind == "member":
            return self.bind(node.var, node.value.type, names)
        taken = {each.text for each in names.bound.values()}
        bound = Bound(next((letter for letter in LETTERS if letter not in taken), node.var))
        return names.plus(node.var, bound), bound

    def _verb(self, node: t.Verb, names: Names) -> dict[str, str]:
        """The parts of the template of a verb."""
        match node:
            case t.Roll():
                return {"field": self.expr(node.target, names)}
            case t.Shuffle():
                return {"zone": self.zone(node.zone, names)}
            case t.Sort():
                it = Bound(self.language.the("that", self.noun(member(node.zone.zone.kind))))
                return {"zone": self.zone(node.zone, names), "key": self.expr(node.key, names.plus("it", it))}
            case t.Move():
                return {"piece": self.expr(node.piece, names), "zone": self.zone(node.zone, names)}
            case t.Show():
                return {"piece": self.expr(node.piece, names), "seat": self.expr(node.seat, names)}
            case t.Flip():
                return {"piece": self.expr(node.side.index[0], names)}
            case _:
                return {}

    def _put(self, node: t.Put, names: Names) -> str:
        value = self.known(node.value, names)
        target = node.target
        if target.type.kind == "bool":
            if isinstance(value, t.Const):
                return self.say("Put true", target=self.expr(target, names, negated=not value.value))
            return self.say("Put bool", target=self.expr(target, names), value=self.expr(value, names))
        said = self.expr(target, names)
        if isinstance(value, t.Const) and value.value == -1 and value.type.kind != "int":
            return self.language.said_of("Put none", said, target=said)
        if isinstance(value, t.Op) and value.name in {"+", "-"} and self.expr(value.args[0], names) == said:
            by = self.expr(value.args[1], names)
            each = " each" if self.named(value.args[1]) else ""
            by = self.language.bare(by) if each else by
            return self.language.said_of(f"Put {value.name}{each}", said, target=said, value=by)
        return self.language.said_of("Put", said, target=said, value=self.expr(value, names))

    def _if(self, node: t.If, names: Names, *, last: bool) -> str:
        inner = node.then.items[0] if len(node.then.items) == 1 else None
        if isinstance(inner, t.If) and node.otherwise is None and inner.otherwise is None:
            both = self.language.listed([self.expr(each.condition, names, 3) for each in (node, inner)], "and")
            return self.say("If", condition=both, then=self.inline(inner.then, names, last=last))
        then = self.inline(node.then, names, last=last and node.otherwise is None)
        if isinstance(inner, t.If):
            then = f"[{then}]"  # whose `otherwise` it is must not be in doubt
        parts = {"condition": self.expr(node.condition, names), "then": then}
        if node.otherwise is None:
            return self.say("If", **parts)
        return self.say("If otherwise", otherwise=self.inline(node.otherwise, names, last=last), **parts)

    # -- choices ------------------------------------------------------------------------------------------------

    def _choose_up_to(self, node: t.ChooseUpTo, names: Names, *, last: bool) -> str:
        inner, phrase = self.introduced(node.var, node.selection, names, node.where)
        parts = {
            "times": self.expr(node.times, names, 9),
            "where": self.where(node.where, inner, node.var),
            "body": self.inline(node.body, inner, last=last),
            **phrase.parts,
        }
        if node.done is None or (isinstance(node.done, t.Const) and node.done.value):
            return self.say("ChooseUpTo", **parts)
        if isinstance(node.done, t.Const):
            return self.say("ChooseUpTo whole", **parts)
        return self.say("ChooseUpTo done", done=self.expr(node.done, names), **parts)

    def _choose(self, node: t.Choose, names: Names, *, last: bool, apart: bool) -> str:
        if branches := branches_of(node):
            said = [
                self._branch(self.value(node.decision.type, value), condition, body, names)
                for value, condition, body in branches
            ]
            return self.say("Choose branches", branches=self.language.listed(said, "or"))
        if (body := may_of(node)) is not None:
            if len(body.items) == 1 and isinstance(body.items[0], t.Pay):
                return self._pay(body.items[0], "Choose may", names, last=last)
            return self.say("Choose may", body=self.inline(body, names, last=last))
        if (once := may_times_of(node)) is not None:
            return self._may_times(node.selection.parts[1], once, names, last=last)
        inner, phrase = self.introduced(node.var, node.selection, names, node.where)
        parts = {**phrase.parts, "where": self.where(node.where, inner, node.var)}
        key = "Choose"
        last = last and node.otherwise is None
        if last and not apart and (flat := self._listed_choice(node, inner, parts)):
            return flat
        if node.body.items:
            parts["body"] = self.inline(node.body, inner, last=last)
        else:
            key += " only"
        if node.otherwise is not None:
            key += " otherwise"
            parts["otherwise"] = self.inline(node.otherwise, names)
        if node.instead is None:
            return self.say(key, **parts)
        return self.say("Choose instead", choice=self.say(key, **parts), instead=self.inline(node.instead, names))

    def _listed_choice(self, node: t.Choose, names: Names, parts: dict[str, str]) -> str:
        """`choose a card, flip that card and gain 1 coin`, within a longer sentence; nothing if it is no plain list."""
        lines = self.lines(node.body, names)
        head = self.say("Choose only", **parts)
        if not lines or any(mark in line for line in (head, *lines) for mark in (":", ";", ",")):
            return ""
        if any(self._joint in line for line in (head, *lines)):
            return f"{head}, {lines[0]}" if len(lines) == 1 else ""
        return self.language.listed([head, *lines], "and")

    def _may_times(self, times: t.Expr, once: t.Pay, names: Names, *, last: bool) -> str:
        parts = {"costs": self.costs(once.costs, names), "body": self.inline(once.body, names, last=last)}
        if self.named(times):
            return self.say("Choose may each", one=self.language.bare(self.expr(times, names)), **parts)
        return self.say("Choose may times", times=self.expr(times, names, 9), **parts)

    def _branch(self, member: str, condition: t.Expr, body: t.Block, names: Names) -> str:
        parts = {"member": member, "body": self.inline(body, names, last=True)}
        if isinstance(condition, t.Const) and condition.value:
            return self.say("branch", **parts)
        return self.say("branch if", condition=self.expr(condition, names), **parts)

    def _pay(self, node: t.Pay, key: str, names: Names, *, last: bool) -> str:
        parts = {"costs": self.costs(node.costs, names)}
        may = key != "Pay"
        if node.body.items:
            parts["body"] = self.inline(node.body, names, last=last and (may or node.otherwise is None))
        else:
            key += " only"
        key += " pay" if may else ""
        if node.otherwise is not None and not may:
            key += " otherwise"
            parts["otherwise"] = self.inline(node.otherwise, names)
        return self.say(key, **parts)

    # -- calls and phases ---------------------------------------------------------------------------------------

    def _do(self, node: t.Do, names: Names, *, last: bool) -> str:
        define = self.v.defines.get(node.procedure)
        if define is None:
            return self.say("Do", title=self.titled(node.procedure, self._args(node.args, names)))
        if define.body is not None and self.unnamed(define.title, define.name, define.body):
            return self.inline(define.body, self.params(define.params, node.args, names), last=last)
        args = [
            Argument(self.expr(arg, names, 1), kind, name)
            for arg, (name, kind) in zip(node.args, define.params.items(), strict=True)
        ]
        return self.say("Do", title=self.titled(self.words(define.title, define.name), args))

    def _while(self, body: str, node: t.Rounds | t.ForField, going: t.Expr, names: Names) -> str:
        said = self.say("while", body=body, condition=self.expr(going, names))
        if isinstance(node, t.Rounds) and node.most is not None:
            said = self.say("most", body=said, most=self.expr(node.most, names))
        return (
            said if node.otherwise is None else self.say("beyond", body=said, then=self.inline(node.otherwise, names))
        )

    def _flow(self, node: t.Statement, names: Names) -> str:
        match node:
            case t.Phase():
                title = self.words(self.v.phases.get(node.name, {}), node.name)
                return self.say("Phase", title=title, body=self.inline(node.body, names))
            case t.ForField():
                parts = {"target": self.expr(node.target, names), "body": self.inline(node.body, names)}
                said = self.say("ForField", **parts, **self.phrase(node.selection, names).parts)
                return said if node.going is None else self._while(said, node, node.going, names)
            case t.Rounds():
                return self._while(self.inline(node.body, names), node, node.going, names)
            case t.Turns():
                body = self.inline(node.body, names)
                said = self.say(f"Turns {node.how}", first=self.expr(node.first, names), body=body)
                told = (("by", node.by), ("until", node.until), ("skip", node.skip), ("following", node.following))
                for key, each in told:
                    said = said if each is None else self.say(key, body=said, condition=self.expr(each, names))
                return said
            case t.Refuse():
                return self.say("Refuse", what=node.what)
            case t.EnterPhase():
                return self.say("EnterPhase", number=str(node.number))
            case t.Simultaneous():
                return self.say("Simultaneous" if node.on else "Simultaneous off")
            case t.Halt():
                return self.say("Halt")
            case _:
                return self.say("Drain")
