"""The declarations of a game as the patterns of `default_look.yaml` see them: nouns with adjectives and texts.

    face: {is: 1..6}                                  value       open single die, `<value>` is face
    mark: {by: [cell], is: "seat?"}                   value       open one seats, `<value>` is mark[it]
    dog: {by: [seat], is: cell}                       pawn        of a board of cells, `<value>` is q.dog
                                                      group       board titled only, with one value, `<places>` is cell
    used: {by: [seat, "1..6"], is: bool}              value       open cell held, `<value>` is p.used[i], `<range>` is 1 to 6
    hand: {of: card, by: [seat], visible: owner}      list        closed hidden told single row, `<list>` is seat.hand
    pack: {of: card, visible: nobody}                 list        closed hidden told single pile stock, `<list>` is pack

What a value says stands under the variables that the file uses: `it` is a place of a board, `i` any other index, `j` the second one, `q` a player whose
piece stands on a board.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import count, cycle
from typing import Any, Final

from ruleset_core.lang.domains import Domain
from ruleset_core.lang.program import Program, ScoreCategory
from ruleset_core.lang.typed_tree import Const
from ruleset_core.lang.types import Type
from ruleset_core.lang.vocabulary import DecisionDeclaration, Field, Vocabulary, Zone
from ruleset_core.messages import LANGUAGES
from ruleset_core.view.look.look_patterns import Declared, Pattern, holds

FEW_MEMBERS: Final = 8
"""Most members of which all have a row; of more those of which there is nothing to say have none."""
MANY: Final = 12
"""Most members that stand in columns."""
HIDDEN: Final = frozenset({"owner", "nobody"})
"""Who sees a list that others do not."""
PLAN: Final = {"space": "spaces", "line": "lines", "crossing": "crossings"}
"""The families of a planar board, and the nouns for what is of them."""
DIE: Final = frozenset({"die", "dice", "roll", "pips"})
"""Words by which what is from 1 to 6 is a die."""
COLOURS: Final = frozenset({"red", "yellow", "white", "blue", "green", "black"})
"""Names by which a set is of colours."""
_COORDINATES: Final = re.compile(r"([a-z])([0-9]{1,2})")
INSIDE: Final = frozenset({"held", "filled"})
"""Fields of tracks, which their resource shows."""


def title_texts(title: dict[str, str]) -> dict[str, str]:
    """A title in both languages."""
    return {lang: title.get(lang) or title.get("en", "") for lang in LANGUAGES}


def index_values(kind: Type) -> str:
    """What an index goes through, as an expression."""
    if kind.kind == "int":
        return f"{kind.low} to {kind.high}"
    return "[false, true]" if kind.kind == "bool" else kind.domain


def is_occupied(field: Field, text: str) -> str:
    """A condition: something stands there."""
    if field.type.kind == "bool":
        return text
    return f"{text} != none" if field.type.optional else f"{text} != 0" if field.type.kind == "int" else "true"


def how_it_lies(zone: Zone) -> str:
    """In a row what somebody sees, in a pile what nobody does."""
    return "row" if zone.visible in {"all", "owner", "others", "seen"} else "pile"


def is_alike(v: Vocabulary, domain: Domain) -> bool:
    """Whether nobody asks which piece of a kind it is: counted ones of which nothing is told."""
    asked = any(each.type.domain == domain.name for each in v.decisions.values())
    kept = any(domain.name in {i.domain for i in each.index} for each in v.fields.values() if "." not in each.name)
    return domain.card is None and not (asked or kept or domain.facts or domain.sides)


def sign_of(domain: Domain, signs: Mapping[str, str]) -> str:
    """The sign of a kind, by what its id says it is."""
    return signs.get(domain.name, "card" if domain.card is not None else "box")


def pips_of(v: Vocabulary, domain: Domain) -> str:
    """The field that says what a die of a kind shows; empty if there is none."""
    return next((each.name for each in v.fields.values() if _shows(each, domain)), "")


def _shows(field: Field, domain: Domain) -> bool:
    kind = field.type
    return (
        not field.per_seat and "." not in field.name and field.shown and field.visible in {"all", "piece"} and len(field.index) == 1
        and field.index[0].domain == domain.name and kind.kind == "int" and kind.low == 1 and not kind.optional
    )  # fmt: skip


def _is_plan(v: Vocabulary, kind: Type) -> bool:
    """Whether an index is a part of the planar board."""
    return v.board is not None and kind.domain in PLAN


def _is_board(v: Vocabulary, kind: Type) -> bool:
    """Whether an index is a place of a grid."""
    domain = v.domains.get(kind.domain)
    if domain is None or domain.kind != "set" or _is_plan(v, kind):
        return False
    return {"x", "y"} <= domain.facts.keys() or _are_coordinates(domain.ids)


def _are_coordinates(ids: Sequence[str]) -> bool:
    """Whether names are of a file and a rank, as `a1`, `b1`, ..., `c10`; not `s1`, `s2`, `s3`, `s4`, which are in one file."""
    found = [_COORDINATES.fullmatch(each) for each in ids]
    files, ranks = ({match[part] for match in found if match is not None} for part in (1, 2))
    return all(found) and len(files) > 1 and len(ranks) > 1


def _is_place(v: Vocabulary, kind: Type) -> bool:
    """Whether an index is a place of something that is drawn."""
    return _is_board(v, kind) or _is_plan(v, kind)


def _names_suffice(program: Program, domain: Domain) -> bool:
    """Whether the names of pieces say all there is to say of them."""
    ids = {*domain.ids}
    return (
        not any(each.owner in ids for each in program.clauses)
        and not any(card in ids for card, _ in program.given)
        and all(fact.made or fact is domain.card for fact in domain.facts.values())
    )


def _is_same(one: Type, other: Type) -> bool:
    return (one.kind, one.domain, one.low, one.high) == (other.kind, other.domain, other.low, other.high)


def _resource(program: Program, score: ScoreCategory) -> str:
    """The resource that a category of the score just counts; empty where there is none."""
    return "" if score.resource is None else program.vocabulary.resources[score.resource].name


def _adjectives(**known: bool) -> frozenset[str]:
    """Those that hold."""
    return frozenset(name for name, is_so in known.items() if is_so)


def free_variables(v: Vocabulary, names: Iterable[str]) -> dict[str, str]:
    """What variables of a made look are called in a game; again and again where it has the name: `c` is `cc` beside a field `c`."""
    taken = {*v.fields, *v.zones, *v.defines, *v.domains["resource"].ids}
    return {name: next(name * times for times in count(1) if name * times not in taken) for name in names}


class DefaultDeclarations:
    """What the patterns of the default look find in a game.

    `names`: the signs, forms and marks that the file names. `variables`: what those of the file are called in this game. `left_out`:
    declarations that are not found.
    """

    def __init__(
        self,
        program: Program,
        names: Mapping[str, Any],
        variables: Mapping[str, str],
        left_out: frozenset[str] = frozenset(),
    ) -> None:
        self._program, self._left_out, self._variables = program, left_out, variables
        self._v = program.vocabulary
        self._names = names

    def find(self, pattern: Pattern) -> Sequence[Declared]:
        """All declarations that a noun means, whatever adjectives stand before it."""
        if pattern.noun == "groups":
            values = Pattern.read(pattern.of)
            shown = (each for each in self._fields if each.per_seat == bool(values.of))
            chosen = [each for each in shown if holds(values.adjectives, self._of_field(each))]
            return [*self._groups(chosen, values.of)]
        found: list[Declared] = [*getattr(self, f"_{pattern.noun}")(pattern.of)]
        return found

    @cached_property
    def _fields(self) -> list[Field]:
        """The fields that players are shown."""
        return [each for each in self._v.fields.values() if self._is_shown(each) and each.name not in self._left_out]

    def _is_shown(self, field: Field) -> bool:
        """Whether players are shown a field: not if data says so, if it is the engine's own, or has no name and nobody is told of it.

        Where data gives names to its fields, one without is for the rules alone, unless places of a board are marked with it.
        """
        if field.hidden or not field.shown or "." in field.name or field.name in INSIDE:
            return False
        if any(_is_place(self._v, each) for each in field.index):
            return True
        return field.named or (field.note is not False and not any(each.named for each in self._v.fields.values()))

    # -- kinds, questions, scores --------------------------------------------------------------------------------

    def _kinds(self, _seat: str) -> Iterator[Declared]:
        v = self._v
        coloured = {each.name for each in v.domains.values() if each.kind == "set" and COLOURS & {*each.ids}}
        for domain in (each for each in v.domains.values() if each.kind == "piece"):
            pips, facts = pips_of(v, domain), domain.facts.values()
            colour = next((each.name for each in facts if each.type.domain in coloured), "")
            numbers = [
                each.name for each in facts if each.type.kind == "int" and not each.sides and each is not domain.card
            ]
            placed = any(each.kind == domain.name and self._is_placed(each) for each in v.zones.values())
            placed = placed or any(
                self._says_where(each) and each.index[0].domain == domain.name for each in self._fields
            )
            told = [
                Declared(
                    (),
                    {
                        "fact": f"this.{each.name}",
                        "title": title_texts(each.title or {"en": each.name.replace("_", " ")}),
                    },
                )
                for each in facts
                if each.type.kind in {"int", "bool", "member"} and not (each.sides or each.made or each is domain.card)
            ]
            told += [
                Declared((), {"fact": f"{each.name}[this]", "title": title_texts(each.title)})
                for each in self._fields
                if each.visible == "piece" and each.index[0].domain == domain.name and each.name != pips
            ]
            sign, number = sign_of(domain, self._names["signs"]), "".join(numbers[:1])
            placed = placed and (domain.card is None or _names_suffice(self._program, domain))
            texts = {"kind": domain.name, "sign": sign, "pips": pips, "colour": colour, "number": number}
            adjectives = _adjectives(dice=bool(pips), coloured=bool(colour), placed=placed, numbered=len(numbers) == 1)
            yield Declared(adjectives, texts, {"facts": told})

    def _questions(self, _seat: str) -> Iterator[Declared]:
        """`table`: for which of several lists on the table; `own`: of one's own, or for a fact of what lies there; `player`."""
        zones = [each for each in self._v.zones.values() if each.visible in {"all", "owner"}]
        shared = [each for each in zones if not each.per_seat and each.visible == "all"]
        own = [each for each in zones if each.per_seat]
        indices = (*(each.index for each in self._fields), *(each.index for each in self._v.zones.values()))
        boards = any(_is_place(self._v, kind) for index in indices for kind in index)
        for each in self._v.decisions.values():
            adjectives = _adjectives(
                table=any(self._is_asked(each, zone) for zone in shared),
                own=any(self._is_asked(each, zone) or self._is_kind(each, zone) for zone in own),
                # a board stays where it is
                player=each.type.domain == "seat" and not boards,
            )
            yield Declared(adjectives, {"question": each.name})

    def _is_asked(self, decision: DecisionDeclaration, zone: Zone) -> bool:
        """Whether a question, or the first half of a pair, is for which of several lists; places of a board are marked where they lie."""
        first = self._first(decision)
        return any(_is_same(index, first) for index in zone.index if not _is_place(self._v, index))

    def _is_kind(self, decision: DecisionDeclaration, zone: Zone) -> bool:
        """Whether a question is for a fact of the pieces of a list: what is asked for lies there, whatever else has the same name."""
        first = self._first(decision)
        domain = self._v.domains.get(first.domain)
        facts = self._v.domains[zone.kind].facts.values()
        return domain is not None and domain.kind == "set" and any(fact.type.domain == first.domain for fact in facts)

    def _first(self, decision: DecisionDeclaration) -> Type:
        return next((part.type for part in self._v.parts(decision.type)), decision.type)

    def _teams(self, _seat: str) -> Iterator[Declared]:
        team = self._program.outcome.team
        if team is not None and not isinstance(team, Const):
            yield Declared((), {})

    def _scores(self, _seat: str) -> Iterator[Declared]:
        """The score, where no amount in the row of a seat is that already."""
        scores = self._program.scores
        told = len(scores) == 1 and _resource(self._program, scores[0]) in {*self._titles, *self._left_out}
        if scores and not told and "score" not in self._left_out:
            yield Declared((), {})

    # -- lists of pieces -----------------------------------------------------------------------------------------

    def _lists(self, seat: str) -> Iterator[Declared]:
        v = self._v
        for zone in v.zones.values():
            domain, index = v.domains[zone.kind], zone.index
            if zone.per_seat != bool(seat) or (zone.fixed and domain.card is not None) or zone.name in self._left_out:
                continue
            if self._lies_with_values(zone):
                continue
            by_name = _names_suffice(self._program, domain)
            lies = how_it_lies(zone)
            if lies == "row" and not seat and not by_name:
                lies = "list"
            placed = self._is_placed(zone)
            open_, hidden, alike = zone.visible == "all", zone.visible in HIDDEN, is_alike(v, domain)
            asked = any(self._is_asked(each, zone) for each in v.decisions.values())
            told = not index and (hidden or (open_ and by_name))
            adjectives = _adjectives(
                open=open_, closed=not open_, hidden=hidden, told=told, named=told and not (hidden or alike),
                remembered=bool(domain.remembered or domain.hints), alike=alike, single=not index,
                several=len(index) == 1 and not placed, placed=placed and index[0].domain not in {"line", "crossing"},
                row=lies == "row", pile=lies == "pile", listed=lies == "list",
                faced=domain.card is not None and not by_name,
                # of the table: nobody sees or is told anything of it, or is asked for it
                stock=not seat and (zone.visible == "nobody" or not (zone.note or asked)),
            )  # fmt: skip
            at = "" if not index else "[it]" if placed else f"[{self._variables['i']}]"
            texts: dict[str, str | dict[str, str]] = {
                "list": f"{seat}.{zone.name}{at}" if seat else f"{zone.name}{at}",
                "seat": seat,
                "title": title_texts(zone.title),
                "sign": sign_of(domain, self._names["signs"]),
                "lies": lies,
                "range": index_values(index[0]) if index else "",
                "places": index[0].domain if index else "",
            }
            fields = (each for each in self._fields if each.visible == "all" and not each.per_seat)
            markers = [self._value(each, "") for each in fields if placed and _lies_at(each, index[0])]
            yield Declared(
                adjectives,
                texts,
                {"markers": markers, "pawns": self._standing(index[0]) if placed and not seat else ()},
            )

    def _lies_with_values(self, zone: Zone) -> bool:
        """Whether the pieces of a list of a seat lie on the board on which its values are shown."""
        by_name = _names_suffice(self._program, self._v.domains[zone.kind])
        faced = self._v.domains[zone.kind].card is not None and not by_name
        return (
            zone.per_seat
            and self._is_placed(zone)
            and not faced
            and any(
                each.per_seat and each.visible == zone.visible and len(each.index) < 3 and each.index[:1] == zone.index
                for each in self._fields
            )
        )

    def _is_placed(self, zone: Zone) -> bool:
        """Whether the pieces of a list lie on places of a board."""
        return len(zone.index) == 1 and _is_place(self._v, zone.index[0])

    # -- values --------------------------------------------------------------------------------------------------

    @cached_property
    def _titles(self) -> dict[str, dict[str, str]]:
        """The amounts and single values of a seat that are shown, by name, with their titles, in the order that `view:` says."""
        v = self._v
        titles = {each.name: v.domains["resource"].names[place] for place, each in enumerate(v.resources)}
        titles |= {
            each.name: each.title
            for each in self._fields
            if each.per_seat and not each.index and self._is_cell(each) and not self._is_pawn(each)
        }
        wanted = [name for name in self._program.columns if name in titles] or [*titles]
        return {name: titles[name] for name in wanted if name not in self._left_out}

    def _columns(self, seat: str) -> Iterator[Declared]:
        """Amounts and single values of a seat; `unscored` those that its score does not tell."""
        scores, amounts = self._program.scores, {each.name for each in self._v.resources}
        scored = _resource(self._program, scores[0]) if len(scores) == 1 else ""
        for name, title in self._titles.items():
            truth = name not in amounts and self._v.fields[name].type.kind == "bool"
            adjectives = _adjectives(column=True, amount=name in amounts, unscored=name != scored, truth=truth)
            yield Declared(adjectives, {"value": f"{seat}.{name}", "title": title_texts(title)})

    def _values(self, seat: str) -> Iterator[Declared]:
        return (self._value(each, seat) for each in self._fields if each.per_seat == bool(seat))

    def _is_cell(self, field: Field) -> bool:
        """Whether what a field says of a seat stands in its row: a single value, or for which of a few something holds."""
        few = (
            len(field.index) == 1 and field.type.kind == "bool" and len(self._v.members(field.index[0])) <= FEW_MEMBERS
        )
        return field.visible == "all" and (not field.index or (few and not _is_place(self._v, field.index[0])))

    def _of_field(self, field: Field) -> frozenset[str]:
        """The adjectives of a value."""
        kind, called = field.type, {*field.title.get("en", "").lower().split(), *field.name.split("_")}
        cell = field.per_seat and self._is_cell(field)
        die = not field.index and (kind.kind, kind.low, kind.high) == ("int", 1, 6) and bool(called & DIE)
        return _adjectives(
            open=field.visible == "all", closed=field.visible != "all", private=field.visible == "owner", cell=cell,
            held=cell and bool(field.index), die=die, single=not field.index, one=len(field.index) == 1,
            optional=kind.optional, negative=kind.low is not None and kind.low < 0, truth=kind.kind == "bool",
            member=kind.kind == "member", seats=kind.domain == "seat" or bool(kind.seats),
        )  # fmt: skip

    def _value(self, field: Field, seat: str, place: str = "i", mark: str = "") -> Declared:
        """A value. `place`: what its first index is called; `mark`: the sign that stands for it."""
        named = [self._variables.get(each, each) for each in (place, "j")][: len(field.index)]
        seat = self._variables.get(seat, seat)
        index = f"[{', '.join(named)}]" if field.index else ""
        text = f"{seat}.{field.name}{index}" if seat else f"{field.name}{index}"
        ranges = [index_values(each) for each in field.index[:2]]
        texts: dict[str, str | dict[str, str]] = {
            "value": text,
            "filled": is_occupied(field, text),
            "title": title_texts(field.title),
            "form": self._names["forms"].get(field.name, "stone"),
            "mark": mark,
            **dict(zip(("range", "second"), ranges, strict=False)),
        }
        return Declared(self._of_field(field), texts)

    # -- values that are shown together --------------------------------------------------------------------------

    def _groups(self, fields: Sequence[Field], seat: str) -> Iterator[Declared]:
        """Single values, then what has the same index, in the order in which it is declared: on a board, in lines and tables."""
        found = [*self._with_pawns(self._grouped(fields, seat), seat)]
        boards = [each for each in found if "board" in each.adjectives]
        for each in found:
            only = {"only"} if boards == [each] else set()
            yield Declared({*each.adjectives, *only}, each.texts, each.parts)

    def _grouped(self, fields: Sequence[Field], seat: str) -> Iterator[Declared]:
        v = self._v
        single = [self._value(each, seat) for each in fields if not each.index]
        if single:
            yield Declared({"singles"}, {}, {"values": single})
        by_index: dict[tuple[Type, ...], list[Field]] = {}
        for field in fields:
            if field.index:
                by_index.setdefault(field.index, []).append(field)
        for field in (each for each in fields if self._says_where(each)):
            by_index[field.index].remove(field)
            places = {"kind": field.index[0].domain, "places": field.type.domain}
            markers = [self._value(each, seat) for each in fields if _lies_at(each, field.type)]
            texts = {**self._value(field, seat, "c").texts, **places}
            yield Declared({"board", "titled", "where"}, texts, {"markers": markers})
        by_index = {index: several for index, several in by_index.items() if several}
        plan = {index: several for index, several in by_index.items() if _is_plan(v, index[0])}
        if plan:
            yield self._plan(plan, seat)
        rims = self._on_rims(by_index, seat)
        for index, several in ((index, several) for index, several in by_index.items() if index not in plan):
            if len(index) < 3 and _is_board(v, index[0]):
                own = [each for each in self._fields if each.per_seat and each.visible == "all"] if seat else fields
                markers = [self._value(each, seat) for each in own if _lies_at(each, index[0])]
                yield from self._boards(several, markers, seat, rims.pop(index[0].domain, {}))
            elif len(index) == 1:
                yield from self._listed(index[0], several, seat)
            elif len(index) == 2:
                yield from (self._crossed(each, seat) for each in several)
        yield from (
            Declared({"board"}, {"places": cells}, {"values": (), "markers": (), "lying": (), **on})
            for cells, on in rims.items()
        )

    def _with_pawns(self, groups: Iterable[Declared], seat: str) -> Iterator[Declared]:
        """Boards with the pieces of players whose fields say where they stand; each set of places has them once, at last on a board of its own."""
        left = {each.type.domain: each.type for each in self._fields if self._is_pawn(each) and not seat}
        for zone in self._v.zones.values():
            if not zone.per_seat and zone.name not in self._left_out and self._is_placed(zone):
                left.pop(zone.index[0].domain, None)  # they stand on the board of that list
        for each in groups:
            kind = left.pop(str(each.texts.get("places", "")), None) if "board" in each.adjectives else None
            pawns = {"pawns": [] if kind is None else self._standing(kind)} if "board" in each.adjectives else {}
            yield replace(each, parts={**each.parts, **pawns})
        for domain, kind in left.items():
            nouns = ("values", "markers", "lying", "sides", "corners")
            parts: dict[str, Sequence[Declared]] = dict.fromkeys(nouns, ())
            yield Declared({"board"}, {"places": domain}, {**parts, "pawns": self._standing(kind)})

    def _standing(self, kind: Type) -> list[Declared]:
        """The fields of seats that say at which of these places something of theirs is."""
        forms = self._names["forms"]
        found = [each for each in self._fields if self._is_pawn(each) and each.type.domain == kind.domain]
        values = [(each, self._value(each, "q")) for each in found]
        return [replace(value, texts={**value.texts, "form": forms.get(each.name, "pawn")}) for each, value in values]

    def _is_pawn(self, field: Field) -> bool:
        """Whether a field says to all where a piece of a seat is on a board that all share: seats have none of their own of these places."""
        kind = field.type
        drawn = kind.kind == "member" and (
            _is_board(self._v, kind) or (_is_plan(self._v, kind) and kind.domain == "space")
        )
        if not (drawn and field.per_seat and not field.index and field.visible == "all"):
            return False
        own = [each.index for each in self._fields if each.per_seat]
        own += [each.index for each in self._v.zones.values() if each.per_seat]
        return all(each.domain != kind.domain for index in own for each in index)

    def _says_where(self, field: Field) -> bool:
        """Whether a field says at which place of a board each piece is."""
        kinds = [self._v.domains.get(each.domain) for each in field.index]
        of_pieces = len(kinds) == 1 and kinds[0] is not None and kinds[0].kind == "piece"
        return of_pieces and field.type.kind == "member" and _is_board(self._v, field.type)

    def _on_rims(
        self, by_index: dict[tuple[Type, ...], list[Field]], seat: str
    ) -> dict[str, dict[str, Sequence[Declared]]]:
        """What fields say of the sides and corners of cells, by set of cells: it is drawn on the board of these. Taken from `by_index`."""
        found: dict[str, dict[str, Sequence[Declared]]] = {}
        for domain in (each for each in self._v.domains.values() if {"x", "y"} <= each.facts.keys()):
            on: dict[str, list[Declared]] = {"sides": [], "corners": []}
            for part, there in on.items():
                fact = domain.facts.get(part)
                kind = None if fact is None or not fact.made else fact.type.element
                fields = by_index.pop((kind,), ()) if kind is not None else ()
                there += [self._value(each, seat, "it") for each in fields]
            if any(on.values()):
                found[domain.name] = {**on}
        return found

    def _boards(
        self, several: Sequence[Field], markers: Sequence[Declared], seat: str, rims: Mapping[str, Sequence[Declared]]
    ) -> Iterator[Declared]:
        """What fields say of places, on one board where it can be told apart; on the first stand markers, which are at one place,
        and what is on sides and corners.
        """
        sheets: list[list[Field]] = []
        for field in several:
            sheet = next((each for each in sheets if _apart(field, each)), None)
            if sheet is None:
                sheets.append([field])
            else:
                sheet.append(field)
        nothing: dict[str, Sequence[Declared]] = {"markers": (), "sides": (), "corners": (), "lying": ()}
        places, seen = several[0].index[0], several[0].visible
        zones = (
            [each for each in self._v.zones.values() if each.index == (places,) and each.visible == seen]
            if seat
            else []
        )
        with_values = [each for each in zones if self._lies_with_values(each)]
        lying = [Declared((), {"list": f"{seat}.{each.name}[it]"}) for each in with_values]
        for number, sheet in enumerate(sheets):
            titles = [each.title for each in (*sheet, *(() if number else with_values))]
            title = {lang: ", ".join(title_texts(each)[lang] for each in titles) for lang in LANGUAGES}
            parts = nothing if number else {**nothing, **rims, "markers": markers, "lying": lying}
            yield Declared(
                _adjectives(board=True, titled=True, further=number > 0),
                {"title": title, "places": several[0].index[0].domain},
                {"values": [self._value(each, seat, "it") for each in sheet], **parts},
            )

    def _listed(self, kind: Type, fields: Sequence[Field], seat: str) -> Iterator[Declared]:
        """Of what a field holds, and the others together, without rows in which nothing stands."""
        for field in (each for each in fields if each.type.kind == "bool"):
            yield Declared({"truths"}, self._value(field, seat).texts)
        others = [each for each in fields if each.type.kind != "bool"]
        if others:
            values = [self._value(each, seat) for each in others]
            some = len(self._v.members(kind)) > FEW_MEMBERS or all(each.type.optional for each in others)
            where = " or ".join(str(each.texts["filled"]) for each in values)
            rows = index_values(kind) + (f" where {where}" if some else "")
            yield Declared({"rows"}, {"rows": rows}, {"values": values})

    def _crossed(self, field: Field, seat: str) -> Declared:
        """A field with two indices: the second one in columns if it has few values, else one table for each of the first."""
        first, second = field.index
        value = self._value(field, seat)
        long = len(self._v.members(first)) > FEW_MEMBERS
        where = f" where (any j in {value.texts['second']} where {value.texts['filled']})" if long else ""
        texts = {**value.texts, "rows": f"{value.texts['range']}{where}"}
        return Declared({"columns" if len(self._v.members(second)) <= MANY else "nested"}, texts)

    def _plan(self, plan: Mapping[tuple[Type, ...], Sequence[Field]], seat: str) -> Declared:
        """A planar board with what fields say of its places, lines and crossings. What holds there has a mark of its own."""
        marks = cycle(self._names["marks"])
        parts: dict[str, list[Declared]] = {each: [] for each in (*PLAN.values(), "marks")}
        for index, several in plan.items():
            for field in (each for each in several if len(each.index) < 3):
                marked = field.type.kind == "bool" and len(field.index) == 1
                value = self._value(field, seat, "it", next(marks) if marked else "")
                parts[PLAN[index[0].domain]].append(value)
                if marked:
                    parts["marks"].append(value)
        return Declared({"plan", "board"}, {"places": "space"}, parts)


def _apart(field: Field, others: Sequence[Field]) -> bool:
    """Whether the values of a field on a place can be told from those of others: they are of another family."""
    kinds = {(each.type.kind, each.type.domain) for each in others}
    return all(len(each.index) == 1 and each.type.kind != "bool" for each in (field, *others)) and (
        (field.type.kind, field.type.domain) not in kinds
    )


def _lies_at(field: Field, place: Type) -> bool:
    """Whether a field says at which place something is."""
    return not field.index and field.type.kind == "member" and field.type.domain == place.domain
