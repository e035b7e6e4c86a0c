"""Linking: the texts of decisions, and what tells their options apart."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from ruleset_core.lang.link.flow import FlowLinker
from ruleset_core.lang.resolve.findings import Scope
from ruleset_core.lang.resolve.site import Site
from ruleset_core.lang.resolve.templates import PLACE, TemplateReader
from ruleset_core.lang.tells import which
from ruleset_core.lang.templates import Cases
from ruleset_core.lang.types import a, member
from ruleset_core.lang.vocabulary import MAX_VALUES, Decision, Reason

if TYPE_CHECKING:
    from ruleset_core.lang.templates import Template
    from ruleset_core.model.gather import Part
    from ruleset_core.model.shapes.common import L10N
    from ruleset_core.model.shapes.sections import Told


_BEFORE_DETAILS: Final = re.compile(r"\s*[,:(].*\Z", re.DOTALL)
"""The first sign behind which a label tells more of what it named, up to the next value."""

_BEFORE_WORDS: Final = re.compile(r"\s*[,:(]?\s*\Z")
"""What joins words that may be left out to what stands before them: `, ` in `a citizen of {it}, {if it == me then 'free'}`."""


class DecisionLinker(FlowLinker):
    """Reads questions."""

    def _decision_texts(self) -> None:
        for part in self.gathered.parts:
            for name, entry in part.sections.decisions.items():
                decision = self.v.decisions[name]
                site = Site(part.document, ("decisions", name))
                scope = Scope({"it": decision.type})
                decision.origin = self.origin(site)
                if entry.notation is not None:
                    self._notation(decision, entry.notation, site.at("notation"), scope)
                for place, why in enumerate(entry.why):
                    unless = self.condition(why.unless, site.at("why", place, "unless"), scope)
                    said = self._texts(why.say, site.at("why", place, "say"), scope)
                    origin = self.origin(site.at("why", place, "unless"), why.unless)
                    decision.why.append(Reason(unless, said, origin))
                if entry.default is not None:
                    decision.default = self.condition(entry.default, site.at("default"), scope)
                decision.ask = self._texts(entry.ask, site.at("ask"), Scope())
                if entry.label is not None:
                    decision.label, decision.label_of = self._said(decision, entry.label, site.at("label"), scope)
                if entry.label is not None and entry.label.whole is not None:
                    self._plain(decision, (entry.notation if decision.keys else None) or "{it}", entry.label.whole)
                if entry.told is not None:
                    decision.told, decision.told_of = self._said(decision, entry.told, site.at("told"), scope)
                decision.done = self._texts(entry.done, site.at("done"), Scope())
                if entry.done is not None and not decision.stops:
                    message = "nothing reads `done`: this question is never left with `done`"
                    self.report(
                        "E412", message, site.at("done"), "it is for `choose up to`, and for `choose ... or`", key=True
                    )
            for name, event in part.sections.events.items():
                if event.tell is not None and name in self.v.events:
                    told = self.v.events[name]
                    told.tell = self._texts(
                        event.tell, Site(part.document, ("events", name, "tell")), Scope(told.fields)
                    )
            self._tells(part)

    def _tells(self, part: Part) -> None:
        """What is told when a field changes and when a piece comes somewhere."""
        for name, entry in part.sections.state.items():
            field = self.v.fields.get(name)
            if entry.tell is not None and field is not None:
                scope = Scope({"it": field.type, **which(field)}, me=field.per_seat)
                field.tell = self._texts(entry.tell, Site(part.document, ("state", name, "tell")), scope)
        for name, place in part.sections.zones.items():
            zone = self.v.zones.get(name)
            if place.tell is not None and zone is not None:
                scope = Scope({"it": member(zone.kind), **which(zone)}, me=zone.per_seat)
                zone.tell = self._texts(place.tell, Site(part.document, ("zones", name, "tell")), scope)

    def _said(
        self, decision: Decision, given: Told, site: Site, scope: Scope
    ) -> tuple[dict[str, Template], dict[int, dict[str, Template]]]:
        """What is said of answers: of all, and of single ones by their values."""
        single: dict[int, dict[str, Template]] = {}
        finite = decision.type.kind != "bad" and self.v.finite(decision.type)
        known = dict(zip(self.v.spellings(decision.type), self.v.members(decision.type), strict=True)) if finite else {}
        if decision.stops:
            known.setdefault(decision.out, decision.low + decision.size)
        for name, text in given.each.items():
            if name in known:
                single[known[name]] = self._texts(text, site.at(name), scope)
            elif decision.type.kind != "bad":
                message = f"`{name}` is no answer to this question"
                self.unknown("E301", message, site.at(name), name, [*known], "answers", key=True)
        return self._texts(given.whole, site, scope), single

    def _texts(self, given: L10N | None, site: Site, scope: Scope) -> dict[str, Template]:
        """A text in every language, with its places for values."""
        return {} if given is None else TemplateReader(self).both(given, site, scope)

    def _notation(self, decision: Decision, text: str, site: Site, scope: Scope) -> None:
        """Options told apart by what pieces show, not by which piece it is."""
        if decision.type.kind != "member" or self.v.domains[decision.type.domain].kind != "piece":
            self.report("E303", "only a decision about pieces has a `notation` of its own", site, key=True)
            return
        parts = self.template(text, site, scope)
        if any(isinstance(part, Cases) for part in parts):
            self.report("E303", "what an option is called for good depends on no condition", site)
            return
        keys = [part for part in parts if not isinstance(part, (str, Cases))]
        size = 1
        for key in keys:
            if key.type.kind == "bad" or not self.v.finite(key.type):
                if key.type.kind != "bad":
                    self.report("E303", f"{a(key.type)} has no fixed number of values to tell options apart", site)
                return
            size *= len(self.v.members(key.type))
        if not keys:
            advice = "put what tells them apart in braces, such as `{it.colour}`"
            self.report("E314", "all pieces would be one option", site, advice)
            return
        if size > MAX_VALUES:
            self.report("E314", f"these are {size:,} options; there can be {MAX_VALUES:,} at most", site)
            return
        decision.keys, decision.low, decision.size = tuple(keys), 0, size
        decision.pattern = tuple(
            part if isinstance(part, str) else keys.index(part) for part in parts if not isinstance(part, Cases)
        )
        notations = self.v.notations(decision)
        if len(set(notations)) < size:
            advice = "put a word or a space between the values"
            self.report("E303", "two options would have the same notation", site, advice)

    def _plain(self, decision: Decision, notation: str, label: L10N) -> None:
        """What labels say without looking at the state: all of it, or what stands before a comma, colon or bracket."""
        keys = [key.strip() for key in PLACE.split(notation)[1::2]]
        for lang in ("en", "es"):
            parts = PLACE.split(label.get(lang))
            seen = next((at for at in range(1, len(parts), 2) if parts[at].strip() not in keys), len(parts))
            if seen < len(parts) and "'" in parts[seen]:  # words that may be left out
                parts = [*parts[: seen - 1], _BEFORE_WORDS.sub("", parts[seen - 1])] if seen > 1 else []
            elif seen < len(parts):
                sign = _BEFORE_DETAILS.search(parts[seen - 1])
                parts = [*parts[: seen - 1], parts[seen - 1][: sign.start()]] if sign and seen > 1 else []
            if parts:
                decision.plain[lang] = tuple(
                    keys.index(part.strip()) if place % 2 else part for place, part in enumerate(parts)
                )

    def template(self, text: str, site: Site, scope: Scope) -> Template:
        """A text with places for values, and words that depend on conditions."""
        return TemplateReader(self).read(text, site, scope)
