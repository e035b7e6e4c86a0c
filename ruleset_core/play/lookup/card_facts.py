"""Facts of cards, names of declarations, and what expansions changed, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from ruleset_core.messages import labelled, message, set_apart

if TYPE_CHECKING:
    from ruleset_core import CardInfo, ExpansionChange, Figure, Game


# What is said of things that are looked up, in English and Spanish.


# What things of a game are called and how much counts now, in the asker's language.

BUILT_IN: Final = frozenset({"filled"})
"""Fields that the engine keeps for every game, named here because no game's data does."""
UNKNOWN: Final = "?"
EMPTY: Final = "·"


@dataclass(frozen=True, slots=True)
class FieldShape:
    """The families a field is made of: sets, kinds, `seat`... or an empty word for numbers and truth values."""

    indices: tuple[str, ...] = ()
    value: str = ""


class DeclaredNames:
    """Looks up what a game declares; what it does not name is called by its id.

    Args:
        game: gives the names.
        lang: `en` or `es`.
        players: names of the players by seat; without them they are numbered.
        seen: an observation, which holds the figures that count now, for the seat that it was made for.

    """

    def __init__(
        self, game: Game, lang: str, players: Sequence[str] = (), seen: Mapping[str, Any] = MappingProxyType({})
    ) -> None:
        self.lang = lang
        self.players = players
        self._seen = seen
        self._glossary = game.glossary

    def name_of(self, family: str, item: str) -> str:
        """The name of a member of a set or of a piece; copies of a card carry the card's name."""
        seat = self._glossary.seat(family, item)
        return self._glossary.name(family, item, self.lang) if seat is None else self.player(seat)

    def player(self, seat: int) -> str:
        """What the player on a seat is called."""
        return self.players[seat] if seat < len(self.players) else message("play.seat", self.lang, number=seat + 1)

    def title(self, part: str, item: str) -> str:
        """The name of a field, zone, family or phase (`part`: `fields`, `zones`, `families`, `phases`)."""
        return message(f"lookup.{item}", self.lang) if item in BUILT_IN else self._glossary.title(part, item, self.lang)

    def value(self, family: str, value: Any) -> str:
        """A scalar as text; None (nothing, or nothing that may be seen) is a dot."""
        if value is None:
            return EMPTY
        if isinstance(value, bool):
            return message("lookup.yes" if value else "lookup.no", self.lang)
        if family == "seat" and isinstance(value, int):
            return self.player(value)
        return self.name_of(family, value) if isinstance(value, str) else str(value)

    def shape(self, field: str) -> FieldShape:
        """What a field is made of."""
        return FieldShape(*self._glossary.shape(field))

    def is_zone(self, name: str) -> bool:
        """True when a name among the fields of a seat is a zone."""
        return self._glossary.is_zone(name)

    def kind(self, zone: str) -> str:
        """The kind of the pieces in a zone."""
        return self._glossary.kind(zone)

    def zone_indices(self, zone: str) -> Sequence[str]:
        """The families that the lists of a zone are told apart by, the seat not counted."""
        return self._glossary.zone_indices(zone)

    def figure(self, family: str, item: str, name: str) -> str:
        """A fact of a member that counts, in words; a question mark where something hidden decides it."""
        found = self._glossary.figure(family, item, name, self._seen)
        return UNKNOWN if found.unknown else self._glossary.fact_value(family, name, found.value, self.lang)

    def fact_titles(self, family: str) -> Mapping[str, str]:
        """The facts that members of a family have, with what players call them."""
        return {name: self._glossary.fact_title(family, name, self.lang) for name in self._glossary.fact_names(family)}

    def amount_of(self, define: str) -> int | None:
        """An amount without parameters that counts now; None where something hidden decides it.

        The data names it under `view: amounts:`.
        """
        found = self._seen.get("amounts", {}).get(define)
        return found if isinstance(found, int) else None


# What the chosen expansions change, in a line or two for each: for `show`, and for those who begin to play.

MANY: Final = 6
"""Changes of an expansion that are told before `and N more`."""

