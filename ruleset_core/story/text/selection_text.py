"""Selections as phrases: `building`, `number from 1 to 6`, `card in your hand`, with the articles that sentences ask for."""

from __future__ import annotations

from dataclasses import dataclass

from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.operations import (
    OTHER,
    SUM,
)
from ruleset_core.story.text.nouns import LocalNames, NounWriter


@dataclass(frozen=True, slots=True)
class SelectionPhrase:
    """A selection as one of it, several of it, and with the articles that templates ask for."""

    one: str
    many: str
    a_one: str
    the_one: str
    no_one: str
    first_one: str

    @property
    def parts(self) -> dict[str, str]:
        """As parts of a template."""
        return {name: getattr(self, name) for name in ("one", "many", "a_one", "the_one", "no_one", "first_one")}


class SelectionWriter(NounWriter):
    """Writes selections."""

    def phrase(
        self, selection: t.Selection, names: LocalNames, label: str = "", adjective: str = ""
    ) -> SelectionPhrase:
        """A selection as a noun phrase; `label` is the name of the local over it, `adjective` what describes it."""
        if selection.kind == "union" and not selection.zones:
            return self._together([self.phrase(each, names, label, adjective) for each in selection.among])
        key, parts = self._outline(selection, names)
        noun = self.noun(selection.type)
        if adjective:
            noun = self.language.described(noun, adjective)
        say = self.language.say
        one = say(key, noun=noun + label, **parts)
        several = f"{key} many" if self.language.has(f"{key} many") else key
        many = say(several, noun=self.language.plural(noun) + label, **parts)
        if selection.kind == "others":
            another = self.language.with_article("other", noun) + label
            return SelectionPhrase(
                one, many, another, *(self.language.with_article(use, one) for use in ("the", "no", "first"))
            )
        if selection.kind in {"items", "values"} and not label and self._is_self_explanatory(selection, names):
            return SelectionPhrase(
                one, many, parts["list"], *(self.language.with_article(use, one) for use in ("the", "no", "first"))
            )
        return SelectionPhrase(
            one, many, *(self.language.with_article(use, one) for use in ("a", "the", "no", "first"))
        )

    def _together(self, each: list[SelectionPhrase]) -> SelectionPhrase:
        """Several selections as one: `oak or another player`."""
        one, a_one, the_one, no_one = (
            self.language.listed([getattr(phrase, name) for phrase in each], "or")
            for name in ("one", "a_one", "the_one", "no_one")
        )
        many = self.language.listed([one.many for one in each], "and")
        return SelectionPhrase(one, many, a_one, the_one, no_one, self.language.with_article("first", one))

    def _is_self_explanatory(self, selection: t.Selection, names: LocalNames) -> bool:
        """Whether all that is listed says by itself what it is: `the Palace or the Bishopric`, but `a colour (red or blue)`."""
        values = [self.value(selection.type, each) for each in selection.values]
        said = values or [self.expr(part, names, OTHER) for part in selection.parts]
        return bool(said) and all(each != self.language.without_article(each) for each in said)

    def members(self, selection: t.Selection, names: LocalNames) -> tuple[str, dict[str, str]]:
        """For `x is in ...`: which template, and its parts."""
        key, parts = self._outline(selection, names)
        key = key.removeprefix("Selection").removesuffix(" values").removesuffix(" items")
        if not key and not parts:
            parts = {"list": self.language.with_article("a", self.noun(selection.type))}
        return key, parts

    def _outline(self, selection: t.Selection, names: LocalNames) -> tuple[str, dict[str, str]]:
        match selection.kind:
            case "values":
                return self._values(selection)
            case "range" if selection.type.kind == "int":
                low, high = (self.expr(part, names, SUM) for part in selection.parts)
                return "Selection range", {"low": low, "high": high}
            case "zone" if selection.zone is not None:
                return "Selection zone", {"zone": self.zone(selection.zone, names)}
            case "union" if selection.zones:
                zones = [self.zone(zone, names) for zone in selection.zones]
                return "Selection zone", {"zone": self.language.listed(zones, "or")}
            case "fact":
                return "Selection fact", {"list": self.expr(selection.parts[0], names)}
            case "items":
                items = [self.expr(part, names, OTHER) for part in selection.parts]
                return "Selection items", {"list": self.language.listed(items, "or")}
            case "after" | "before":
                return f"Selection {selection.kind}", {"seat": self.expr(selection.parts[0], names)}
            case "others" | "things":
                return f"Selection {selection.kind}", {}
            case "reached" if selection.search is not None:
                return self._reached(selection.search, names)
            case "enclosed":
                return "Selection enclosed", {"line": self.expr(selection.parts[0], names)}
            case _:
                return "Selection", {}

    def _reached(self, search: t.Search, names: LocalNames) -> tuple[str, dict[str, str]]:
        inner, begun = self.introduced(search.var, search.start, names, search.first)
        start = begun.a_one + self.where(search.first, inner, search.var)
        beyond, on = self.introduced(search.to, search.step, inner, search.where)
        parts = {"start": start, "step": on.a_one + self.where(search.where, beyond, search.to)}
        key, further = "longest" if search.longest else "reached" if search.goal is None else "shortest", beyond
        if search.then is not None:
            further, on = self.introduced(search.onward, search.then, beyond, search.further)
            parts["then"] = on.a_one + self.where(search.further, further, search.onward)
            key += " over"
        limit = {} if search.limit is None else {"limit": self.expr(search.limit, names)}
        if key.startswith("reached"):
            return f"Selection {key}" + " within" * bool(limit), parts | limit
        most = self.language.say("most of a way" if search.longest else "most of steps", **limit) if limit else ""
        if search.goal is not None:
            return f"Selection {key}", {**parts, "goal": self._goal(search, search.goal, names), "most": most}
        worth = self.language.say("worth of a way", worth=self.expr(search.worth, further)) if search.worth else ""
        return f"Selection {key}", {**parts, "worth": worth + most}

    def _goal(self, search: t.Search, goal: t.Expr, names: LocalNames) -> str:
        """Where a shortest way ends: `c3`, or `a cell where ...`."""
        one = goal.args[0] if isinstance(goal, t.Op) and goal.name == "==" else None
        if isinstance(goal, t.Op) and isinstance(one, t.Local) and one.name == search.place:
            return self.expr(goal.args[1], names)
        inner, phrase = self.introduced(search.place, t.Selection(search.start.type, "seats"), names, goal)
        return phrase.a_one + self.where(goal, inner, search.place)

    def _values(self, selection: t.Selection) -> tuple[str, dict[str, str]]:
        kind, values = selection.type, selection.values
        if kind.kind == "int" and values and values == tuple(range(values[0], values[-1] + 1)):
            return "Selection range", {"low": str(values[0]), "high": str(values[-1])}
        if kind.kind == "member" and values == tuple(range(self.v.domains[kind.domain].size)):
            return "Selection", {}
        return "Selection values", {"list": self.language.listed([self.value(kind, each) for each in values], "or")}

    # what the rest of the writer brings
    def expr(self, node: t.Expr, names: LocalNames, above: int = 0, *, negated: bool = False) -> str:
        """An expression."""
        raise NotImplementedError

    def introduced(
        self, var: str, selection: t.Selection, names: LocalNames, where: t.Expr | None = None
    ) -> tuple[LocalNames, SelectionPhrase]:
        """A local over a selection, and how it is introduced."""
        raise NotImplementedError

    def where(self, condition: t.Expr | None, names: LocalNames, var: str = "") -> str:
        """A condition on a local."""
        raise NotImplementedError

    def zone(self, node: t.ZoneRef, names: LocalNames) -> str:
        """A zone."""
        raise NotImplementedError
