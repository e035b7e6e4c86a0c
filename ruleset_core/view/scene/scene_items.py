"""Members, pieces and parts of a look as items of a scene (spans, cards, widgets); colours, signs and players in words.

A thing in a scene says what it is, how it is called and which options it stands for. In Sheaves, for seat 0:

    its own card 2     SceneCard(name="barley 3", stand=SceneTarget(family="card", id="barley_3", identity="card:barley_3"))
    trump              TextSpan("vine", stand=SceneTarget(family="suit", id="vine", identity="suit:vine"))
    a hidden card      SceneCard(back=True): the identity is that of its place in the list, not of the card

A page moves a thing to where its identity is now. So a hidden card keeps an identity only as long as the viewer can follow
it (`look.seat_access.PieceTracker`): after a shuffle it gets another one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from ruleset_core import Game
from ruleset_core.formats import scene_format as scenes
from ruleset_core.messages import message
from ruleset_core.view.look import game_looks, laid_shapes

# Things on the table: what they are called, their signs and colours, their identities, the options they stand for.

Env = Mapping[str, int]
OWNER: Final = "owner of the board"
"""In an environment: the seat whose board is drawn, where boards of several seats are drawn in turn."""
OF_SEAT: Final = "@"
"""In the identity of a place before the seat whose board it is on: `cell:a1@0` is not `cell:a1@1`."""
Key = tuple[Any, ...]
"""A family and a value, what is looked at as if turned, and of a place on the board of a seat that seat."""
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


class ItemBuilder:
    """Members and pieces as a scene shows them. `asked`: the question that is asked, if it is told. `colours`: as of `scene`."""

    def __init__(
        self,
        game: Game,
        look: game_looks.LinkedLook,
        at: game_looks.LookEvaluator,
        options: Sequence[int],
        colours: Sequence[str] = (),
    ) -> None:
        self._own = colours
        self._look = look
        self._at = at
        self._game = game
        self._offered = game_looks.OfferedOptions(at, options)
        self.asked = self._offered.asked
        self._known: dict[Key, scenes.SceneTarget] = {}
        self._colours: dict[Key, str] = {}
        self._notes = at.notes
        if at.notes is not None:
            at.notes.offers = bool(self.asked)
            at.notes.asks[game_looks.STAND] = self._offers
            at.notes.asks["colours"] = lambda: tuple(colours)
            at.notes.asks["asked"] = lambda *names: self.asked if self.asked in names else ""
            at.notes.asks["answering"] = lambda value: tuple(self._offered.answering(value))

    def known_target(self, kind: Any, value: int, *owner: int) -> scenes.SceneTarget:
        """What stands for a member or a piece that is known. `owner`: the seat on whose board a place is."""
        key = kind.domain or kind.kind, value, self._at.upside, *owner
        if self._notes is None:
            return self._known.get(key) or self._standing(key, kind)
        self._notes.add((game_looks.STAND, *key))
        self._notes.kinds[key[0]] = kind
        return self._known.get(key) or self._notes.aside(lambda: self._standing(key, kind))

    def place(self, kind: Any, value: int, env: Env) -> scenes.SceneTarget:
        """What stands for a place of a board. Where each seat has a board, all have the same places: only that board is marked which a question is about.

        `plant` asks Ana for a cell of her garden: Bo's garden has a cell A1 too, but answers stand on Ana's alone.
        """
        owner = env.get(OWNER, env.get("seat"))
        return self.known_target(kind, value, *([] if owner is None else [owner]))

    def _of_owner(self, stand: scenes.SceneTarget, owner: int) -> scenes.SceneTarget:
        """What stands for a place on the board of a seat, with those of its options that are about this board."""
        stand = replace(stand, identity=f"{stand.identity}{OF_SEAT}{owner}")
        if not (stand.options or stand.goals):
            return stand
        asked = (owner == self._at.me) != self._is_about_others(stand.family)
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

    def _standing(self, key: Key, kind: Any) -> scenes.SceneTarget:
        """What stands for something, with its options."""
        _, value, _, *owner = key
        found = self._plain(kind, value)
        options, goals = self._offered.about(kind, value, (found.family, found.id))
        if options or goals:
            found = scenes.SceneTarget(found.family, found.id, found.identity, options, goals, found.name)
        if owner:
            found = self._of_owner(found, *owner)
        self._known[key] = found
        return found

    def _offers(self, family: str, value: int, upside: tuple[int, ...], *owner: int) -> Any:
        """The options of something that was noted; None for what is looked at as if turned."""
        if upside or self._notes is None:
            return None
        kind, notes, key = self._notes.kinds[family], self._notes, (family, value, (), *owner)
        found = self._known.get(key) or notes.aside(lambda: self._standing(key, kind))
        return found.options, found.goals

    def _plain(self, kind: Any, value: int) -> scenes.SceneTarget:
        """The same without options: kept for the game and the language, where nobody has a name of their own."""
        family = kind.domain or kind.kind
        face = self._look.faces.get(family)
        marked = (
            face is not None and face.provenance
        )  # a game is also seen without its own look: what `?` says of a name
        kept, key = self._at.told.kept, (family, value, marked)
        found: scenes.SceneTarget | None = kept.get(key)
        if found is None:
            family, name = self._at.member(kind, value)
            whose = self._at.told.provenance(name) if marked else ""
            found = scenes.SceneTarget(family, name, f"{family}:{name}", name=self._at.named(kind, value) + whose)
            if kind.kind == "member" and not (kind.seats or kind.domain in self._at.told.of_seats):
                kept[key] = found
        return found

    def answering(self, stand: scenes.SceneTarget, answers: game_looks.Answers, env: Env) -> scenes.SceneTarget:
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

    def answer(self, answers: game_looks.Answers, env: Env) -> scenes.SceneTarget | None:
        """What stands for nothing stands for the first answer that it is."""
        for question, node in answers.items():
            value = self._at.value(node, env)
            if value is not None and value >= 0:
                stand = scenes.SceneTarget(
                    question, str(value), f"{question}={value}", name=self._at.named(node.type, value)
                )
                return self.answering(stand, answers, env)
        return None

    def hidden(self, kind: Any, through: game_looks.LinkedLoop, place: int, env: Env) -> scenes.SceneTarget:
        """What stands for a piece that is not known: where it lies."""
        return scenes.SceneTarget(kind.domain, "", game_looks.hidden_identity(self._at, kind, through, place, env))

    def sign(self, kind: Any) -> str:
        """The sign of a family."""
        face = self._look.faces.get(kind.domain)
        return (face.sign if face is not None else "") or self._look.signs.get(kind.domain, "")

    def sign_of(self, node: game_looks.Expr, stand: scenes.SceneTarget | None, env: Env) -> str:
        """The sign of the resource whose amount a value is, or that it is itself; empty where there is none."""
        if node.type.kind == "int":
            resource = self._at.resource(node, env)
            held = resource is not None and self._at.member(self._at.family("resource"), resource)[1]
            return self._look.signs.get(held, "") if held else ""
        return self._look.signs.get(stand.id, "") if stand is not None else ""

    def squares(self, kind: Any, value: int) -> tuple[str, laid_shapes.SquarePoints]:
        """`hexes` where a shape is made of these, and where its squares are; nothing of anything else."""
        points, hexes = laid_shapes.form_squares(self._game, kind.domain, value)
        return "hexes" if hexes else "", points

    def offered_forms(self) -> scenes.TextSpans:
        """The shapes and their forms that can be picked, each in a span."""
        domains = self._game.program.vocabulary.domains.values() if self.asked else ()
        return tuple(
            scenes.TextSpan("", form=form, squares=points, stand=self.known_target(domain.type, value))
            for domain in domains
            if domain.size and self.squares(domain.type, 0)[1]
            for value, name in enumerate(domain.ids)
            if any(self._offered.about(domain.type, value, (domain.name, name)))
            for form, points in (self.squares(domain.type, value),)
        )

    def is_player(self, stand: scenes.SceneTarget) -> bool:
        """Whether something stands for a player."""
        return self._game.glossary.seat(stand.family, stand.id) is not None

    def sign_named(self, name: str) -> str:
        """The sign that the look gives to a name; empty where it gives none."""
        return self._look.signs.get(name, "")

    def amount_of(self, node: game_looks.Expr, env: Env) -> str:
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

    def _env(self, face: game_looks.LinkedFace, value: int) -> Env:
        """What local names stand for where the face of a piece is made."""
        if self._notes is not None and self._at.asks_whose(face):
            self._notes.add(("me",))
        return {"this": value, "me": self._at.me}

    def _of_hue(self, hue: game_looks.Hue, env: Env) -> str:
        if hue is None or isinstance(hue, str):
            return hue or ""
        value = self._at.value(hue, env)
        return "" if value is None or value < 0 else self.colour(hue.type, value)

    def sign_of_hue(self, hue: game_looks.Hue, env: Env) -> str:
        """The sign of the member by which a piece is coloured, such as its suit."""
        if hue is None or isinstance(hue, str) or hue.type.kind != "member":
            return ""
        value = self._at.value(hue, env)
        return "" if value is None or value < 0 else self._look.signs.get(self._at.member(hue.type, value)[1], "")

    def card(
        self, kind: Any, value: int, stand: scenes.SceneTarget, place: int, under: scenes.TextSpans, parts: SpanBuilder
    ) -> scenes.SceneCard:
        """A piece with its face."""
        face = self._look.faces.get(kind.domain)
        if face is None:
            return scenes.SceneCard(stand, stand.name, "", self.colour(kind, value), under=under, place=place)
        env = self._env(face, value)
        facts, cost, worth = (parts.several(each, env) for each in (face.facts, face.cost, face.worth))
        pips = self.pips(kind, value)
        text = self._at.card_text(kind, value) if face.text else ""
        name = self._at.text(face.name, env) or stand.name
        art = self.picture(face.art, kind, env)
        corner = self.corner(kind, value, parts)
        halves = [self._at.value(each, env) for each in face.halves]
        return scenes.SceneCard(
            stand,
            name,
            face.sign or self.sign_of_hue(face.colour, env),
            self.colour(kind, value),
            pips,
            facts,
            text,
            False,
            under,
            place,
            art,
            cost,
            worth,
            corner,
            tuple(each for each in halves if each is not None),
        )

    def picture(self, art: game_looks.LinkedArt | None, kind: Any, env: Env, ident: str = "") -> str:
        """The name of the picture of a piece; empty where it has none, or where it is not known which. `ident`: of all, if not the kind."""
        if art is None:
            return ""
        value = ""
        if art.chosen is not None:
            found = self._at.value(art.chosen, env)
            value = "" if found is None or found < 0 else self._at.member(art.chosen.type, found)[1].partition("#")[0]
        if art.of is not None:
            value = art.of.get(value, "")
        return game_looks.picture_name(ident or kind.domain, value) if value in art.pictures else ""

    def corner(self, kind: Any, value: int, parts: SpanBuilder) -> scenes.TextSpans:
        """What a playing card has in its corners, close to each other; these stand for nothing themselves."""
        face = self._look.faces.get(kind.domain)
        if face is None or not face.corner:
            return ()
        shown = parts.spans(face.corner, self._env(face, value))
        return tuple(replace(span, stand=None, close=place > 0) for place, span in enumerate(shown))

    def pips(self, kind: Any, value: int) -> int | None:
        """What a piece shows, as a die does."""
        face = self._look.faces.get(kind.domain)
        return None if face is None or face.pips is None else self._at.value(face.pips, self._env(face, value))

    def are_dice(self, kind: Any) -> bool:
        """Whether pieces of a kind show something as dice do."""
        face = self._look.faces.get(kind.domain)
        return face is not None and face.pips is not None

    def back(self, kind: Any, through: game_looks.LinkedLoop, place: int, env: Env) -> scenes.SceneCard:
        """A piece that is not known, with what was told of it."""
        said = game_looks.piece_hint(self._at, kind, through, place, env)
        facts = ((scenes.TextSpan(said, style="dim"),),) if said else ()
        return scenes.SceneCard(self.hidden(kind, through, place, env), "", "back", facts=facts, back=True, place=place)


def _draws(elements: Sequence[game_looks.LinkedElement], family: str) -> bool:
    """Whether elements of a look draw a board of a family of places."""
    for each in elements:
        what = each.what
        if isinstance(what, game_looks.LinkedBoard) and what.of == family:
            return True
        if isinstance(what, game_looks.LinkedGroup) and _draws(what.elements, family):
            return True
    return False


# Parts of a look as spans of a scene: text and signs side by side.

DOT: Final = "·"
YES: Final = {True: "✓", False: DOT}
_UNKNOWN: Final = (scenes.TextSpan(game_looks.UNKNOWN, style="dim"),)


class SpanBuilder:
    """Makes spans of parts. `scores`: what is told of the score of each seat; empty where nobody has said it."""

    def __init__(self, at: game_looks.LookEvaluator, things: ItemBuilder, scores: Sequence[int | None] = ()) -> None:
        self._at = at
        self._scores = scores
        self._things = things
        if at.notes is not None:
            at.notes.asks["scores"] = self._has_scores
            at.notes.asks["score"] = self._score_of

    def knows_scores(self) -> bool:
        """Whether the score of any seat is told."""
        if self._at.notes is not None:
            self._at.notes.add(("scores",))
        return self._has_scores()

    def _has_scores(self) -> bool:
        return any(each is not None for each in self._scores)

    def _score_of(self, seat: int | None) -> Sequence[int | None]:
        """What is told of the score of a seat, None where it is not known; empty where nobody has said it."""
        return self._scores and [None if seat is None else self._scores[seat]]

    def spans(self, parts: game_looks.Parts, env: Env) -> scenes.TextSpans:
        """Parts as text and signs."""
        if len(parts) == 1:
            return self.spans_of(parts[0], env)
        found: list[scenes.TextSpan] = []
        for part in parts:
            found += self.spans_of(part, env)
        return tuple(found)

    def several(self, parts: game_looks.Parts, env: Env) -> tuple[scenes.TextSpans, ...]:
        """The same with each part by itself, without those of which nothing is shown."""
        return tuple(made for part in parts if (made := self.spans_of(part, env)))

    def colour(self, hue: game_looks.Hue, env: Env) -> str:
        """A colour by name; empty where it is not known."""
        if hue is None or isinstance(hue, str):
            return hue or ""
        value = self._at.value(hue, env)
        return "" if value is None else self._things.colour(hue.type, value)

    def each(self, each: game_looks.LinkedLoop | None, env: Env) -> Iterator[Env]:
        """What is known for each of something; the same once where nothing is gone through."""
        if each is None:
            yield env
            return
        placed = each.selection.zone is not None
        for value, place in self._at.through(each, env):
            if value is not None:
                yield {**env, each.var: value, "at": place} if placed else {**env, each.var: value}

    def spans_of(self, part: game_looks.LinkedPart, env: Env) -> scenes.TextSpans:
        """One part, with its label; nothing where its condition does not hold."""
        at = self._at
        if not at.room.take() or (part.when is not None and not at.value(part.when, env)):
            return ()
        times = 1 if part.times is None else at.value(part.times, env)
        of = 0 if part.of is None else at.value(part.of, env) or 0
        if times is None:
            return _UNKNOWN
        label = at.text(part.label, env) if part.label else ""
        if not (times or of):
            shown: scenes.TextSpans = ()
        elif part.turned is None:
            shown = self._part_spans(part, env, times, of)
        else:
            with at.turned(part.turned, env):
                shown = self._part_spans(part, env, times, of)
        if part.answers:
            shown = tuple(replace(span, stand=self._answering(span.stand, part.answers, env)) for span in shown)
        if shown and part.below:
            shown = (replace(shown[0], below=True), *shown[1:])
        return (scenes.TextSpan(label + " ", style="dim"), *shown) if label and shown else shown

    def _answering(
        self, stand: scenes.SceneTarget | None, answers: game_looks.Answers, env: Env
    ) -> scenes.SceneTarget | None:
        if stand is None:
            return self._things.answer(answers, env)
        return self._things.answering(stand, answers, env)

    def _part_spans(self, part: game_looks.LinkedPart, env: Env, times: int, of: int) -> scenes.TextSpans:
        """What a part shows, by what it is."""
        if part.show:
            return self._run(part, env)
        colour = "" if part.colour is None else self.colour(part.colour, env)
        if part.sign:
            return self._signs(part, env, colour, max(times, 0), max(of, 0))
        if part.pieces is not None:
            return tuple(self._pieces(part, part.pieces, colour, env, of))
        if part.says is not None:
            card = self._at.value(part.says, env)
            said = "" if card is None or card < 0 else self._at.card_text(part.says.type, card)
            return (scenes.TextSpan(said, colour, "text"),) if said else ()
        if part.score is not None:
            return self._score(self._at.value(part.score, env), colour, part)
        if part.team is not None:
            return (scenes.TextSpan(self._at.team(self._at.value(part.team, env)), colour, part.style),)
        if part.value is not None:
            shown = self._value(part, part.value, colour, env)
            if part.form and (shown.stand is not None or part.value.type.kind == "int"):
                shown = replace(shown, form=self._form(part.form, part.value.type, shown.stand))
            return self._marked(part.value, shown, env) if part.mark else (shown,)
        return (scenes.TextSpan(self._at.text(part.text, env), colour, part.style, stand=self._stand(part, env)),)

    def _form(self, form: str, kind: Any, stand: scenes.SceneTarget | None) -> str:
        """The piece that a value is drawn as: of what is no player, where there are players too, its own sign if it has one."""
        if stand is None or not kind.seats or self._things.is_player(stand):
            return form
        return self._things.sign_named(stand.id) or form

    def _run(self, part: game_looks.LinkedPart, env: Env) -> scenes.TextSpans:
        """Parts close to each other, as often as there is something."""
        found: list[scenes.TextSpan] = []
        for inner in self.each(part.each, env):
            spans = self.spans(part.show, inner)
            if spans and found and part.between:
                found.append(scenes.TextSpan(self._at.room.text(part.between), "", "dim", close=True))
            found += spans
        return tuple(span if span.close or not place else _close(span) for place, span in enumerate(found))

    def _signs(self, part: game_looks.LinkedPart, env: Env, colour: str, times: int, of: int) -> scenes.TextSpans:
        """So many signs; beyond what anybody counts one with a number."""
        said = self._at.text(part.said, env) if part.said else ""
        stand = None if part.stands is None else self._stand(part, env)
        if max(times, of) <= game_looks.SIGNS:
            return (scenes.TextSpan(said, colour, part.style, part.sign, times, of, stand),)
        count = scenes.TextSpan(f"×{times}/{of}" if of else f"×{times}", colour, part.style, close=True)
        return scenes.TextSpan(said, colour, part.style, part.sign, stand=stand), count

    def _pieces(
        self, part: game_looks.LinkedPart, pieces: game_looks.LinkedLoop, colour: str, env: Env, of: int
    ) -> Iterator[scenes.TextSpan]:
        """Pieces by their pips, their sign or their back, and how many places are left of so many."""
        kind, things = pieces.selection.type, self._things
        lying = self._at.through(pieces, env)
        for value, place in lying:
            if value is None:
                stand = things.hidden(kind, pieces, place, env)
                yield scenes.TextSpan(game_looks.UNKNOWN, colour, part.style, "back", stand=stand)
                continue
            stand, own, pips = things.known_target(kind, value), things.colour(kind, value), things.pips(kind, value)
            if corner := things.corner(kind, value, self):
                yield replace(corner[0], stand=stand)
                yield from corner[1:]
                continue
            text, sign = (stand.name or game_looks.UNKNOWN, things.sign(kind)) if pips is None else (str(pips), "")
            yield scenes.TextSpan(text, colour or own, part.style, sign, stand=stand)
        left = min(of - len(lying), game_looks.SIGNS)
        if left > 0:
            yield scenes.TextSpan("", "", "", things.sign(kind) or "box", 0, left)

    def _value(self, part: game_looks.LinkedPart, node: game_looks.Expr, colour: str, env: Env) -> scenes.TextSpan:
        """A value by its name, `?` where it is not known."""
        value, kind, things = self._at.value(node, env), node.type, self._things
        about = self._stand(part, env)
        if value is None:
            return scenes.TextSpan(game_looks.UNKNOWN, style="dim", stand=about)
        if kind.kind == "bool":
            return scenes.TextSpan(YES[bool(value)], colour, part.style, stand=about)
        if kind.kind == "int":
            return scenes.TextSpan(str(value) if value or part.zero else DOT, colour, part.style, stand=about)
        if value < 0:
            return scenes.TextSpan(DOT, style="dim", stand=about)
        stand = things.known_target(kind, value)
        text = self._at.mark(kind, value) if part.mark else stand.name
        style = "seat" if part.mark and self._at.is_seat(kind, value) else part.style
        form, points = things.squares(kind, value)
        return scenes.TextSpan(
            text, colour or things.colour(kind, value), style, stand=about or stand, form=form, squares=points
        )

    def _score(self, seat: int | None, colour: str, part: game_looks.LinkedPart) -> scenes.TextSpans:
        """The score of a seat, as far as it is told."""
        if self._at.notes is not None:
            self._at.notes.add(("score", seat))
        for amount in self._score_of(seat):
            return _UNKNOWN if amount is None else (scenes.TextSpan(str(amount), colour, part.style),)
        return ()

    def _marked(self, node: game_looks.Expr, shown: scenes.TextSpan, env: Env) -> scenes.TextSpans:
        """A value with the sign that the look gives it: before an amount, in the place of a name."""
        sign = self._things.sign_of(node, shown.stand, env)
        if not sign:
            return (shown,)
        if node.type.kind != "int":
            said = shown.stand.name if shown.stand is not None else shown.text
            return (replace(shown, text=said, sign=sign),)
        return scenes.TextSpan(self._things.amount_of(node, env), shown.colour, shown.style, sign), replace(
            shown, close=True
        )

    def _stand(self, part: game_looks.LinkedPart, env: Env) -> scenes.SceneTarget | None:
        """What a part stands for, if it says that."""
        if part.stands is None:
            return None
        value = self._at.value(part.stands, env)
        return None if value is None or value < 0 else self._things.known_target(part.stands.type, value)


def _close(span: scenes.TextSpan) -> scenes.TextSpan:
    """The same, close to what is before it. Written out, since half of a scene is made of these."""
    return scenes.TextSpan(
        span.text,
        span.colour,
        span.style,
        span.sign,
        span.times,
        span.of,
        span.stand,
        True,
        span.below,
        span.form,
        span.squares,
    )


# Colours, signs and marks of players as words and letters: nothing is told by colour alone.

COLOURS: Final = (
    "red", "yellow", "white", "blue", "green", "black", "pink", "purple", "orange", "brown", "grey", "gold",
)  # fmt: skip
"""The colours by name; each has a letter in each language, and no two have the same."""

CHARACTERS: Final = {
    "die": "⚄", "cube": "■", "citizen": "♟", "tower": "♜", "house": "⌂", "palace": "♛", "wall": "▬", "coin": "¤",
    "shield": "▼", "card": "▯", "back": "▒", "stone": "●", "ring": "○", "star": "★", "banner": "⚑", "heart": "♥",
    "spade": "♠", "diamond": "♦",
    "club": "♣", "leaf": "♧", "drop": "♢", "wheat": "ψ", "wood": "‖", "brick": "▤", "ore": "▲", "cross": "✗", "check": "✓", "box": "□",
    "dot": "·", "arrow": "▸", "road": "═", "pawn": "♙", "disc": "◉",
    "king": "♔",
}  # fmt: skip
"""A character for each sign: a terminal shows it, and a text of a look speaks of a sign by it."""

SUITS: Final = {"spade": "black", "heart": "red", "diamond": "red", "club": "black"}
"""Suits of playing cards in the colours that everybody knows."""

SIGNS_IN_TEXTS: Final = {char: sign for sign, char in CHARACTERS.items() if sign != "dot"}
"""The signs of which texts of looks speak, by their characters: `■ built`. A dot is also punctuation."""


def seat_mark(seat: int, seats: int) -> str:
    """One character for a seat: X and O for two, else the player's number (A for the tenth)."""
    if seats == 2:
        return "XO"[seat]
    return str(seat + 1) if seat < 9 else chr(ord("A") + seat - 9)


def player_name(seat: int, lang: str, names: Sequence[str] = ()) -> str:
    """What the player on a seat is called; who has no name is numbered, from one on."""
    return names[seat] if seat < len(names) else message("scene.player", lang, number=seat + 1)


def player_letter(lang: str) -> str:
    """The letter before a player's number where there is no room for the word: P1, J1."""
    return message("scene.player_letter", lang)


def colour_letter(colour: str, lang: str) -> str:
    """The letter that says a colour where nothing else does."""
    return message(f"scene.letter.{colour}", lang) if colour in COLOURS else ""


def sign_letter(sign: str, colour: str, lang: str) -> str:
    """The letter that says the colour of a sign; none of a suit of cards in its usual colour."""
    return "" if SUITS.get(sign) == colour else colour_letter(colour, lang)


def colour_name(colour: str, lang: str) -> str:
    """What a colour is called."""
    return message(f"scene.colour.{colour}", lang) if colour in COLOURS else colour


def sign_name(sign: str, lang: str) -> str:
    """What a sign is called where it is read aloud."""
    return message(f"scene.sign.{sign}", lang) if sign in CHARACTERS else sign