_COUNTED: Final = ("cards", "kinds", "rules", "phases", "decisions", "options", "score")
"""What may be new that players notice."""


def format_change(change: ExpansionChange, lang: str) -> str:
    """`Merchant: hiring cost 4 → 2`; what is long is only named."""
    if change.removed:
        return message("lookup.without", lang, what=change.of[lang])
    of, what = change.of[lang], change.what[lang]
    head = labelled(of, what, lang) if of and what else of or what
    was, now = change.was[lang], change.now[lang]
    return f"{head} {was} → {now}" if was and now else message("lookup.made_new", lang, what=head)


def format_changes(changes: Iterable[ExpansionChange], lang: str) -> str:
    """All that was changed of one thing, each with what it was and the expansion that changed it."""
    return set_apart((_changed_of(each, lang) for each in changes), lang)


def _changed_of(change: ExpansionChange, lang: str) -> str:
    was, now, what = change.was[lang], change.now[lang], change.what[lang]
    if was and now:
        return f"{f'{what} ' if what else ''}{was} → {now} ({change.by[lang]})"
    old = change.old.get(lang) if isinstance(change.old, Mapping) else change.old
    before = " ".join(old.split()) if isinstance(old, str) else ""
    return (
        f"{what} ({message('lookup.was_before', lang, by=change.by[lang], old=before) if before else change.by[lang]})"
    )


def _is_text(change: ExpansionChange) -> bool:
    """Whether only words are changed."""
    return isinstance(change.new, Mapping) or change.key.rpartition(".")[2] in {"why", "told", "note", "text"}


def change_lines(game: Game, lang: str, *, whole: bool = False) -> Iterator[str]:
    """A line for each expansion in play that changes or adds anything: `Rich start: denier: at the start 5 → 7; new: 2 cards`.

    `whole`: also what only words are changed of, and however many.
    """
    for name, added in game.glossary.added.items():
        told = [each for each in game.glossary.changed if each.expansion == name and not each.declares]
        mine = [each for each in told if whole or not _is_text(each)]
        most = len(mine) if whole else MANY
        said = [format_change(each, lang) for each in mine[:most]]
        said += [message("play.and_more", lang, count=len(mine) - most)] if len(mine) > most else []
        new = [message(f"lookup.added_{part}", lang, count=many) for part, many in added.items() if part in _COUNTED]
        said += [message("lookup.new_things", lang, what=", ".join(new))] if new else []
        if said:
            yield labelled(game.glossary.expansion_title(name, lang), set_apart(said, lang), lang)


def change_record(change: ExpansionChange) -> dict[str, Any]:
    """A change as JSON."""
    return {
        "kind": change.kind,
        "name": change.name,
        "key": change.key,
        "old": change.old,
        "new": change.new,
        "expansion": change.expansion,
        "of": dict(change.of),
        "what": dict(change.what),
        "path": change.file,
        "line": change.line,
    }


# What stands on a card: its facts, those that count, and where they come from.


@dataclass(frozen=True, slots=True)
class CardFact:
    """A fact of something: what it is called and its value.

    `mark`: where the value comes from, in a word, if that is not where the card does. `aside`: nobody needs it who plays, or it
    has no name that players read.
    """

    title: str
    value: str
    mark: str = ""
    aside: bool = False


