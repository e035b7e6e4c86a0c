"""Score sheets as a viewer may see them, with what each line is made of; and the subjects (resources, fields, scores) that one can ask about."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from ruleset_core.engine.game import Game
from ruleset_core.engine.game_source import memoized
from ruleset_core.engine.observation import mask_state
from ruleset_core.engine.option_vocabulary import value_name
from ruleset_core.engine.rule_errors import checked_seat
from ruleset_core.engine.scoring import ScoreLine, score_sheet
from ruleset_core.engine.state import State
from ruleset_core.engine.visible_figures import plain_value
from ruleset_core.errors import OptionError
from ruleset_core.eval.selections import loop_values
from ruleset_core.formats.story_format import ObservedScalar, ReasonKind
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.domains import Text
from ruleset_core.lang.origins import Origin
from ruleset_core.lang.program import ScoreCategory
from ruleset_core.lang.situations import members_in_play
from ruleset_core.lang.types import SEAT
from ruleset_core.lang.visibility import NOBODY, sight_of
from ruleset_core.lang.vocabulary import Field, Vocabulary
from ruleset_core.messages import translations
from ruleset_core.story.step_events import namer_of, nouns_of, rows_secret_from_others
from ruleset_core.story.text.language import LANGUAGES

# What can be asked about: resources and fields that are numbers, and the values they stand for.

PLACES = 400
"""A field of more places than this is asked about as a whole only."""


@dataclass(frozen=True, slots=True)
class Subject:
    """Something that is counted.

    Attributes:
        name: the resource or field; None for the score.
        at: which of several.
        is_shared: whether all share it.
        of_note: whether it is worth offering; what is not can still be asked about.
        names: what players call it, by language; the first is the one to show.

    Example:
        >>> from ruleset_core import load, subjects
        >>> [subject.title("en") for subject in subjects(load("pig"), 2)]
        ['points', 'points', 'die', 'pot']
    """

    name: str | None
    at: tuple[ObservedScalar, ...] = ()
    is_shared: bool = False
    of_note: bool = True
    names: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def title(self, lang: str) -> str:
        """What it is called."""
        return dict(self.names)[lang][0]


@memoized
def subjects(game: Game, seats: int) -> list[Subject]:
    """All that can be asked about in a game of so many players: the score, the resources, the fields that are numbers."""
    v = game.program.vocabulary
    score = tuple((lang, tuple(said.split(", "))) for lang, said in translations("story.score_words").items())
    found = [Subject(None, names=score)]
    domain = v.domains["resource"]
    for place, name in enumerate(domain.ids if "resource" in v.domains else ()):
        found.append(Subject(name, names=_names(game, name, domain.names[place], many=True)))
    for field in v.fields.values():
        if not _is_number(field):
            continue
        found.append(
            Subject(field.name, (), not field.per_seat, _of_note(game, field), _names(game, field.name, field.title))
        )
        for _, values in _places(game, field, seats) if 1 < field.size <= PLACES else ():
            at = tuple(plain_value(v, kind, value) for kind, value in zip(field.index, values, strict=True))
            titles = {
                lang: f"{title_or_words(field.title, field.name, lang)} ({_at(v, field, values, lang)})"
                for lang in LANGUAGES
            }
            spelled = " ".join((field.name, *map(str, at)))
            found.append(
                Subject(field.name, at, not field.per_seat, of_note=False, names=_names(game, spelled, titles))
            )
    return found


def title_or_words(title: Text, name: str, lang: str) -> str:
    """A title, or the words of an id."""
    return title.get(lang) or name.replace("_", " ")


def _at(v: Vocabulary, field: Field, values: Sequence[int], lang: str) -> str:
    return ", ".join(value_name(v, kind, value, lang) for kind, value in zip(field.index, values, strict=True))


def _names(game: Game, name: str, title: Text, *, many: bool = False) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """What something is called; `many`: in the first place several of it, where these have a name of their own."""
    found = []
    for lang in LANGUAGES:
        nouns = nouns_of(game, lang)
        said = title_or_words(title, name, lang)
        plural = said if nouns.language.mass(said) else nouns.language.plural(said)
        first = (plural, said) if many else (said, plural)
        found.append((lang, tuple(dict.fromkeys((*first, name, name.replace("_", " "))))))
    return tuple(found)


def _is_number(field: Field) -> bool:
    return (
        field.type.kind == "int" and not field.hidden and "." not in field.name and field.name not in {"held", "filled"}
    )


def _of_note(game: Game, field: Field) -> bool:
    """Whether it has a name and is not declared to be of no note; where the game says what to show or tell, only that."""
    if field.note is not None or not field.title:
        return bool(field.note)
    if sight_of(field) == NOBODY:
        return False
    wanted = game.program.columns if field.per_seat else game.program.told
    return field.name in wanted if wanted else field.per_seat or not field.index


def _places(game: Game, field: Field, seats: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Every place of a field that there is for so many players: how far from its beginning, and the values it is indexed by."""
    v = game.program.vocabulary
    for place in product(*([number for number, _ in members_in_play(v, kind, seats)] for kind in field.index)):
        values = (v.members(kind)[number] for kind, number in zip(field.index, place, strict=True))
        yield sum(number * stride for number, stride in zip(place, field.strides, strict=True)), tuple(values)


