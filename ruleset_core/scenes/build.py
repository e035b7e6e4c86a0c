"""From a look and what a seat may know to a scene. Nothing here knows a game, a terminal or a page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from ruleset_core import looks
from ruleset_core.scenes import nodes as n
from ruleset_core.scenes.boards import board_of
from ruleset_core.scenes.things import Things

if TYPE_CHECKING:
    from ruleset_core import Game

Env = Mapping[str, int]
DOT: Final = "·"
YES: Final = {True: "✓", False: DOT}


def scene(
    game: Game,
    observation: Mapping[str, Any],
    lang: str = "en",
    names: Sequence[str] = (),
    options: Iterable[int] = (),
) -> n.Scene:
    """What a seat sees.

    Args:
        game: the game; its look says how it is shown.
        observation: what `State.observe` gave to the seat.
        lang: `en` or `es`.
        names: what the players are called, by seat.
        options: what the seat is offered, so that things can stand for options.

    """
    return _Builder(game, observation, lang, names, options).scene()


class _Builder:
    """Builds one scene."""

    def __init__(
        self, game: Game, observation: Mapping[str, Any], lang: str, names: Sequence[str], options: Iterable[int]
    ) -> None:
        self.game = game
        self.seen = observation
        self.lang = lang
        self.look: looks.Look = game.source.look
        self.at = looks.Looking(game, observation, lang, names)
        self.things = Things(game, self.look, self.at, list(options))
        self.viewer: int = observation["seat"]
        acting = observation.get("to_act")
        self._me = self.viewer if self.viewer >= 0 else (acting or 0)

    def scene(self) -> n.Scene:
        """All panels, those the question is about first, then by rank."""
        every = (one for panel in self.look.panels.values() for one in self._panels(panel))
        made = [*islice(every, looks.PANELS)]
        made.sort(key=lambda panel: (not panel.about, panel.rank))
        players = tuple(self.at.seat_name(seat) for seat in range(self.seen["players"]))
        return n.Scene(
            self.game.id,
            self.game.title(self.lang),
            self.lang,
            self.viewer,
            self.seen.get("to_act"),
            players,
            tuple(made),
            self.game.glossary.title("phases", self.seen["phase"], self.lang) if self.seen["phase"] else "",
            self.seen["over"],
        )

    def _panels(self, panel: looks.Panel) -> Iterator[n.Panel]:
        """A panel, or so many of the kind."""
        if panel.of == "table":
            yield from self._panel(panel, {"me": self._me}, None)
            return
        seats = [(self._me + step) % self.seen["players"] for step in range(self.seen["players"])]
        own = self.viewer >= 0
        wanted = {"seat": seats, "own": seats[:1] if own else [], "others": seats[1:] if own else seats}[panel.of]
        for seat in wanted:
            yield from self._panel(panel, {"me": seat, "seat": seat}, seat)

    def _panel(self, panel: looks.Panel, env: Env, seat: int | None) -> Iterator[n.Panel]:
        if not (self.at.room.take() and self.at.holds(panel.when, env)):
            return
        title = self.at.text(panel.title, env) or (
            self.at.seat_name(seat) if seat is not None else self.game.title(self.lang)
        )
        show = tuple(self._nodes(panel.show, env))
        short = None if panel.short is None else tuple(self._nodes(panel.short, env))
        about = bool(self.things.asked in panel.about)
        if show:
            yield n.Panel(panel.id, title, panel.rank, seat, about, show, short, self.at.text(panel.note, env))

    # -- elements -----------------------------------------------------------------------------------------------

    def _nodes(self, elements: Iterable[looks.Element], env: Env) -> Iterator[n.Node]:
        for element in elements:
            if self.at.room.take() and self.at.holds(element.when, env):
                for made in self._made(element.what, env):
                    title = self.at.text(element.title, env)
                    yield n.Group((made,), False, title, element.rank) if title or element.rank > 1 else made

    def _made(self, what: Any, env: Env) -> Iterator[n.Node]:
        if isinstance(what, looks.Several):
            yield from self._several(what, env)
        elif isinstance(what, looks.Table):
            yield from self._table(what, env)
        elif isinstance(what, looks.Pieces):
            yield from self._pieces(what, env)
        elif isinstance(what, looks.Track):
            yield self._track(what, env)
        elif isinstance(what, looks.Board):
            yield board_of(self.game, self.at, self.things, what, env, self.spans, self.colour)
        elif isinstance(what, dict):
            text = self.at.text(what, env)
            if text:
                yield n.Prose(text)
        else:
            parts = tuple(made for part in what if (made := tuple(self._spans(part, env))))
            if parts:
                yield n.Line(parts)

    def _several(self, what: looks.Several, env: Env) -> Iterator[n.Node]:
        for inner in self._each(what.each, env):
            if not what.beside:
                yield from self._nodes(what.elements, inner)
                continue
            blocks = [made for each in what.elements if (made := tuple(self._nodes((each,), inner)))]
            if blocks:
                yield n.Group(tuple(made[0] if len(made) == 1 else n.Group(made) for made in blocks), beside=True)

    def _each(self, each: looks.Through | None, env: Env) -> Iterator[Env]:
        """What is known for each of something; the same once where nothing is gone through."""
        if each is None:
            yield env
            return
        for value, place in self.at.through(each, env):
            if value is not None:
                inner = {**env, each.var: value}
                yield inner if each.selection.zone is None else {**inner, "at": place}

    def _table(self, table: looks.Table, env: Env) -> Iterator[n.Table]:
        columns = [
            (column, one)
            for column in table.columns
            if self.at.room.take() and self.at.holds(column.when, env)
            for one in self._each(column.each, env)
        ]
        heads = tuple(
            n.Head(self.at.text(column.title, one), self.colour(column.colour, one), column.wide, column.rank)
            for column, one in columns
        )
        rows = []
        kind = table.each.selection.type
        for value, place in self.at.through(table.each, env):
            if not self.at.room.take(len(columns)):
                break
            if value is None:
                stand, inner = self.things.hidden(kind, table.each, place, env), env
                rows.append(n.Row(stand, (n.Span(looks.UNKNOWN, style="dim"),), ((),) * len(columns)))
                continue
            inner = {**env, table.each.var: value, "at": place}
            stand = self._answering(self.things.known(kind, value), table.answers, inner)
            name = self.spans(table.name, inner) or (
                n.Span(stand.name, self.colour(table.colour, inner) or self.things.colour(kind, value), stand=stand),
            )
            cells = tuple(self.spans(column.cell, {**one, **inner}) for column, one in columns)
            seat = value if self.at.is_seat(kind, value) else None
            marked, own = (seat is not None and seat == each for each in (self.seen.get("to_act"), self.viewer))
            rows.append(n.Row(stand, name, cells, marked, own))
        if rows:
            yield n.Table(heads, tuple(rows))

    def _pieces(self, pieces: looks.Pieces, env: Env) -> Iterator[n.Cards]:
        cards = []
        kind = pieces.each.selection.type
        for value, place in self.at.through(pieces.each, env):
            if value is None:
                cards.append(self.things.back(kind, pieces.each, place, env))
                continue
            inner = {**env, pieces.each.var: value, "at": place}
            stand = self._answering(self.things.known(kind, value), pieces.answers, inner)
            cards.append(self.things.card(kind, value, stand, place, self.spans(pieces.under, inner), self.spans))
        room = 0 if pieces.room is None else self.at.value(pieces.room, env) or 0
        if cards or room:
            backs = self.at.backs(kind, pieces.each, env) if any(card.back for card in cards) else ""
            yield n.Cards(pieces.lies, tuple(cards), max(0, min(room, looks.SIGNS)), backs=backs)

    def _answering(self, stand: n.Stand, answers: looks.Answers, env: Env) -> n.Stand:
        return self.things.answering(stand, answers, env) or stand if answers else stand

    def _track(self, track: looks.Track, env: Env) -> n.Track:
        to = None if track.to is None else self.at.value(track.to, env)
        held = None if track.held is None else self.at.value(track.held, env)
        return n.Track(
            self.at.text(track.name, env), self.at.value(track.value, env), to, held, track.groups,
            self.colour(track.colour, env), self.spans(track.after, env),
        )  # fmt: skip

    # -- parts --------------------------------------------------------------------------------------------------

    def spans(self, parts: looks.Parts, env: Env) -> n.Spans:
        """Parts as text and signs."""
        return tuple(span for part in parts for span in self._spans(part, env))

    def _spans(self, part: looks.Part, env: Env) -> Iterator[n.Span]:
        if not (self.at.room.take() and self.at.holds(part.when, env)):
            return
        times = 1 if part.times is None else self.at.value(part.times, env)
        of = 0 if part.of is None else self.at.value(part.of, env) or 0
        if times is None:
            yield n.Span(looks.UNKNOWN, style="dim")
            return
        label = self.at.text(part.label, env)
        if not (times or of):
            shown: n.Spans = ()
        elif part.turned is None:
            shown = tuple(self._shown(part, env, times, of))
        else:
            with self.at.turned(part.turned, env):
                shown = tuple(self._shown(part, env, times, of))
        if part.answers:
            shown = tuple(replace(span, stand=self.things.answering(span.stand, part.answers, env)) for span in shown)
        if label and shown:
            yield n.Span(label + " ", style="dim")
        if part.below and shown:
            yield replace(shown[0], below=True)
            shown = shown[1:]
        yield from shown

    def _shown(self, part: looks.Part, env: Env, times: int, of: int) -> Iterator[n.Span]:
        colour = self.colour(part.colour, env)
        if part.sign:
            said, stand = self.at.text(part.said, env), self._stand(part, env)
            yield from self._signs(n.Span(said, colour, part.style, part.sign, stand=stand), max(times, 0), max(of, 0))
        elif part.pieces is not None:
            kind = part.pieces.selection.type
            for value, place in self.at.through(part.pieces, env):
                stand = (
                    self.things.hidden(kind, part.pieces, place, env)
                    if value is None
                    else self.things.known(kind, value)
                )
                sign = "back" if value is None else self.things.sign(kind)
                own = "" if value is None else self.things.colour(kind, value)
                pips = None if value is None else self.things.pips(kind, value)
                text, sign = (str(pips), "") if pips is not None else (stand.name or looks.UNKNOWN, sign)
                yield n.Span(text, colour or own, part.style, sign, 1, 0, stand)
        elif part.says is not None:
            card = self.at.value(part.says, env)
            said = "" if card is None or card < 0 else self.at.card_text(part.says.type, card)
            if said:
                yield n.Span(said, colour, "text")
        elif part.show:
            yield from self._run(part, env)
        elif part.value is not None:
            yield from self._value(part, colour, env)
        else:
            yield n.Span(self.at.text(part.text, env), colour, part.style, stand=self._stand(part, env))

    @staticmethod
    def _signs(sign: n.Span, times: int, of: int) -> Iterator[n.Span]:
        """So many signs; beyond what anybody counts one with a number."""
        if max(times, of) <= looks.SIGNS:
            yield replace(sign, times=times, of=of)
            return
        yield sign
        yield n.Span(f"×{times}/{of}" if of else f"×{times}", sign.colour, sign.style, close=True)

    def _run(self, part: looks.Part, env: Env) -> Iterator[n.Span]:
        """Parts close to each other, as often as there is something."""
        first = True
        for inner in self._each(part.each, env):
            spans = self.spans(part.show, inner)
            if spans and not first and part.between:
                yield n.Span(self.at.room.text(part.between), "", "dim", close=True)
            for span in spans:
                yield span if first else replace(span, close=True)
                first = False

    def _value(self, part: looks.Part, colour: str, env: Env) -> Iterator[n.Span]:
        node = part.value
        value = None if node is None else self.at.value(node, env)
        about = self._stand(part, env)
        if node is None or value is None:
            yield n.Span(looks.UNKNOWN, style="dim", stand=about)
        elif node.type.kind == "bool":
            yield n.Span(YES[bool(value)], colour, part.style)
        elif node.type.kind == "int":
            yield n.Span(str(value) if value or part.zero else DOT, colour, part.style)
        elif value < 0:
            yield n.Span(DOT, style="dim", stand=about)
        else:
            stand = self.things.known(node.type, value)
            text = self.at.mark(node.type, value) if part.mark else stand.name
            yield n.Span(text, colour or self.things.colour(node.type, value), part.style, stand=about or stand)

    def _stand(self, part: looks.Part, env: Env) -> n.Stand | None:
        """What a part stands for, if it says that."""
        value = None if part.stands is None else self.at.value(part.stands, env)
        return None if part.stands is None or value is None or value < 0 else self.things.known(part.stands.type, value)

    def colour(self, hue: looks.Hue, env: Env) -> str:
        """A colour by name; empty where it is not known."""
        if hue is None or isinstance(hue, str):
            return hue or ""
        value = self.at.value(hue, env)
        return "" if value is None else self.things.colour(hue.type, value)