def card_rows(
    game: Game, card: CardInfo, lang: str, seen: Mapping[str, Any] = MappingProxyType({})
) -> Iterator[CardFact]:
    """The facts of a card; with an observation those that count there, for the seat that it was made for."""
    yield CardFact(
        message("lookup.kind", lang),
        game.glossary.title("families", card.kind, lang) + copy_count(card, lang),
        aside=True,
    )
    if card.expansion:
        yield CardFact(message("lookup.expansion", lang), card.expansion)
    yield CardFact(message("lookup.provenance", lang), _provenance(game, card, lang), aside=True)
    figures = game.glossary.figures_of(card.id, seen)
    told = {figure.replaced.key for figure in figures.values() if figure.replaced is not None}
    changed = [
        each for each in game.glossary.changed if (each.kind, each.name) == ("card", card.id) and each.key not in told
    ]
    if said := format_changes(changed, lang):
        yield CardFact(message("lookup.changed", lang), said)
    for name, figure in figures.items():
        sided = isinstance(figure.value, Mapping)
        title = game.glossary.fact_title(card.kind, name, lang)
        title = game.glossary.name(f"{card.kind}.side", name, lang) if sided else title
        aside = not sided and not game.glossary.is_for_players(card.kind, name, lang)
        yield CardFact(title, _fact(game, card, name, figure, lang), "" if sided else _mark(card, name, lang), aside)
    for name, none in game.glossary.missing_fact_texts(card.kind, lang).items():
        if name not in figures and none:
            yield CardFact(game.glossary.fact_title(card.kind, name, lang), none)


def copy_count(card: CardInfo, lang: str) -> str:
    """How many there are of a card, if there are several."""
    return (
        f", {message('lookup.copies', lang, count=card.copies)}{_marked(card, 'copies', lang)}"
        if card.copies > 1
        else ""
    )


def explain_marks(card: CardInfo, lang: str) -> str:
    """What the marks behind the figures of a card mean, if it has any."""
    marked = card.house or card.inferred or card.provenance != "published"
    return message("lookup.house_means", lang) if marked else ""


def _counting(game: Game, figure: Figure, told: str, printed: str, lang: str) -> str:
    """A figure with a remark: what is printed, where that does not count now, and by what it may be changed."""
    named = ", ".join(game.glossary.source_name(source, lang) for source in figure.changed_by)
    if figure.replaced is not None:
        told += f" ({figure.replaced.by[lang]})"
        told = f"{figure.replaced.was[lang]} → {told}" if figure.replaced.was[lang] else told
    if figure.unknown:
        return f"? ({message('lookup.figure_unknown', lang, printed=printed, what=named)})"
    if figure.value != figure.printed:
        return f"{told} ({message('lookup.figure_now', lang, printed=printed, what=named)})"
    return f"{told} ({message('lookup.changed_by', lang, what=named)})" if named else told


def card_origin(card: CardInfo, lang: str) -> str:
    """Where all of a card comes from, in a word, if that is not the published game."""
    key = {"inferred": "inferred", "house": "house_value"}.get(card.provenance, "")
    return message(f"lookup.{key}", lang) if key else ""


def _provenance(game: Game, card: CardInfo, lang: str) -> str:
    """Where the figures come from, and what of the card's words comes from elsewhere."""
    told = {
        *game.glossary.figures_of(card.id),
        *(name for name in (*card.house, *card.inferred) if "." in name),
        "copies",
    }
    rest = [f"`{name}`{_marked(card, name, lang)}" for name in (*card.house, *card.inferred) if name not in told]
    return ", ".join((card_origin(card, lang) or message("lookup.published", lang), *rest))


def _mark(card: CardInfo, name: str, lang: str) -> str:
    """What stands beside a figure that does not come from where the card does."""
    key = "house_value" if name in card.house else "inferred" if name in card.inferred else ""
    return message(f"lookup.{key}", lang) if key else ""


def _marked(card: CardInfo, name: str, lang: str) -> str:
    """The same behind the figure."""
    mark = _mark(card, name, lang)
    return f" ({mark})" if mark else ""


def _fact(game: Game, card: CardInfo, name: str, figure: Figure, lang: str) -> str:
    """A fact, or the facts of a side, with a remark behind what comes from elsewhere than the card or may change."""
    words, title = game.glossary.fact_value, game.glossary.fact_title
    if not isinstance(figure.value, Mapping):
        told, printed = (words(card.kind, name, value, lang) for value in (figure.value, figure.printed))
        return _counting(game, figure, told, printed, lang)
    return ", ".join(
        f"{title(card.kind, key, lang)} {words(card.kind, key, one, lang)}" + _marked(card, f"{name}.{key}", lang)
        for key, one in figure.value.items()
    )