@memoized
def subject_places(game: Game, name: str, seats: int) -> dict[tuple[ObservedScalar, ...], int]:
    """How far from the beginning of a field each of its places lies, by what it is indexed by, as data writes that."""
    v, field = game.program.vocabulary, game.program.vocabulary.fields[name]
    return {
        tuple(plain_value(v, kind, value) for kind, value in zip(field.index, values, strict=True)): place
        for place, values in _places(game, field, seats)
    }


@dataclass(frozen=True, slots=True)
class CountedValues:
    """Where the values of a subject lie in a state, and whose they are (-1: all share them)."""

    addresses: frozenset[int]
    seat: int

    def value(self, state: State, viewer: int | None) -> int | None:
        """What they add up to, as a viewer is shown them; None where it is not. A viewer None may know all."""
        values = state.v if viewer is None else mask_state(state, viewer).v
        found = [values[address] for address in self.addresses]
        return None if None in found else sum(found)  # type: ignore[arg-type]


def counted_values(state: State, name: str, at: Sequence[ObservedScalar], seat: int) -> CountedValues:
    """The values of a resource or field of a seat, or those that all share.

    Raises:
        OptionError: nothing of that name is a number, or there is no such place.
    """
    v = state.game.program.vocabulary
    resources = v.domains["resource"].ids if "resource" in v.domains else []
    if name in resources:
        if at:
            raise OptionError(f"a seat has one `{name}`", ("at",))
        place = resources.index(name)
        return CountedValues(frozenset({v.fields_of(seat) + v.fields["held"].offset + place}), seat)
    field = v.fields.get(name)
    if field is None or not _is_number(field):
        raise OptionError(f"nothing called `{name}` is counted in {state.game.title()}", ("name",))
    start, whose = (v.fields_of(seat) + field.offset, seat) if field.per_seat else (field.offset, -1)
    offsets = subject_places(state.game, field.name, state.n)
    found = [offsets[tuple(at)]] if tuple(at) in offsets else [] if at else list(offsets.values())
    if not found:
        raise OptionError(f"`{name}` has no place {', '.join(map(str, at))}", ("at",))
    return CountedValues(frozenset(start + offset for offset in found), whose)


# The lines of a score sheet, as far as somebody may be told them, with what they are made of.

ME = t.Local(SEAT, "me")


@dataclass(frozen=True, slots=True)
class ScoreSheetLine:
    """A line of the score sheet, or a part of one.

    Attributes:
        category: the category of the score, with its `title`.
        amount: the points; None where they may not be known yet.
        kind: `card` if it is about a card, whose id is `name` then; `hidden` if about one that is not seen; else `score`.
        item: of a category that goes through items, which one it is.
        names: what the part is called, by language.
        values: the fields that are just added up in it; None if it is worked out otherwise.
        origins: the line of the data that says how much it is.
    """

    category: str
    title: Mapping[str, str]
    amount: int | None
    kind: ReasonKind
    name: str
    item: str | None
    names: Mapping[str, str]
    values: CountedValues | None = None
    origins: tuple[Origin, ...] = ()


def score_sheet_lines(state: State, seat: int, viewer: int | None) -> Iterator[ScoreSheetLine]:
    """The score sheet of a seat as `viewer` may be told it: None may know all, -1 looks on."""
    program = state.game.program
    shown, secret = _sheet_state(state, seat, viewer)
    by_category: dict[str, list[ScoreLine]] = {}
    for line in score_sheet(shown, seat):
        by_category.setdefault(line.category, []).append(line)
    for score in program.scores:
        origins = () if score.origin is None else (score.origin,)
        if score.name in secret:
            yield ScoreSheetLine(score.name, score.title, None, "score", score.name, None, score.title, origins=origins)
            continue
        lines = by_category.get(score.name, [])
        whole = ScoreSheetLine(
            score.name,
            score.title,
            sum(line.amount for line in lines),
            "score",
            score.name,
            None,
            score.title,
            None,
            origins,
        )
        yield from _parts(shown, score, seat, viewer, whole) or (_line(shown, score, line, origins) for line in lines)


def visible_sheet(state: State, seat: int, viewer: int) -> tuple[list[ScoreLine], dict[str, dict[str, str]]]:
    """The score sheet of a seat as `viewer` (-1: a watcher) may know it, and the names of the categories left out.

    During simultaneous choices others are told what was before. Raises OptionError if there is no such seat.
    """
    number = checked_seat(seat, state.n)
    shown, secret = _sheet_state(state.view(), number, viewer)
    lines = [line for line in score_sheet(shown, number) if line.category not in secret]
    return lines, {score.name: score.title for score in state.game.program.scores if score.name in secret}


