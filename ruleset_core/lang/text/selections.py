"""What is gone through, in words: `building`, `number from 1 to 6`, `card in your hand`."""

from __future__ import annotations

from dataclasses import dataclass

from ruleset_core.lang import tree as t
from ruleset_core.lang.text.nouns import Names, Nouns


@dataclass(frozen=True, slots=True)
class Phrase:
    """A selection as one of it, several of it, and with the articles that templates ask for."""

    one: str
    many: str
    a_one: str
    no_one: str
    first_one: str

    @property
    def parts(self) -> dict[str, str]:
        """As parts of a template."""
        return {name: getattr(self, name) for name in ("one", "many", "a_one", "no_one", "first_one")}


class Selections(Nouns):
    """Writes selections."""

    def phrase(self, selection: t.Selection, names: Names, label: str = "", adjective: str = "") -> Phrase:
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
            another = self.language.the("other", noun) + label
            return Phrase(one, many, another, self.language.the("no", one), self.language.the("first", one))
        if selection.kind in {"items", "values"} and not label and self._told_apart(selection, names):
            return Phrase(one, many, parts["list"], *(self.language.the(use, one) for use in ("no", "first")))
        return Phrase(one, many, *(self.language.the(use, one) for use in ("a", "no", "first")))

    def _together(self, each: list[Phrase]) -> Phrase:
        """Several selections as one: `oak or another player`."""
        ones = (one.one for one in each), (one.a_one for one in each), (one.no_one for one in each)
        one, a_one, no_one = (self.language.listed([*words], "or") for words in ones)
        many = self.language.listed([one.many for one in each], "and")
        return Phrase(one, many, a_one, no_one, self.language.the("first", one))

    def _told_apart(self, selection: t.Selection, names: Names) -> bool:
        """Whether all that is listed says by itself what it is: `the Palace or the Bishopric`, but `a colour (red or blue)`."""
        values = [self.value(selection.type, each) for each in selection.values]
        said = values or [self.expr(part, names, 1) for part in selection.parts]
        return bool(said) and all(each != self.language.bare(each) for each in said)

    def members(self, selection: t.Selection, names: Names) -> tuple[str, dict[str, str]]:
        """For `x is in ...`: which template, and its parts."""
        key, parts = self._outline(selection, names)
        key = key.removeprefix("Selection").removesuffix(" values").removesuffix(" items")
        if not key and not parts:
            parts = {"list": self.language.the("a", self.noun(selection.type))}
        return key, parts

    def _outline(self, selection: t.Selection, names: Names) -> tuple[str, dict[str, str]]:
        match selection.kind:
            case "values":
                return self._values(selection)
            case "range" if selection.type.kind == "int":
                low, high = (self.expr(part, names, 6) for part in selection.parts)
                return "Selection range", {"low": low, "high": high}
            case "zone" if selection.zone is not None:
                return "Selection zone", {"zone": self.zone(selection.zone, names)}
            case "union" if selection.zones:
                zones = [self.zone(zone, names) for zone in selection.zones]
                return "Selection zone", {"zone": self.language.listed(zones, "or")}
            case "fact":
                return "Selection fact", {"list": self.expr(selection.parts[0], names)}
            case "items":
                items = [self.expr(part, names, 1) for part in selection.parts]
                return "Selection items", {"list": self.language.listed(items, "or")}
            case "after" | "before":
                return f"Selection {selection.kind}", {"seat": self.expr(selection.parts[0], names)}
            case "others":
                return "Selection others", {}
            case "reached" if selection.search is not None:
                return self._reached(selection.search, names)
            case "enclosed":
                return "Selection enclosed", {"line": self.expr(selection.parts[0], names)}
            case _:
                return "Selection", {}

    def _reached(self, search: t.Search, names: Names) -> tuple[str, dict[str, str]]:
        inner, begun = self.introduced(search.var, search.start, names, search.first)
        start = begun.a_one + self.where(search.first, inner, search.var)
        beyond, on = self.introduced(search.to, search.step, inner, search.where)
        parts = {"start": start, "step": on.a_one + self.where(search.where, beyond, search.to)}
        if search.longest:
            return self._longest(search, beyond, parts)
        if search.limit is None:
            return "Selection reached", parts
        return "Selection reached within", {**parts, "limit": self.expr(search.limit, names)}

    def _longest(self, search: t.Search, names: Names, parts: dict[str, str]) -> tuple[str, dict[str, str]]:
        key = "Selection longest"
        further = names
        if search.then is not None:
            further, on = self.introduced(search.onward, search.then, names, search.further)
            parts["then"] = on.a_one + self.where(search.further, further, search.onward)
            key += " over"
        worth = (
            "" if search.worth is None else self.language.say("worth of a way", worth=self.expr(search.worth, further))
        )
        most = "" if search.limit is None else self.language.say("most of a way", limit=self.expr(search.limit, names))
        return key, {**parts, "worth": worth + most}

    def _values(self, selection: t.Selection) -> tuple[str, dict[str, str]]:
        kind, values = selection.type, selection.values
        if kind.kind == "int" and values and values == tuple(range(values[0], values[-1] + 1)):
            return "Selection range", {"low": str(values[0]), "high": str(values[-1])}
        if kind.kind == "member" and values == tuple(range(self.v.domains[kind.domain].size)):
            return "Selection", {}
        return "Selection values", {"list": self.language.listed([self.value(kind, each) for each in values], "or")}

    # what the rest of the writer brings
    def expr(self, node: t.Expr, names: Names, above: int = 0, *, negated: bool = False) -> str:
        """An expression."""
        raise NotImplementedError

    def introduced(
        self, var: str, selection: t.Selection, names: Names, where: t.Expr | None = None
    ) -> tuple[Names, Phrase]:
        """A local over a selection, and how it is introduced."""
        raise NotImplementedError

    def where(self, condition: t.Expr | None, names: Names, var: str = "") -> str:
        """A condition on a local."""
        raise NotImplementedError

    def zone(self, node: t.ZoneRef, names: Names) -> str:
        """A zone."""
        raise NotImplementedError
