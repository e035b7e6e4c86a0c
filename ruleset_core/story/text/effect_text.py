"""Effects as sentences. Comes in: a typed block; goes out: text in a language.

Cards need no text of their own: what an effect says is written from its typed tree, so the text cannot differ from the rule.

>>> from ruleset_core import load
>>> from ruleset_core.analysis.binder import BindingScope
>>> from ruleset_core.analysis.statement_checker import StatementChecker
>>> from ruleset_core.lang.syntax.parser import parse
>>> vocabulary = load("sheaves").program.vocabulary
>>> def say(text, lang="en"):
...     tree = StatementChecker(vocabulary).effect(parse(text, "effect")[0], BindingScope())
...     return effect_text(tree, vocabulary, lang)
>>> say("move pack[0] to hand")
'Move the first card of the pack to your hand.'
>>> say("gain (count c in hand) thorns")
'Gain 1 thorn for each card in your hand.'
>>> say("for each p in others { as p { gain 1 thorns } }", "es")
'Cada otro jugador gana 1 espina.'
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import get_args

from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.choice_forms import Branch, answer_kinds, choice_branches, optional_effect, repeated_payment
from ruleset_core.lang.node_traits import TRAITS
from ruleset_core.lang.operations import AND, ATOM, COMPARED, OPPOSITE, OTHER
from ruleset_core.lang.traversal import alike, constant, locals_of, replaced
from ruleset_core.lang.types import SEAT, member_type
from ruleset_core.lang.vocabulary import Vocabulary
from ruleset_core.story.text.amount_text import (
    LoopWriter,
    hint_statement,
    without_factor,
)
from ruleset_core.story.text.language import language_of
from ruleset_core.story.text.nouns import LocalName, LocalNames, TitleArgument, sentence

VERB_OF: dict[type, str] = {each: re.sub(r"(?<!^)(?=[A-Z])", "_", each.__name__).lower() for each in get_args(t.Verb)}
"""Nodes whose templates stand beside their verbs, and these verbs: `end_game` of `EndGame`."""
LETTERS = "NMKPQRST"
"""What numbers that are worked out on the way are called."""


def effect_text(block: t.Block, vocabulary: Vocabulary, lang: str) -> str:
    """An effect as sentences."""
    writer = EffectWriter(vocabulary, language_of(lang))
    return writer.sentences(block, writer.opened(block))


def expr_text(expr: t.Expr, vocabulary: Vocabulary, lang: str) -> str:
    """An amount or a condition as part of a sentence."""
    writer = EffectWriter(vocabulary, language_of(lang))
    return writer.expr(expr, writer.opened(expr))


def _always(condition: t.Expr) -> bool:
    return isinstance(condition, t.Const) and bool(condition.value)


def _exists(condition: t.Expr, var: str) -> bool:
    """Whether a condition asks no more than whether a local is something."""
    if not (isinstance(condition, t.Op) and condition.name == "!="):
        return False
    one, other = condition.args
    return one == t.Local(one.type, var) and isinstance(other, t.Const) and other.value == -1


class EffectWriter(LoopWriter):
    """Writes statements. `required`: conditions that are said elsewhere of all that is done."""

    required: Sequence[t.Expr] = ()

    def opened(self, *nodes: t.Expr | t.Block | None) -> LocalNames:
        """Names for the locals that come from outside: `this chip`, the fields of an event."""
        names = LocalNames()
        for node in nodes:
            for name, kind in locals_of(node).items() if node is not None else ():
                if name == "this":
                    names = names.plus(name, LocalName(self.language.with_article("this", self.noun(kind))))
                elif name != "me" and name not in names.bound:
                    names, _ = self.bind(name, kind, names)
        return names

    def sentences(self, block: t.Block, names: LocalNames) -> str:
        """The statements of a block as sentences."""
        return " ".join(sentence(line) for line in self.lines(block, names, apart=True))

    def lines(self, block: t.Block, names: LocalNames, *, last: bool = True, apart: bool = False) -> list[str]:
        """The statements of a block one by one; gains in a row become one.

        Nothing of the same sentence follows a block that stands `last`; nor any line, where they are sentences `apart`.
        """
        found: list[str] = []
        run: list[t.Gain | t.Lose] = []
        skipped = 0
        for place, item in enumerate(block.items):
            if skipped:
                skipped -= 1
                continue
            end = apart or (last and place == len(block.items) - 1)
            both = block.items[place : place + 2]
            if (
                not run
                and len(both) == 2
                and (said := self._both(*both, names, last=apart or (last and place == len(block.items) - 2)))
            ):
                found.append(said)
                skipped = 1
                continue
            if run and type(item) is not type(run[0]):
                found.append(self._run(run, names))
                run = []
            if isinstance(item, (t.Gain, t.Lose)):
                run.append(item)
                continue
            found.append(self.statement(item, names, last=end, apart=apart))
            if isinstance(item, t.Let):
                names, _ = self._let(item, names)
            if isinstance(item, t.Do) and item.var:
                names = self._result(item, names)
        if run:
            found.append(self._run(run, names))
        return found

    def _both(self, one: t.Statement, other: t.Statement, names: LocalNames, *, last: bool) -> str:
        """Two statements that are one sentence: what somebody gives, and what is done with something if it is there; else nothing."""
        if handed := self.handed(one, other, names):
            return handed
        if (
            isinstance(one, t.Let)
            and isinstance(other, t.If)
            and other.otherwise is None
            and _exists(other.condition, one.var)
        ):
            inner, _ = self._let(one, names)
            return self.say("Let if", value=self.expr(one.value, names), then=self.inline(other.then, inner, last=last))
        return ""

    def tried(self, node: t.Would, names: LocalNames, *, negated: bool) -> str:
        """What would be after an effect."""
        *done, give = node.effect.items
        effect = self.inline(t.Block(tuple(done)), names, last=True)
        for each in done:
            names = self._let(each, names)[0] if isinstance(each, t.Let) else names
        value = self.expr(give.value, names, OTHER, negated=negated)  # type: ignore[union-attr]
        return self.say("Would", effect=effect, value=value)

    def inline(self, block: t.Block, names: LocalNames, *, last: bool = False) -> str:
        """A block as part of a sentence; in brackets when it holds more than a plain list, unless it stands `last`."""
        lines = self.lines(block, names, last=last)
        if not lines:
            return self.say("Block empty")
        if len(lines) == 1:
            return lines[0]
        if any(mark in line for line in lines for mark in (":", ";", ",", *self.language.joints)):
            return "; ".join(lines) if last else f"[{'; '.join(lines)}]"
        return self.language.listed(lines, "and")

    @property
    def _joint(self) -> str:
        return f" {self.language.names['and']} "

    def _run(self, run: list[t.Gain | t.Lose], names: LocalNames) -> str:
        """Gains in a row: `gain 1 coin and 2 apples`; `for each activation, ...` where all are multiplied by it."""
        factor = self.shared([each.amount for each in run])
        if factor is None:
            return self._gained(run, names)
        plain = [type(each)(without_factor(each.amount, factor), each.resource) for each in run]
        return self.for_each(self.language.without_article(self.expr(factor, names)), self._gained(plain, names))

    def _gained(self, run: Sequence[t.Gain | t.Lose], names: LocalNames) -> str:
        return self._with_amounts(run[0], self.costs(tuple((each.amount, each.resource) for each in run), names))

    def _with_amounts(self, node: t.Statement | None, amounts: str) -> str:
        """`gain 1 coin and 2 apples`, of the amounts."""
        template = self.language.templates[f"verb {VERB_OF[type(node)]}"]
        return template.replace("{amount} {resource}", amounts)

    def statement(self, node: t.Statement, names: LocalNames, *, last: bool = False, apart: bool = False) -> str:
        """One statement; see `lines` for `last` and `apart`."""
        match node:
            case t.Block():
                return self.inline(node, names, last=last)
            case t.Gain() | t.Lose():
                return self._run([node], names)
            case t.Show() if node.seat == t.Local(SEAT, "me"):
                return self.say("Look", piece=self.expr(node.piece, names))
            case _ if type(node) in VERB_OF:
                return self._verb(node, self.language.templates[f"verb {VERB_OF[type(node)]}"], names)
            case t.Let():
                _, bound = self._let(node, names)
                key = "Let member" if node.value.type.kind == "member" else "Let"
                return self.say(key, name=bound.text, value=self.expr(node.value, names))
            case t.Put():
                return self._put(node, names)
            case t.If():
                return self._if(node, names, last=last)
            case t.For() if (hint := hint_statement(node)) is not None:
                return self._hint(*hint, names)
            case t.For():
                return self.gone_through(node, names, last=last)
            case t.Repeat():
                return self.repeated(node, names, last=last)
            case t.Choose():
                return self._choose(node, names, last=last, apart=apart)
            case t.ChooseUpTo():
                return self._choose_up_to(node, names, last=last)
            case t.ChooseSeveral():
                return self._choose_several(node, names, last=last)
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
                    TitleArgument(self.expr(arg, names, OTHER), kind, name)
                    for arg, (name, kind) in zip(node.args, node.event.fields.items(), strict=True)
                ]
                return self.say("Emit", title=self.titled(title, args))
            case t.Hooked():
                return self.say("Hooked", title=self.titled(node.hook.replace("_", " "), self._args(node.args, names)))
            case t.Enqueue():
                return self.say("Enqueue", title=self.titled(node.procedure, self._args(node.args, names)))
            case _:
                return self._flow(node, names)

    def _hint(self, of: t.Expr, show: t.Show, names: LocalNames) -> str:
        """What is shown of a piece: a fact of it, or whether something holds."""
        key = "Hint" if isinstance(of, t.FactOf) else "Hint whether"
        if show.seat == t.Local(SEAT, "me"):
            return self.say(f"{key} me", what=self.expr(of, names))
        return self.say(key, what=self.expr(of, names), seat=self.expr(show.seat, names))

    def _result(self, node: t.Do, names: LocalNames) -> LocalNames:
        """With a name for what a procedure returns."""
        return self._let(t.Let(node.var, t.Local(self.v.defines[node.procedure].type, node.var)), names)[0]

    def _let(self, node: t.Let, names: LocalNames) -> tuple[LocalNames, LocalName]:
        """A result that is used later: `that building`, or a letter that no other number in sight has."""
        if node.value.type.kind == "member":
            return self.bind(node.var, node.value.type, names)
        taken = {each.text for each in names.bound.values()}
        bound = LocalName(next((letter for letter in LETTERS if letter not in taken), node.var))
        return names.plus(node.var, bound), bound

    def _verb(self, node: t.Statement, template: str, names: LocalNames) -> str:
        """The template of a verb with those parts of its node that it names."""
        if isinstance(node, t.Flip):
            return template.format(piece=self.expr(node.side.index[0], names))
        if isinstance(node, t.Rotate):
            title = self.titled(
                self.words(node.zone.zone.title, node.zone.zone.name), self._args(node.zone.index, names)
            )
            return template.format(zone=title, way=self.say(f"Rotate {node.way}"))
        if isinstance(node, t.Sort):
            names = names.plus("it", LocalName(self.that(member_type(node.zone.zone.kind))))
        asked = {name: getattr(node, name) for name in TRAITS[type(node)].parts if f"{{{name}}}" in template}
        return template.format(
            **{
                name: self.zone(each, names) if isinstance(each, t.ZoneRef) else self.expr(each, names)
                for name, each in asked.items()
            }
        )

    def _put(self, node: t.Put, names: LocalNames) -> str:
        value = self.constant_of(node.value, names)
        target = node.target
        if target.type.kind == "bool":
            if isinstance(value, t.Const):
                return self.say("Put true", target=self.expr(target, names, negated=not value.value))
            return self.say("Put bool", target=self.expr(target, names), value=self.expr(value, names))
        said = self.expr(target, names)
        if isinstance(value, t.Const) and value.value == -1 and value.type.kind != "int":
            return self.language.verb_form("Put none", said, target=said)
        if isinstance(value, t.Op) and value.name in {"+", "-"} and self.expr(value.args[0], names) == said:
            by = self.expr(value.args[1], names)
            each = " each" if self.named(value.args[1]) else ""
            by = self.language.without_article(by) if each else by
            return self.language.verb_form(f"Put {value.name}{each}", said, target=said, value=by)
        return self.language.verb_form("Put", said, target=said, value=self.expr(value, names))

    def _if(self, node: t.If, names: LocalNames, *, last: bool) -> str:
        if node.otherwise is None and any(alike(node.condition, each) for each in self.required):
            return self.inline(node.then, names, last=last)
        inner = node.then.items[0] if len(node.then.items) == 1 else None
        if isinstance(inner, t.If) and node.otherwise is None and inner.otherwise is None:
            both = self.language.listed([self.expr(each.condition, names, AND) for each in (node, inner)], "and")
            behind = self.after(names, node.condition, inner.condition)
            return self.say("If", condition=both, then=self.inline(inner.then, behind, last=last))
        behind = self.after(names, node.condition)
        then = self.inline(node.then, behind, last=last and node.otherwise is None)
        if isinstance(inner, t.If):
            then = f"[{then}]"  # whose `otherwise` it is must not be in doubt
        parts = {"condition": self.expr(node.condition, names), "then": then}
        if node.otherwise is None:
            return self.say("If", **parts)
        otherwise = self.inline(node.otherwise, behind, last=last)
        further = node.otherwise.items[0] if len(node.otherwise.items) == 1 else None
        if isinstance(further, t.If) and (subject := self._compared_again(node.condition, further.condition, behind)):
            before = self.expr(further.condition, behind)
            otherwise = otherwise.replace(before, self.language.with_pronoun(before, subject), 1)
        return self.say("If otherwise", otherwise=otherwise, **parts)

    def _compared_again(self, one: t.Expr, other: t.Expr, names: LocalNames) -> str:
        """The amount that both conditions compare, if their sentences begin with it."""
        if not (isinstance(one, t.Op) and isinstance(other, t.Op)) or not alike(one.args[0], other.args[0]):
            return ""
        if not {one.name, other.name} <= OPPOSITE.keys():
            return ""
        subject = self.expr(one.args[0], names, COMPARED)
        first = all(self.expr(each, names).startswith(f"{subject} ") for each in (one, other))
        return subject if first else ""

    # -- choices ------------------------------------------------------------------------------------------------

    def _choose_up_to(self, node: t.ChooseUpTo, names: LocalNames, *, last: bool) -> str:
        inner, phrase = self.introduced(node.var, node.selection, names, node.where)
        parts = {
            "times": self.expr(node.times, names, ATOM),
            "where": self.where(node.where, inner, node.var),
            "body": self.inline(node.body, inner, last=last),
            **phrase.parts,
        }
        if node.done is None or (isinstance(node.done, t.Const) and node.done.value):
            return self.say("ChooseUpTo", **parts)
        if isinstance(node.done, t.Const):
            return self.say("ChooseUpTo whole", **parts)
        return self.say("ChooseUpTo done", done=self.expr(node.done, names), **parts)

    def _choose_several(self, node: t.ChooseSeveral, names: LocalNames, *, last: bool) -> str:
        inner, phrase = self.introduced(node.var, node.selection, names, node.where)
        least = amount = self.expr(node.least, names, ATOM)
        if node.most is not None:
            amount = self.say("several from", least=least, most=self.expr(node.most, names, ATOM))
        single = node.most is None and constant(node.least) == 1
        parts = {
            "amount": amount,
            "many": phrase.one if single else phrase.many,
            "where": self.where(node.where, inner, node.var),
            "enough": ""
            if node.enough is None
            else self.say("several enough", condition=self.expr(node.enough, names)),
        }
        last = last and node.then is None and node.otherwise is None and node.instead is None
        body = {"body": self.inline(node.body, inner, last=last)} if node.body.items else {}
        said = self.say("ChooseSeveral" if body else "ChooseSeveral only", **parts, **body)
        if node.then is not None:
            said = self.say("ChooseSeveral then", choice=said, then=self.inline(node.then, names))
        if node.otherwise is not None:
            said = self.say("ChooseSeveral otherwise", choice=said, otherwise=self.inline(node.otherwise, names))
        if node.instead is None:
            return said
        return self.say("Choose instead", choice=said, instead=self.inline(node.instead, names))

    def _choose(self, node: t.Choose, names: LocalNames, *, last: bool, apart: bool) -> str:
        branches, kinds = choice_branches(node), answer_kinds(node)
        if branches and node.instead is not None and node.selection.answer is not None:
            kinds = [(node.selection.answer, node.body)]
        elif branches:
            return self._or_else(self._branches(node, branches, names), node, names)
        if kinds:
            return self._or_else(self._kinds(node, kinds, names), node, names)
        if (body := optional_effect(node)) is not None:
            if len(body.items) == 1 and isinstance(body.items[0], t.Pay):
                return self._pay(body.items[0], "Choose may", names, last=last)
            return self.say("Choose may", body=self.inline(body, names, last=last))
        if (once := repeated_payment(node)) is not None:
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

    def _kinds(self, node: t.Choose, kinds: Sequence[tuple[t.AnswerPart, t.Block]], names: LocalNames) -> str:
        """`choose: a cell and go there; or a post and build a wall there`, with what may be done instead."""
        said: list[str] = []
        for kind, body in kinds:
            alone = t.Choose(
                node.decision,
                node.var,
                replaced(node.selection, {"answer": replaced(kind, {"other": None})}),
                None,
                body,
                None,
            )
            for value, condition, effect in (branches := choice_branches(alone)):
                said.append(self._branch(self.value(kind.selection.type, value), condition, effect, names))
            if not branches:
                said.append(self._choose(alone, names, last=True, apart=True))
        if node.instead is not None:
            said.append(self.inline(node.instead, names))
        *first, last = said
        return self.say("Choose branches", branches=self.say("branches apart", first="; ".join(first), last=last))

    def _or_else(self, choice: str, node: t.Choose, names: LocalNames) -> str:
        """A choice, and what is done where nothing can be chosen."""
        if node.otherwise is None:
            return choice
        return self.say("Choose branches otherwise", choice=choice, otherwise=self.inline(node.otherwise, names))

    def _listed_choice(self, node: t.Choose, names: LocalNames, parts: dict[str, str]) -> str:
        """`choose a card, flip that card and gain 1 coin`, within a longer sentence; nothing if it is no plain list."""
        lines = self.lines(node.body, names)
        head = self.say("Choose only", **parts)
        if not lines or any(mark in line for line in (head, *lines) for mark in (":", ";", ",")):
            return ""
        if any(self._joint in line for line in (head, *lines)):
            return f"{head}, {lines[0]}" if len(lines) == 1 else ""
        return self.language.listed([head, *lines], "and")

    def _may_times(self, times: t.Expr, once: t.Pay, names: LocalNames, *, last: bool) -> str:
        parts = {"costs": self.costs(once.costs, names), "body": self.inline(once.body, names, last=last)}
        if self.named(times):
            return self.say("Choose may each", one=self.language.without_article(self.expr(times, names)), **parts)
        return self.say("Choose may times", times=self.expr(times, names, ATOM), **parts)

    def _branches(self, node: t.Choose, branches: Sequence[Branch], names: LocalNames) -> str:
        """`gain 1 coin or 2 apples` where there is no more to it; labels are left out where what they do says as much."""
        kind = node.decision.type if node.selection.answer is None else node.selection.answer.selection.type
        gains = [
            body.items[0] if len(body.items) == 1 and _always(condition) else None for _, condition, body in branches
        ]
        if all(isinstance(each, t.Gain) for each in gains) or all(isinstance(each, t.Lose) for each in gains):
            amounts = [
                self.amount(each.amount, each.resource, names) for each in gains if isinstance(each, (t.Gain, t.Lose))
            ]
            if self._labels_repeat(
                [(self.value(kind, value), said) for (value, _, _), said in zip(branches, amounts, strict=True)]
            ):
                return self._with_amounts(gains[0], self.language.listed(amounts, "or"))
        labels = [(self.value(kind, value), self.inline(body, names, last=True)) for value, _, body in branches]
        if all(_always(condition) for _, condition, _ in branches) and self._labels_repeat(labels):
            *first, last = (body for _, body in labels)
            if any(mark in body for _, body in labels for mark in (":", ";", ",", *self.language.joints)):
                return self.say(
                    "Choose branches", branches=self.say("branches apart", first="; ".join(first), last=last)
                )
            return self.say("Choose branches", branches=self.language.listed([*first, last], "or"))
        said = [self._branch(self.value(kind, value), condition, body, names) for value, condition, body in branches]
        return self.say("Choose branches", branches=self.language.listed(said, "or"))

    @staticmethod
    def _labels_repeat(labels: Sequence[tuple[str, str]]) -> bool:
        """Whether what each branch does names its label, and none the label of another."""

        def names_it(label: str, text: str) -> bool:
            return re.search(rf"\b{re.escape(label.lower())}", text.lower()) is not None

        return all(
            names_it(label, body) == (one == other)
            for one, (label, _) in enumerate(labels)
            for other, (_, body) in enumerate(labels)
        )

    def _branch(self, member: str, condition: t.Expr, body: t.Block, names: LocalNames) -> str:
        parts = {"member": member, "body": self.inline(body, names, last=True)}
        if isinstance(condition, t.Const) and condition.value:
            return self.say("branch", **parts)
        return self.say("branch if", condition=self.expr(condition, names), **parts)

    def _pay(self, node: t.Pay, key: str, names: LocalNames, *, last: bool) -> str:
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

    def _do(self, node: t.Do, names: LocalNames, *, last: bool) -> str:
        if node.var:
            done = self._do(replaced(node, {"var": ""}), names, last=False)
            return self.say("Do returns", done=done, name=self._result(node, names).bound[node.var].text)
        define = self.v.defines.get(node.procedure)
        if define is None:
            return self.say("Do", title=self.titled(node.procedure, self._args(node.args, names)))
        if define.body is not None and self.unnamed(define.title, define.name, define.body):
            return self.inline(define.body, self.params(define.params, node.args, names), last=last)
        args = [
            TitleArgument(self.expr(arg, names, OTHER), kind, name)
            for arg, (name, kind) in zip(node.args, define.params.items(), strict=True)
        ]
        return self.say("Do", title=self.titled(self.words(define.title, define.name), args))

    def _while(self, body: str, node: t.Rounds | t.ForField, going: t.Expr, names: LocalNames) -> str:
        said = self.say("while", body=body, condition=self.expr(going, names))
        if isinstance(node, t.Rounds) and node.most is not None:
            said = self.say("most", body=said, most=self.expr(node.most, names))
        return (
            said if node.otherwise is None else self.say("beyond", body=said, then=self.inline(node.otherwise, names))
        )

    def _flow(self, node: t.Statement, names: LocalNames) -> str:
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