def visible_scores(state: State, viewer: int) -> list[int | None]:
    """The score of every seat as if the game ended now; None where `viewer` (-1: a watcher) may not know all of it.

    Nothing where the game has no score.
    """
    if not state.game.program.scores:
        return []
    sheets = (visible_sheet(state, seat, viewer) for seat in range(state.n))
    return [None if secret else sum(line.amount for line in lines) for lines, secret in sheets]


def secret_scores(state: State, lang: str = "en") -> dict[str, str]:
    """The categories of the score that a seat may not know of itself before the end, with their names.

    They depend on something hidden from it. It is told the rest; at the end of the game nothing is secret.
    """
    secret = frozenset[str]() if state.over else state.game.secret_rows[state.simultaneous]
    return {each.name: each.title[lang] for each in state.game.program.scores if each.name in secret}


def _sheet_state(state: State, seat: int, viewer: int | None) -> tuple[State, frozenset[str]]:
    """The state whose sheet is told, and the categories that are not: while all choose at once, others show what was before."""
    if viewer is None or state.over:
        return state, frozenset()
    if viewer == seat:
        return state, state.game.secret_rows[state.simultaneous]
    if state.sim is not None:
        state = state.plain()
        assert state.sim is not None
        state.v, state.z = [*state.sim[0]], [[*zone] for zone in state.sim[1]]
    return state, rows_secret_from_others(state.game)


def _line(state: State, score: ScoreCategory, line: ScoreLine, origins: tuple[Origin, ...]) -> ScoreSheetLine:
    names = {lang: line.name(lang).removeprefix(f"{score.title[lang]}: ") for lang in score.title}
    of_card = (
        line.item is not None and score.items is not None and line.item.partition("#")[0] in state.game.program.cards
    )
    if of_card and line.item is not None:
        return ScoreSheetLine(
            score.name, score.title, line.amount, "card", line.item.partition("#")[0], line.item, names, None, origins
        )
    return ScoreSheetLine(score.name, score.title, line.amount, "score", score.name, line.item, names, None, origins)


def _parts(
    state: State, score: ScoreCategory, seat: int, viewer: int | None, whole: ScoreSheetLine
) -> list[ScoreSheetLine]:
    """The parts of a category that adds up fields or goes through cards; none where it does otherwise."""
    if score.items is not None:
        return []
    node = _unfolded(state, score.amount)
    loads = _added(node)
    if loads:
        addresses = [state.game.interpreter.address(load)(state, {"me": seat}) for load in loads]
        values = CountedValues(frozenset(addresses), seat)
        if len(values.addresses) == len(loads):
            return [replace(whole, values=values)]
    lines = list(_cards(state, node, seat, viewer, whole)) if isinstance(node, t.Quantity) else []
    named = [line for line in lines if line.kind == "card"]
    return lines if named and sum(line.amount or 0 for line in lines) == whole.amount else []


def _unfolded(state: State, node: t.Expr) -> t.Expr:
    """What a definition without parameters stands for, where nothing changes it."""
    while isinstance(node, t.Apply) and not node.args:
        define = state.game.program.vocabulary.defines[node.define]
        if define.modifiers or define.value is None:
            break
        node = define.value
    return node


def _added(node: t.Expr) -> list[t.Load]:
    """The values of the seat that an amount is the sum of; none if it is anything else."""
    match node:
        case t.Load(seat=whose) if whose == ME and all(isinstance(each, t.Const) for each in node.index):
            return [node]
        case t.Op(name="+", args=args):
            parts = [_added(each) for each in args]
            return [load for part in parts for load in part] if all(parts) else []
        case _:
            return []


def _cards(
    state: State, node: t.Quantity, seat: int, viewer: int | None, whole: ScoreSheetLine
) -> Iterator[ScoreSheetLine]:
    """What each card gives where cards are gone through and their worth is added up; cards that are not seen have no names."""
    domain = state.game.program.vocabulary.domains.get(node.selection.type.domain)
    if node.kind not in {"sum", "count"} or domain is None or domain.card is None:
        return
    interpreter, mask = state.game.interpreter, namer_of(state.game).mask
    state.steps = 0
    for piece in loop_values(interpreter, node.selection)(state, {"me": seat}):
        env = {"me": seat, node.var: piece}
        state.steps = 0
        if node.where is not None and not interpreter.amount(node.where, state, dict(env)):
            continue
        amount = 1 if node.body is None else int(interpreter.amount(node.body, state, dict(env)))
        if viewer is None or mask.piece(state, domain.name, piece).to(viewer):
            item = domain.ids[piece]
            yield replace(
                whole, amount=amount, kind="card", name=item.partition("#")[0], item=item, names=domain.names[piece]
            )
        else:
            yield replace(whole, amount=amount, kind="hidden", name="", names={})
