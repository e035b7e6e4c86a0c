"""Things on the table: what they are called, their signs and colours, their identities, the options they stand for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from ruleset_core import looks
from ruleset_core.scenes import nodes as n

if TYPE_CHECKING:
    from ruleset_core import Game
    from ruleset_core.scenes.parts import Parts

__all__ = ["OWNER", "SEATS", "Things", "seat_colours"]

Env = Mapping[str, int]
OWNER: Final = "owner of the board"
"""In an environment: the seat whose board is drawn, where boards of several seats are drawn in turn."""
Key = tuple[str, int, tuple[int, ...]]
"""A family and a value, and what is looked at as if turned."""
SEATS: Final = ("blue", "red", "green", "yellow", "purple", "orange", "pink", "brown", "grey", "white")
"""Colours of seats where the look says nothing."""
BY_NAME: Final = frozenset(
    {"red", "yellow", "white", "blue", "green", "black", "pink", "purple", "orange", "brown", "grey", "gold"}
)


def seat_colours(game: Game, wanted: Sequence[str]) -> tuple[str, ...]:
    """The colours of seats: what each wants (empty for that of the game), and no two the same while there are enough.

    Of two that want the same the first has it. Whose colour somebody else has gets another one.
    """
    said = game.source.look.colours.get("seat", {})
    usual = [said.get(f"seat_{seat}", SEATS[seat % len(SEATS)]) for seat in range(len(wanted))]
    found: dict[int, str] = {}
    for proposed in (wanted, usual):
        for seat, name in enumerate(proposed):
            if seat not in found and name in BY_NAME and name not in found.values():
                found[seat] = name
    for seat, name in enumerate(usual):
        if seat not in found:
            found[seat] = next((each for each in SEATS if each not in found.values()), name)
    return tuple(found[seat] for seat in range(len(wanted)))


class Things:
    """Members and pieces as a scene shows them. `asked`: the question that is asked, if it is told. `colours`: as of `scene`."""

    def __init__(
        self, game: Game, look: looks.Look, at: looks.Looking, options: Sequence[int], colours: Sequence[str] = ()
    ) -> None:
        self._own = colours
        self._look = look
        self._at = at
        self._game = game
        self._offered = looks.Offered(at, options)
        self.asked = self._offered.asked
        self._known: dict[Key, n.Stand] = {}
        self._colours: dict[Key, str] = {}
        self._notes = at.notes
        if at.notes is not None:
            at.notes.offers = bool(self.asked)
            at.notes.asks[looks.STAND] = self._offers
            at.notes.asks["colours"] = lambda: tuple(colours)
            at.notes.asks["asked"] = lambda *names: self.asked if self.asked in names else ""
            at.notes.asks["answering"] = lambda value: tuple(self._offered.answering(value))

    def known(self, kind: Any, value: int) -> n.Stand:
        """What stands for a member or a piece that is known."""
        key = kind.domain or kind.kind, value, self._at.upside
        if self._notes is None:
            return self._known.get(key) or self._standing(key, kind)
        self._notes.add((looks.STAND, *key))
        self._notes.kinds[key[0]] = kind
        return self._known.get(key) or self._notes.aside(lambda: self._standing(key, kind))

    def place(self, kind: Any, value: int, env: Env) -> n.Stand:
        """What stands for a place of a board. Where each seat has a board, all have the same places: only that board is marked which a question is about.

        `plant` asks Ana for a cell of her garden: Bo's garden has a cell A1 too, but answers stand on Ana's alone.
        """
        stand = self.known(kind, value)
        owner = env.get(OWNER, env.get("seat"))
        if owner is None or not (stand.options or stand.goals):
            return stand
        if self._notes is not None:
            self._notes.add(("viewer", owner))
            self._notes.add(("asked", self.asked))
        asked = owner == self._at.me
        if self._is_about_others(stand.family):
            asked = not asked
        options, goals = (
            tuple(each for each in several if (owner in whose if (whose := self._seats(each)) else asked))
            for several in (stand.options, stand.goals)
        )
        return replace(stand, options=options, goals=goals)

    def _seats(self, option: int) -> list[int]:
        """The seats that an option names, as in a pair of a seat and a cell."""
        named = (self._game.glossary.seat(each.family, each.id) for each in self._game.things(option))
        return [seat for seat in named if seat is not None]

    def _is_about_others(self, family: str) -> bool:
        """Whether the question is about boards of the others: a panel of them says so, or nobody sees a board of their own."""
        panels = self._look.panels.values()
        others = [panel for panel in panels if panel.of == "others" and _draws(panel.show, family)]
        own = any(panel.of != "others" and _draws(panel.show, family) for panel in panels)
        return bool(others) and (not own or any(self.asked in panel.about for panel in others))

    def _standing(self, key: Key, kind: Any) -> n.Stand:
        """What stands for something, with its options."""
        _, value, _ = key
        found = self._plain(kind, value)
        options, goals = self._offered.about(kind, value, (found.family, found.id))
        if options or goals:
            found = n.Stand(found.family, found.id, found.identity, options, goals, found.name)
        self._known[key] = found
        return found

    def _offers(self, family: str, value: int, upside: tuple[int, ...]) -> Any:
        """The options of something that was noted; None for what is looked at as if turned."""
        if upside or self._notes is None:
            return None
        kind, notes = self._notes.kinds[family], self._notes
        found = self._known.get((family, value, ())) or notes.aside(lambda: self._standing((family, value, ()), kind))
        return found.options, found.goals

    def _plain(self, kind: Any, value: int) -> n.Stand:
        """The same without options: kept for the game and the language, where nobody has a name of their own."""
        family = kind.domain or kind.kind
        face = self._look.faces.get(family)
        marked = (
            face is not None and face.provenance
        )  # a game is also seen without its own look: what `?` says of a name
        kept, key = self._at.told.kept, (family, value, marked)
        found: n.Stand | None = kept.get(key)
        if found is None:
            family, name = self._at.member(kind, value)
            whose = self._at.told.provenance(name) if marked else ""
            found = n.Stand(family, name, f"{family}:{name}", name=self._at.named(kind, value) + whose)
            if kind.kind == "member" and not (kind.seats or kind.domain in self._at.told.of_seats):
                kept[key] = found
        return found

    def answering(self, stand: n.Stand, answers: looks.Answers, env: Env) -> n.Stand:
        """The same thing with the options for which it stands besides."""
        if self._notes is not None and answers:
            self._notes.add(("asked", *answers))
        node = answers.get(self.asked)
        value = None if node is None else self._at.value(node, env)
        if value is None or value < 0:
            return stand
        if self._notes is not None:
            self._notes.add(("answering", value))
        return replace(stand, options=tuple(dict.fromkeys((*stand.options, *self._offered.answering(value)))))

    def answer(self, answers: looks.Answers, env: Env) -> n.Stand | None:
        """What stands for nothing stands for the first answer that it is."""
        for question, node in answers.items():
            value = self._at.value(node, env)
            if value is not None and value >= 0:
                stand = n.Stand(question, str(value), f"{question}={value}", name=self._at.named(node.type, value))
                return self.answering(stand, answers, env)
        return None

    def hidden(self, kind: Any, through: looks.Through, place: int, env: Env) -> n.Stand:
        """What stands for a piece that is not known: where it lies."""
        return n.Stand(kind.domain, "", looks.whereabouts(self._at, kind, through, place, env))

    def sign(self, kind: Any) -> str:
        """The sign of a family."""
        face = self._look.faces.get(kind.domain)
        return (face.sign if face is not None else "") or self._look.signs.get(kind.domain, "")

    def sign_of(self, node: looks.Expr, stand: n.Stand | None, env: Env) -> str:
        """The sign of the resource whose amount a value is, or that it is itself; empty where there is none."""
        if node.type.kind == "int":
            resource = self._at.resource(node, env)
            held = resource is not None and self._at.member(self._at.family("resource"), resource)[1]
            return self._look.signs.get(held, "") if held else ""
        return self._look.signs.get(stand.id, "") if stand is not None and stand.family == "resource" else ""

    def amount_of(self, node: looks.Expr, env: Env) -> str:
        """What players call the resource whose amount is told."""
        resource = self._at.resource(node, env)
        return "" if resource is None else self._at.named(self._at.family("resource"), resource)

    def colour(self, kind: Any, value: int) -> str:
        """The colour of a member or a piece, empty if it has none."""
        key = kind.domain or kind.kind, value, self._at.upside
        found = self._colours.get(key)
        if found is None:
            self._colours[key] = ""  # two kinds may have the colour of each other
            if self._notes is None:
                found = self._coloured(kind, value)
            else:
                found = self._notes.once(key, lambda: self._coloured(kind, value))
            self._colours[key] = found
        elif self._notes is not None:
            self._notes.again(key)
        return found

    def _coloured(self, kind: Any, value: int) -> str:
        if self._at.is_seat(kind, value):
            if self._notes is not None:
                self._notes.add(("colours",))
            if value < len(self._own) and self._own[value]:
                return self._own[value]
        family, name = self._at.member(kind, value)
        said = self._look.colours.get(family, {}).get(name)
        if said is not None:
            return said
        face = self._look.faces.get(family)
        if face is not None and face.colour is not None:
            return self._of_hue(face.colour, self._env(face, value))
        if self._at.is_seat(kind, value):
            return SEATS[value % len(SEATS)]
        return name if name in BY_NAME else ""

    def _env(self, face: looks.Face, value: int) -> Env:
        """What local names stand for where the face of a piece is made."""
        if self._notes is not None and self._at.asks_whose(face):
            self._notes.add(("me",))
        return {"this": value, "me": self._at.me}

    def _of_hue(self, hue: looks.Hue, env: Env) -> str:
        if hue is None or isinstance(hue, str):
            return hue or ""
        value = self._at.value(hue, env)
        return "" if value is None or value < 0 else self.colour(hue.type, value)

    def card(self, kind: Any, value: int, stand: n.Stand, place: int, under: n.Spans, parts: Parts) -> n.Card:
        """A piece with its face."""
        face = self._look.faces.get(kind.domain)
        if face is None:
            return n.Card(stand, stand.name, "", self.colour(kind, value), under=under, place=place)
        env = self._env(face, value)
        facts = parts.several(face.facts, env)
        pips = self.pips(kind, value)
        text = self._at.card_text(kind, value) if face.text else ""
        name = self._at.text(face.name, env) or stand.name
        art = self.picture(face.art, kind, env)
        return n.Card(stand, name, face.sign, self.colour(kind, value), pips, facts, text, False, under, place, art)

    def picture(self, art: looks.Art | None, kind: Any, env: Env) -> str:
        """The name of the picture of a piece; empty where it has none, or where it is not known which."""
        if art is None:
            return ""
        value = ""
        if art.chosen is not None:
            found = self._at.value(art.chosen, env)
            value = "" if found is None or found < 0 else self._at.member(art.chosen.type, found)[1].partition("#")[0]
        return looks.picture_name(kind.domain, value) if value in art.pictures else ""

    def pips(self, kind: Any, value: int) -> int | None:
        """What a piece shows, as a die does."""
        face = self._look.faces.get(kind.domain)
        return None if face is None or face.pips is None else self._at.value(face.pips, self._env(face, value))

    def back(self, kind: Any, through: looks.Through, place: int, env: Env) -> n.Card:
        """A piece that is not known, with what was told of it."""
        said = looks.hint(self._at, kind, through, place, env)
        facts = ((n.Span(said, style="dim"),),) if said else ()
        return n.Card(self.hidden(kind, through, place, env), "", "back", facts=facts, back=True, place=place)


def _draws(elements: Sequence[looks.Element], family: str) -> bool:
    """Whether elements of a look draw a board of a family of places."""
    for each in elements:
        what = each.what
        if isinstance(what, looks.Board) and what.of == family:
            return True
        if isinstance(what, looks.Several) and _draws(what.elements, family):
            return True
    return False
