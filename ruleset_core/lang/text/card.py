"""What a card or a rule says: its effect, what follows events, what it changes while it is in play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ruleset_core.lang import tree as t
from ruleset_core.lang.definitions import Define
from ruleset_core.lang.program import Clause, Program
from ruleset_core.lang.text.effects import LANGUAGES, Effects
from ruleset_core.lang.text.language import sentence
from ruleset_core.lang.text.nouns import Argument, Bound, Names
from ruleset_core.lang.types import Type
from ruleset_core.lang.walk import locals_of


def card_text(program: Program, card: str, lang: str, *, generated: bool = False, side: str = "") -> str:
    """The text of a card (or of a `rule ID`), one line for each thing it says; empty when it says nothing.

    Words that the data gives for a card, or for a side of it, take the place of those that are made from its effects,
    unless these are wanted. Of one `side`, what the card says with that up, without the name of the side.
    """
    given = {} if generated else {side: text for (owner, side), text in program.given.items() if owner == card}
    writer = _Clauses(program.vocabulary, LANGUAGES[lang])
    clauses = [clause for clause in program.clauses if clause.owner == card]
    lines: list[str] = []
    for each in dict.fromkeys(("", *(clause.side for clause in clauses), *given)):
        if side and each not in {"", side}:
            continue
        made = (writer.clause(clause) for clause in clauses if clause.side == each)
        said = [given[each][lang]] if each in given else made
        lines += [writer.beside(card, each, text, program) if each and not side else text for text in said]
    return "\n".join(lines)


def reward_text(program: Program, resource: str, lang: str) -> Iterator[str]:
    """What the spaces of a track bring, one line for each."""
    writer = _Clauses(program.vocabulary, LANGUAGES[lang])
    for name, procedure in program.procedures.items():
        words = name.split(" ")
        if words[0] == "reward" and words[1] == resource:
            body = writer.inline(procedure.body, writer.opened(procedure.body), last=True)
            yield sentence(writer.say("reward", space=words[2], body=body))


class _Clauses(Effects):
    """Writes clauses. What `where` says of a parameter alone (`s == spot[this]`) is put in its place."""

    def beside(self, card: str, side: str, text: str, program: Program) -> str:
        """What a side of a card says, behind the name of the side."""
        entry = program.cards.get(card)
        sides = self.v.domains.get(f"{entry.kind}.side") if entry else None
        name = side.replace("_", " ")
        if sides is not None and side in sides.ids:
            name = self.words(sides.names[sides.ids.index(side)], side)
        return self.say("side", side=sentence(name)[:-1], text=text)

    def clause(self, clause: Clause) -> str:
        """Any clause."""
        if clause.kind == "effect" and clause.body is not None:
            return self.sentences(clause.body, self.opened(clause.body))
        if clause.kind == "score" and clause.value is not None:
            return sentence(self._score(clause.value))
        if clause.kind == "requires" and clause.value is not None:
            return sentence(self._requires(clause.value))
        if clause.kind == "modify":
            return sentence(self._modify(clause))
        if clause.kind == "step":
            return sentence(self._step(clause))
        return sentence(self._event(clause))

    # -- what is known of parameters ----------------------------------------------------------------------------

    def _settle(self, clause: Clause, params: Mapping[str, Type]) -> tuple[Names, dict[str, str], list[t.Expr]]:
        """Names, the texts of the parameters that `where` fixes, and the conditions that are left."""
        parts = [part for part in (clause.where, clause.body, clause.value) if part is not None]
        names, fixed, left = Names(), {}, []
        for part in parts:
            if this := locals_of(part).get("this"):
                names = names.plus("this", Bound(self.language.the("this", self.noun(this))))
        for condition in _conjuncts(clause.where):
            name, value = _fixes(condition, params)
            if name and name not in fixed:
                const = value if isinstance(value, t.Const) else None
                names = names.plus(name, Bound(self.expr(value, names, 1), const))
                fixed[name] = names.bound[name].text
            else:
                left.append(condition)
        for name, kind in params.items():
            if name not in fixed:
                names, _ = self.bind(name, kind, names)
        return names, fixed, left

    def _condition(self, left: list[t.Expr], names: Names) -> str:
        return self.language.listed(self.language.joined([self.expr(each, names, 3) for each in left]), "and")

    # -- events -------------------------------------------------------------------------------------------------

    def _event(self, clause: Clause) -> str:
        fields = self.v.events[clause.name].fields
        names, fixed, left = self._settle(clause, fields)
        parts = {"body": self.inline(clause.body or t.Block(()), names, last=True)}
        word, _, phase = clause.name.partition(" ")
        key = clause.kind
        if phase:
            key = word
            parts["phase"] = self.language.with_the(self.words(self.v.phases.get(phase, {}), phase))
        else:
            parts["event"] = self._happening(clause.name, fields, fixed)
        if left:
            key += " if"
            parts["condition"] = self._condition(left, names)
        return self.say(key, **parts)

    def _happening(self, name: str, fields: Mapping[str, Type], fixed: dict[str, str]) -> str:
        if name in {"gain", "lose", "reach"}:
            said = {each: fixed.get(each) or self.language.the("any", self.noun(kind)) for each, kind in fields.items()}
            return self.say(name, **said)
        event = self.v.events[name]
        args = [Argument(fixed[each], kind, each) for each, kind in fields.items() if each in fixed]
        return self.titled(self.words(event.title, name), args)

    # -- what it is worth ---------------------------------------------------------------------------------------

    def _score(self, value: t.Expr) -> str:
        """`at the end of the game: 3 points`; a condition without which there are none stands before them."""
        names, condition = self.opened(value), ""
        if isinstance(value, t.Op) and value.name == "if" and _is_zero(value.args[2]):
            condition, value = self.expr(value.args[0], names), value.args[1]
        points = self.points(value, names)
        return (
            self.say("score if", condition=condition, points=points) if condition else self.say("score", points=points)
        )

    # -- what it requires ---------------------------------------------------------------------------------------

    def _requires(self, value: t.Expr) -> str:
        """A condition that has a name of its own is said by it, after a colon."""
        if isinstance(value, t.Apply) and not value.args:
            define = self.v.defines[value.define]
            title = self.words(define.title, define.name)
            if " " not in title and (define.value is None or not self.unnamed(define.title, define.name, define.value)):
                return self.say("requires named", title=title)
        return self.say("requires", condition=self.expr(value, self.opened(value)))

    # -- effects that have a name -------------------------------------------------------------------------------

    def _step(self, clause: Clause) -> str:
        """What is done before, after or in the place of an effect; parameters that `where` fixes stand in its name."""
        define = self.v.defines[clause.name]
        names, fixed, left = self._settle(clause, define.params)
        args = [Argument(fixed[each], kind, each) for each, kind in define.params.items() if each in fixed]
        open_ = [
            Argument(self.language.the("a", self.noun(kind)), kind, each)
            for each, kind in define.params.items()
            if each not in fixed and f"{{{each}}}" in self.words(define.title, define.name)
        ]
        parts = {
            "effect": self.titled(self.words(define.title, define.name), args + open_),
            "body": self.inline(clause.body or t.Block(()), names, last=True),
        }
        key = "replace" if clause.how == "instead" else clause.how
        if left:
            return self.say(f"{key} if", condition=self._condition(left, names), **parts)
        return self.say(key, **parts)

    # -- changes ------------------------------------------------------------------------------------------------

    def _modify(self, clause: Clause) -> str:
        define = self.v.defines[clause.name]
        names, fixed, left = self._settle(clause, define.params)
        described = self._described(clause, define, left)
        left = [each for each in left if not any(self.adjective(each, name) for name in described)]
        told = {name for part in left for name in locals_of(part)}
        used = told if clause.value is None else told | set(locals_of(clause.value))
        args = [
            Argument(
                fixed.get(each)
                or described.get(each)
                or self._open(each, kind, names, told=each in told, used=each in used),
                kind,
                each,
            )
            for each, kind in define.params.items()
        ]
        change = self._change(clause, define, args, names, plain=bool(described))
        if not left:
            return self.say("modify", change=change)
        condition = self._condition(left, names)
        for name in (each for each, kind in define.params.items() if each in told and kind.kind == "member"):
            text = names.bound[name].text  # nobody has spoken of it before: `a die`, and `that die` from then on
            if text == self.language.the("that", self.noun(define.params[name])):
                condition = condition.replace(text, self.language.the("a", self.noun(define.params[name])), 1)
        return self.say("modify if", condition=condition, change=change)

    def _described(self, clause: Clause, define: Define, left: list[t.Expr]) -> dict[str, str]:
        """Parameters of which all that is known fits into an adjective: `a red die`, `only a red die`."""
        found = {}
        for name, kind in define.params.items():
            for condition in left:
                if adjective := self.adjective(condition, name):
                    found[name] = self.language.the("a", self.language.described(self.noun(kind), adjective))
            if not left and (adjective := self.adjective(clause.value, name)):
                noun = self.language.the("a", self.language.described(self.noun(kind), adjective))
                found[name] = self.say("only", noun=noun)
        return found

    def _open(self, name: str, kind: Type, names: Names, *, told: bool, used: bool) -> str:
        """A parameter about which nothing is known, unless a condition that stands before has `told` of it."""
        if told or (used and kind.kind != "member"):
            return names.bound[name].text
        return self.language.the("any", self.noun(kind))

    def _change(self, clause: Clause, define: Define, args: list[Argument], names: Names, *, plain: bool) -> str:
        """What becomes of an amount or a condition; `plain` if the arguments say already when a condition holds."""
        value = clause.value if clause.value is not None else t.FALSE
        words = self.words(define.title, define.name)
        if define.value is not None and self.unnamed(define.title, define.name, define.value):
            for arg in args:  # it has no name, but is short: said by what it is
                names = names.plus(arg.name, Bound(arg.text, names.bound[arg.name].const))
            words, args = self.expr(define.value, names), []
        if value.type.kind == "bool":
            if isinstance(value, t.Const) and not value.value and (said := self._told(define, "no", args)):
                return said
            title, is_sentence = self.titled(words, args), "{" in words or (not args and " " in words)
            if is_sentence and (value.value if isinstance(value, t.Const) else plain):
                return title
            if isinstance(value, t.Const):
                return self.say("modify true" if value.value else "modify false", title=title)
            key = "modify sentence" if is_sentence else "modify bool"
            return self.say(key, title=title, value=self.expr(value, names))
        less = clause.how != "set" and isinstance(value, t.Const) and value.value < 0
        amount = (
            str(abs(value.value))
            if isinstance(value, t.Const) and value.type.kind == "int"
            else self.expr(value, names)
        )
        key = "less" if less else "set" if clause.how == "set" else "add"
        if key == "add" and (said := self._times(define, value, args, names)):
            return said
        if said := self._told(define, key, args):
            return said.replace("{value}", amount)
        if key == "add" and not isinstance(value, t.Const):
            key = "more"
        title = self.language.with_the(self.titled(words, args))
        return self.language.said_of(f"modify {key}", title, title=title, value=amount)

    def _times(self, define: Define, value: t.Expr, args: list[Argument], names: Names) -> str:
        """What is said of adding what it is by itself, once or several times; nothing of other amounts."""
        more, plain = 1, value
        if isinstance(value, t.Op) and value.name == "*" and isinstance(value.args[0], t.Const):
            more, plain = value.args[0].value, value.args[1]
        if define.value is None or self.expr(plain, names) != self.expr(define.value, names):
            return ""
        return self._told(define, "times", args).replace("{value}", str(more + 1))

    def _told(self, define: Define, key: str, args: list[Argument]) -> str:
        """The sentence that the data gives for a change, if it does."""
        words = define.changed.get(key, {}).get(self.language.code, "")
        return self.titled(words, [each for each in args if f"{{{each.name}}}" in words])


def _is_zero(value: t.Expr) -> bool:
    return isinstance(value, t.Const) and value.type.kind == "int" and value.value == 0


def _conjuncts(condition: t.Expr | None) -> Iterator[t.Expr]:
    if isinstance(condition, t.Op) and condition.name == "and":
        for each in condition.args:
            yield from _conjuncts(each)
    elif condition is not None:
        yield condition


def _fixes(condition: t.Expr, params: Mapping[str, Type]) -> tuple[str, t.Expr]:
    """The parameter a condition fixes, and its value, which names no other parameter."""
    if isinstance(condition, t.Op) and condition.name == "==":
        for one, other in (condition.args, condition.args[::-1]):
            if isinstance(one, t.Local) and one.name in params and not locals_of(other).keys() & params.keys():
                return one.name, other
    return "", condition
