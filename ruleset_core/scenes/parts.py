"""Parts of a look as spans of a scene: text and signs side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from ruleset_core import looks
from ruleset_core.scenes import nodes as n

if TYPE_CHECKING:
    from ruleset_core.scenes.things import Things

Env = Mapping[str, int]
DOT: Final = "·"
YES: Final = {True: "✓", False: DOT}
_UNKNOWN: Final = (n.Span(looks.UNKNOWN, style="dim"),)


class Parts:
    """Makes spans of parts. `scores`: what is told of the score of each seat; empty where nobody has said it."""

    def __init__(self, at: looks.Looking, things: Things, scores: Sequence[int | None] = ()) -> None:
        self._at = at
        self._scores = scores
        self._things = things

    @property
    def scores(self) -> Sequence[int | None]:
        """What is told of the score of each seat."""
        if self._at.notes is not None:
            self._at.notes.add(("scores",))
        return self._scores

    def spans(self, parts: looks.Parts, env: Env) -> n.Spans:
        """Parts as text and signs."""
        if len(parts) == 1:
            return self.of(parts[0], env)
        found: list[n.Span] = []
        for part in parts:
            found += self.of(part, env)
        return tuple(found)

    def several(self, parts: looks.Parts, env: Env) -> tuple[n.Spans, ...]:
        """The same with each part by itself, without those of which nothing is shown."""
        return tuple(made for part in parts if (made := self.of(part, env)))

    def colour(self, hue: looks.Hue, env: Env) -> str:
        """A colour by name; empty where it is not known."""
        if hue is None or isinstance(hue, str):
            return hue or ""
        value = self._at.value(hue, env)
        return "" if value is None else self._things.colour(hue.type, value)

    def each(self, each: looks.Through | None, env: Env) -> Iterator[Env]:
        """What is known for each of something; the same once where nothing is gone through."""
        if each is None:
            yield env
            return
        placed = each.selection.zone is not None
        for value, place in self._at.through(each, env):
            if value is not None:
                yield {**env, each.var: value, "at": place} if placed else {**env, each.var: value}

    def of(self, part: looks.Part, env: Env) -> n.Spans:
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
            shown: n.Spans = ()
        elif part.turned is None:
            shown = self._shown(part, env, times, of)
        else:
            with at.turned(part.turned, env):
                shown = self._shown(part, env, times, of)
        if part.answers:
            shown = tuple(replace(span, stand=self._answering(span.stand, part.answers, env)) for span in shown)
        if shown and part.below:
            shown = (replace(shown[0], below=True), *shown[1:])
        return (n.Span(label + " ", style="dim"), *shown) if label and shown else shown

    def _answering(self, stand: n.Stand | None, answers: looks.Answers, env: Env) -> n.Stand | None:
        if stand is None:
            return self._things.answer(answers, env)
        return self._things.answering(stand, answers, env)

    def _shown(self, part: looks.Part, env: Env, times: int, of: int) -> n.Spans:
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
            return (n.Span(said, colour, "text"),) if said else ()
        if part.score is not None:
            return self._score(self._at.value(part.score, env), colour, part)
        if part.team is not None:
            return (n.Span(self._at.team(self._at.value(part.team, env)), colour, part.style),)
        if part.value is not None:
            shown = self._value(part, part.value, colour, env)
            return self._marked(part.value, shown, env) if part.mark else (shown,)
        return (n.Span(self._at.text(part.text, env), colour, part.style, stand=self._stand(part, env)),)

    def _run(self, part: looks.Part, env: Env) -> n.Spans:
        """Parts close to each other, as often as there is something."""
        found: list[n.Span] = []
        for inner in self.each(part.each, env):
            spans = self.spans(part.show, inner)
            if spans and found and part.between:
                found.append(n.Span(self._at.room.text(part.between), "", "dim", close=True))
            found += spans
        return tuple(span if span.close or not place else _close(span) for place, span in enumerate(found))

    def _signs(self, part: looks.Part, env: Env, colour: str, times: int, of: int) -> n.Spans:
        """So many signs; beyond what anybody counts one with a number."""
        said = self._at.text(part.said, env) if part.said else ""
        stand = None if part.stands is None else self._stand(part, env)
        if max(times, of) <= looks.SIGNS:
            return (n.Span(said, colour, part.style, part.sign, times, of, stand),)
        count = n.Span(f"×{times}/{of}" if of else f"×{times}", colour, part.style, close=True)
        return n.Span(said, colour, part.style, part.sign, stand=stand), count

    def _pieces(self, part: looks.Part, pieces: looks.Through, colour: str, env: Env, of: int) -> Iterator[n.Span]:
        """Pieces by their pips, their sign or their back, and how many places are left of so many."""
        kind, things = pieces.selection.type, self._things
        lying = self._at.through(pieces, env)
        for value, place in lying:
            if value is None:
                stand = things.hidden(kind, pieces, place, env)
                yield n.Span(looks.UNKNOWN, colour, part.style, "back", stand=stand)
                continue
            stand, own, pips = things.known(kind, value), things.colour(kind, value), things.pips(kind, value)
            text, sign = (stand.name or looks.UNKNOWN, things.sign(kind)) if pips is None else (str(pips), "")
            yield n.Span(text, colour or own, part.style, sign, stand=stand)
        left = min(of - len(lying), looks.SIGNS)
        if left > 0:
            yield n.Span("", "", "", things.sign(kind) or "box", 0, left)

    def _value(self, part: looks.Part, node: looks.Expr, colour: str, env: Env) -> n.Span:
        """A value by its name, `?` where it is not known."""
        value, kind, things = self._at.value(node, env), node.type, self._things
        about = self._stand(part, env)
        if value is None:
            return n.Span(looks.UNKNOWN, style="dim", stand=about)
        if kind.kind == "bool":
            return n.Span(YES[bool(value)], colour, part.style, stand=about)
        if kind.kind == "int":
            return n.Span(str(value) if value or part.zero else DOT, colour, part.style, stand=about)
        if value < 0:
            return n.Span(DOT, style="dim", stand=about)
        stand = things.known(kind, value)
        text = self._at.mark(kind, value) if part.mark else stand.name
        style = "seat" if part.mark and self._at.is_seat(kind, value) else part.style
        return n.Span(text, colour or things.colour(kind, value), style, stand=about or stand)

    def _score(self, seat: int | None, colour: str, part: looks.Part) -> n.Spans:
        """The score of a seat, as far as it is told."""
        if not self.scores:
            return ()
        amount = None if seat is None else self.scores[seat]
        return _UNKNOWN if amount is None else (n.Span(str(amount), colour, part.style),)

    def _marked(self, node: looks.Expr, shown: n.Span, env: Env) -> n.Spans:
        """A value with the sign that the look gives it: before an amount, in the place of a name."""
        sign = self._things.sign_of(node, shown.stand, env)
        if not sign:
            return (shown,)
        if node.type.kind != "int":
            said = shown.stand.name if shown.stand is not None else shown.text
            return (replace(shown, text=said, sign=sign),)
        return n.Span(self._things.amount_of(node, env), shown.colour, shown.style, sign), replace(shown, close=True)

    def _stand(self, part: looks.Part, env: Env) -> n.Stand | None:
        """What a part stands for, if it says that."""
        if part.stands is None:
            return None
        value = self._at.value(part.stands, env)
        return None if value is None or value < 0 else self._things.known(part.stands.type, value)


def _close(span: n.Span) -> n.Span:
    """The same, close to what is before it. Written out, since half of a scene is made of these."""
    return n.Span(span.text, span.colour, span.style, span.sign, span.times, span.of, span.stand, True, span.below)
