"""Linking: what cards say of themselves as a value. Each kind with such cards gets one define of `this` for each key.

`score` is an amount, what a card is worth; `requires` a condition, what must hold for it. `x.score` and `x.requires` read
them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleset_core.lang import tree as t
from ruleset_core.lang.definitions import Define
from ruleset_core.lang.origin import Origin
from ruleset_core.lang.resolve.site import Site
from ruleset_core.lang.types import BOOL, INT, member
from ruleset_core.lang.vocabulary import SAID, said_of

if TYPE_CHECKING:
    from ruleset_core.lang.link.linker import Linker

ZERO = t.Const(INT, 0)
_KINDS = {"score": "amount", "requires": "condition"}
_SILENT = {"score": ZERO, "requires": t.TRUE}
"""What a card says that says nothing."""
_TITLES = {
    "score": {"en": "score of {this}", "es": "puntuación de {this}"},
    "requires": {"en": "what {this} requires holds", "es": "se cumple lo que exige {this}"},
}
_ADVICE = {
    "score": "read it in the game's `score`: for example `amount: sum x in ZONE of x.score`",
    "requires": "read it where the card is chosen: for example `choose card x in hand where x.requires`",
}


def declare_said(linker: Linker) -> None:
    """Make the defines known, still without values."""
    for key in SAID:
        for kind, sites in written(linker, key).items():
            define = Define(
                said_of(key, kind), _KINDS[key], {"this": member(kind)}, _SILENT[key].type, dict(_TITLES[key])
            )
            linker.v.defines[define.name] = define
            linker.homes["define", define.name] = sites[0]
            _refuse_others(linker, key, kind)


def written(linker: Linker, key: str) -> dict[str, list[Site]]:
    """Where cards say it, by kind."""
    found: dict[str, list[Site]] = {}
    for name, (cards, kind, card) in linker.cards.items():
        site = Site(cards.document, ("cards", name))
        faces = [(card, site), *((face, site.at("sides", side)) for side, face in card.sides.items())]
        for face, where in faces:
            if getattr(face, key) is not None:
                found.setdefault(kind, []).append(where.at(key))
    return found


def _refuse_others(linker: Linker, key: str, kind: str) -> None:
    """`x.score` has one meaning: no field of pieces is called so (and no fact, whatever cards say)."""
    field = linker.v.fields.get(key)
    if field is not None and field.index == (member(kind),):
        linker.report(
            "E315",
            f"`{key}` of a `{kind}` is already what its cards say",
            linker.homes["state", key],
            f"call the field something else, or leave `{key}:` out of the cards",
            key=True,
        )


def said_bodies(linker: Linker) -> None:
    """Read what is written, and put it together."""
    for key in SAID:
        for kind in written(linker, key):
            domain, define = linker.v.domains[kind], linker.v.defines[said_of(key, kind)]
            values: list[t.Expr] = [_SILENT[key]] * domain.size
            for name, (_, home, _) in linker.cards.items():
                if home == kind:
                    value = _value(linker, key, name)
                    for place in linker.copies(domain, name):
                        values[place] = value
                        if value is not _SILENT[key]:
                            define.origins[place] = _origin(linker, key, name)
            define.value = _chosen(kind, values, 0)


def _origin(linker: Linker, key: str, name: str) -> Origin:
    """Where a card says it; the card, when only its sides do."""
    cards, _, card = linker.cards[name]
    site = Site(cards.document, ("cards", name))
    text: str | None = getattr(card, key)
    return linker.origin(site) if text is None else linker.origin(site.at(key), text)


def _value(linker: Linker, key: str, name: str) -> t.Expr:
    """What a card says, and its side that lies up besides: amounts are added, conditions must all hold."""
    cards, kind, card = linker.cards[name]
    site = Site(cards.document, ("cards", name))
    silent = _SILENT[key]
    total: t.Expr = silent
    written = getattr(card, key)
    if written is not None:
        total = linker.said(key, name, "", written, site.at(key), kind)
    for number, side in enumerate(linker.v.domains[kind].sides):
        text = getattr(card.sides[side], key) if side in card.sides else None
        if text is not None:
            value = linker.said(key, name, side, text, site.at("sides", side, key), kind)
            up = linker.side_is(kind, t.Local(member(kind), "this"), number)
            shown = t.Op(silent.type, "if", (up, value, silent))
            total = shown if total is silent else t.Op(silent.type, "+" if key == "score" else "and", (total, shown))
    return total


def _chosen(kind: str, values: list[t.Expr], first: int) -> t.Expr:
    """The value of `this` among those from `first` on: halved again and again, so that many cards are no long chain."""
    if all(each is values[0] for each in values):
        return values[0]
    half = len(values) // 2
    below = t.Op(BOOL, "<", (t.Local(member(kind), "this"), t.Const(INT, first + half)))
    parts = (below, _chosen(kind, values[:half], first), _chosen(kind, values[half:], first + half))
    return t.Op(values[0].type, "if", parts)


def check_said(linker: Linker) -> None:
    """What cards say is read by someone; else each card would do less than it says."""
    for key in SAID:
        for kind, sites in written(linker, key).items():
            define = linker.v.defines[said_of(key, kind)]
            for site in () if define.used else sites:
                linker.report("E412", f"nothing reads `{key}` of a `{kind}`", site, _ADVICE[key], key=True)
            define.used = True  # all is said
