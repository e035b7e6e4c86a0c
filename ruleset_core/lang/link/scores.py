"""Linking: what cards say they are worth. Each kind with such cards gets one amount of `this`, which `x.score` reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleset_core.lang import tree as t
from ruleset_core.lang.resolve.site import Site
from ruleset_core.lang.types import BOOL, INT, member
from ruleset_core.lang.vocabulary import Define, score_of

if TYPE_CHECKING:
    from ruleset_core.lang.link.linker import Linker

ZERO = t.Const(INT, 0)


def declare_scores(linker: Linker) -> None:
    """Make the amounts known, still without values."""
    for kind, sites in _written(linker).items():
        title = {"en": "score of {this}", "es": "puntuación de {this}"}
        define = Define(score_of(kind), "amount", {"this": member(kind)}, INT, title)
        linker.v.defines[define.name] = define
        linker.homes["define", define.name] = sites[0]
        _refuse_others(linker, kind)


def _written(linker: Linker) -> dict[str, list[Site]]:
    """Where cards say what they are worth, by kind."""
    found: dict[str, list[Site]] = {}
    for name, (cards, kind, card) in linker.cards.items():
        site = Site(cards.document, ("cards", name))
        faces = [(card, site), *((face, site.at("sides", side)) for side, face in card.sides.items())]
        for face, where in faces:
            if face.score is not None:
                found.setdefault(kind, []).append(where.at("score"))
    return found


def _refuse_others(linker: Linker, kind: str) -> None:
    """`x.score` has one meaning: no fact and no field of pieces is called so."""
    others = [("fact", (f"fact {kind}", "score"), "score" in linker.v.domains[kind].facts)]
    field = linker.v.fields.get("score")
    others.append(("field", ("state", "score"), field is not None and field.index == (member(kind),)))
    for what, home, clashes in others:
        if clashes:
            linker.report(
                "E315",
                f"`score` of a `{kind}` is already what its cards are worth",
                linker.homes[home],
                f"call the {what} something else, or leave `score:` out of the cards",
                key=True,
            )


def score_bodies(linker: Linker) -> None:
    """Read what is written, and put it together."""
    for kind in _written(linker):
        domain = linker.v.domains[kind]
        worth: list[t.Expr] = [ZERO] * domain.size
        for name, (_, home, _) in linker.cards.items():
            if home == kind:
                amount = _amount(linker, name)
                for place in linker.copies(domain, name):
                    worth[place] = amount
        linker.v.defines[score_of(kind)].value = _chosen(kind, worth, 0)


def _amount(linker: Linker, name: str) -> t.Expr:
    """What a card is worth: what it says, and what its side that lies up says."""
    cards, kind, card = linker.cards[name]
    site = Site(cards.document, ("cards", name))
    total: t.Expr = ZERO
    if card.score is not None:
        total = linker.worth(name, "", card.score, site.at("score"), kind)
    for number, side in enumerate(linker.v.domains[kind].sides):
        text = card.sides[side].score if side in card.sides else None
        if text is not None:
            value = linker.worth(name, side, text, site.at("sides", side, "score"), kind)
            up = linker.side_is(kind, t.Local(member(kind), "this"), number)
            shown = t.Op(INT, "if", (up, value, ZERO))
            total = shown if total is ZERO else t.Op(INT, "+", (total, shown))
    return total


def _chosen(kind: str, worth: list[t.Expr], first: int) -> t.Expr:
    """The amount of `this` among those from `first` on: halved again and again, so that many cards are no long chain."""
    if all(each is worth[0] for each in worth):
        return worth[0]
    half = len(worth) // 2
    below = t.Op(BOOL, "<", (t.Local(member(kind), "this"), t.Const(INT, first + half)))
    return t.Op(INT, "if", (below, _chosen(kind, worth[:half], first), _chosen(kind, worth[half:], first + half)))


def check_scores(linker: Linker) -> None:
    """What cards are worth is read by someone; else each card would do less than it says."""
    for kind, sites in _written(linker).items():
        define = linker.v.defines[score_of(kind)]
        for site in () if define.used else sites:
            linker.report(
                "E412",
                f"nothing reads `score` of a `{kind}`",
                site,
                "read it in the game's `score`: for example `amount: sum x in ZONE of x.score`",
                key=True,
            )
        define.used = True  # all is said
