"""Decisions and options: the numbered vocabulary of options with its notation, questions and labels as text, why an option is not offered.

A bot, a record and the core speak of options as numbers, people and files in a notation. Both are fixed when the game is linked,
so an option has the same number in every state:

>>> from ruleset_core import load
>>> game = load("pig")
>>> list(game.options.notations), game.options.parse("play hold")
(['play roll', 'play hold'], 1)
>>> state = game.new(players=2, seed=4)
>>> state.options, [game.label(state, option) for option in state.options]     # what is offered now, and how a menu shows it
([0, 1], ['roll', 'hold'])

Sheaves has 41: nine bids, then a card each. `why_not` tells which condition of the data speaks against one that is not offered.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ruleset_core.diagnostics import Diagnostic, Span, did_you_mean
from ruleset_core.engine.game_source import memoized
from ruleset_core.errors import LoadError, NotationError
from ruleset_core.eval.access_policies import LookaheadAccess, UnknownOutcome
from ruleset_core.eval.blocks import make_evaluator
from ruleset_core.eval.evaluation_errors import BrokenRule
from ruleset_core.lang import vocabulary as lv
from ruleset_core.lang.domains import MAX_VALUES, ComputedNames, count_sets
from ruleset_core.lang.typed_tree import FactOf
from ruleset_core.lang.types import SEAT, Type
from ruleset_core.lang.vocabulary import DecisionDeclaration, Template, Vocabulary, text_parts
from ruleset_core.messages import message
from ruleset_core.values import with_truth

if TYPE_CHECKING:
    from ruleset_core.engine.game_info import GameInfo
    from ruleset_core.engine.state_data import StateData
    from ruleset_core.eval.evaluator import Evaluator


# Decisions as players meet them, and the fixed vocabulary of options with its notation.

NO_YES = ("no", "yes")
"""How notations write them."""
MOST_KEPT: Final = 10_000
"""Of so many options it is kept what they pick."""


@dataclass(frozen=True, slots=True)
class Decision:
    """Who decides, what about, and the legal options.

    `secret`: others do not learn which option was taken. `veiled`: asked even with one option, because others may not know how many there are.

    Example:
        >>> from ruleset_core import load
        >>> state = load("tic_tac_toe").new(seed=1)
        >>> decision = state.decision
        >>> decision.name, decision.seat, len(decision.options)
        ('place', 0, 9)
    """

    seat: int
    name: str
    options: list[int]
    secret: bool
    veiled: bool
    question: Callable[[str, Sequence[str]], str] = field(repr=False, compare=False)
    usual: Callable[[], int | None] = field(repr=False, compare=False)

    def prompt(self, lang: str = "en", names: Sequence[str] = ()) -> str:
        """The question, as it stands now; `names` are those of the players, by seat."""
        return self.question(lang, names)

    @property
    def default(self) -> int | None:
        """The usual option by the data, if there is exactly one now."""
        return self.usual()


class PickedThing(NamedTuple):
    """One of the things that an option picks.

    Attributes:
        family: the set, the kind of pieces, `seat` or `resource` that it is of; empty for a number or a yes or no.
        id: it, as data writes it.
        name: what players call it.

    Example:
        >>> from ruleset_core import load
        >>> state = load("tic_tac_toe").new(seed=1)
        >>> state.game.things(state.options[0], "en")
        (PickedThing(family='cell', id='a1', name='a1'),)
    """

    family: str
    id: str
    name: str


class Notations(ComputedNames):
    """The notations of all options of a game, by number."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        rows: dict[int, Sequence[str]] = {}
        for decision in vocabulary.decisions.values():
            if not decision.kinds:
                rows[decision.base] = vocabulary.notations(decision)
            if decision.stops:
                rows[decision.base + decision.size] = [f"{decision.word} {decision.out}"]
        self._first = sorted(rows) or [0]
        self._rows = [rows.get(first, []) for first in self._first]

    @cached_property
    def _numbers(self) -> dict[str, int]:
        """The options of decisions whose answers have one part, by notation."""
        return {
            notation: first + place
            for first, row in zip(self._first, self._rows, strict=True)
            if not isinstance(row, ComputedNames)
            for place, notation in enumerate(row)
        }

    def __len__(self) -> int:
        return self._first[-1] + len(self._rows[-1])

    def name_at(self, place: int) -> str:
        """The notation of an option."""
        row = bisect(self._first, place) - 1
        return self._rows[row][place - self._first[row]]

    def find(self, name: str) -> int | None:
        """The number of an option; None if no option is written so."""
        found = self._numbers.get(name)
        if found is not None:
            return found
        for first, row in zip(self._first, self._rows, strict=True):
            place = row.find(name) if isinstance(row, ComputedNames) else None
            if place is not None:
                return first + place
        return None


class OptionVocabulary:
    """All options a game can ever offer, numbered, each with a notation that is unique in the game."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.v = vocabulary
        self.decisions = list(vocabulary.decisions.values())
        self._things: dict[tuple[int, str], tuple[PickedThing, ...]] = {}

    @cached_property
    def notations(self) -> Notations:
        """The notation of every option, by number."""
        return Notations(self.v)

    def parse(self, text: str) -> int:
        """The option a notation names, whatever its spacing; `doubt yes`, as screens have it, is `doubt true`.

        Raises:
            NotationError: there is none; close ones are suggested.
        """
        wanted = " ".join(text.split())
        for spelling in (wanted, wanted.lower(), with_truth(wanted)):
            number = self.notations.find(spelling)
            if number is not None:
                return number
        numbers = self._bounds(wanted)
        if numbers:
            raise NotationError(f"`{wanted[:60]}` is not an option of this game: {numbers}", ())
        close = did_you_mean(wanted, self.notations[:MAX_VALUES])
        hint = "; did you mean " + " or ".join(f"`{each}`" for each in close) + "?" if close else ""
        raise NotationError(f"`{wanted[:60]}` is not an option of this game{hint}", close)

    def _bounds(self, text: str) -> str:
        """What numbers a question takes whose word stands before another number; nothing of another text."""
        word, _, last = text.rpartition(" ")
        found = next((each.number_bounds for each in self.decisions if each.word == word and each.number_bounds), "")
        return found if last.removeprefix("-").isdecimal() else ""

    def options_of(self, decision: lv.DecisionDeclaration) -> list[int]:
        """All options of a decision."""
        out = range(decision.base + decision.size, decision.base + decision.size + int(decision.stops))
        if not decision.kinds:
            return [*range(decision.base, decision.base + decision.size), *out]
        kinds = sorted((self.v.decisions[name] for name in decision.kinds), key=lambda each: each.base)
        return [option for each in kinds for option in range(each.base, each.base + each.size)] + [*out]

    def home(self, option: int) -> lv.DecisionDeclaration:
        """The decision an option belongs to."""
        decision = self.v.home(option)
        if decision is None:
            raise NotationError(f"{option} is not an option of this game")
        return decision

    def is_set(self, option: int) -> bool:
        """Whether an option is a set of things, of which none comes first."""
        decision = self.home(option)
        return self.v.is_set(decision.type) and option - decision.base < decision.size

    def set_starts(self, option: int) -> list[int]:
        """Of an option that is a set, the number of the first set of 1 thing, of 2, and so on; nothing of another."""
        decision = self.home(option)
        if not self.v.is_set(decision.type):
            return []
        size, most = self.v.parts(decision.type)[0].size, len(self.v.parts(decision.type))
        return [decision.base + count_sets(size, count) for count in range(most)]

    def things(self, option: int, lang: str, names: Sequence[str] = ()) -> tuple[PickedThing, ...]:
        """What an option picks, in order; nothing where it picks nothing, or pieces by what they show."""
        decision, key = self.home(option), (option, lang)
        if decision.keys or option - decision.base >= decision.size:
            return ()
        found = None if names else self._things.get(key)
        if found is None:
            found = tuple(
                PickedThing(kind.domain, self.v.format_value(kind, value), value_name(self.v, kind, value, lang, names))
                for kind, value in self.v.answer_values(decision.type, option - decision.base + decision.low)
            )
            if not names and len(self._things) < MOST_KEPT:
                self._things[key] = found
        return found

    def plain_label(self, option: int, lang: str, names: Sequence[str] = ()) -> str:
        """The name of what an option picks, in a language; `names` are those of the players, by seat."""
        decision = self.home(option)
        value = option - decision.base + decision.low
        if option - decision.base == decision.size:
            return self._left(decision, lang)
        if decision.keys:
            return self._appearance_text(decision, value, lang, names)
        shown = value_name(self.v, decision.type, value, lang, names)
        if decision.title and not decision.label:
            return f"{decision.title[lang]}: {shown}"
        return "".join(shown if part == 0 else str(part) for part in decision.plain.get(lang, (0,)))

    def kind_name(self, option: int, lang: str) -> str:
        """What the kind of an answer is called, where a question has answers of several kinds; nothing if data does not say."""
        return self.home(option).title.get(lang, "")

    def beginning(self, option: int, count: int, names: Sequence[str] | None = None) -> str:
        """How the notation of an option begins, up to so many of the things that it picks; as `written` has it, if names are given."""
        decision = self.home(option)
        things = self.v.answer_values(decision.type, option - decision.base + decision.low)[:count]
        text = self.v.format_value if names is None else partial(self._notation_text, names=names)
        return self.v.beginning(decision, [text(kind, value) for kind, value in things])

    def written(self, option: int, names: Sequence[str]) -> str:
        """The notation of an option with the names of players in place of their seats: nobody at a table knows these."""
        decision, notation = self.home(option), self.notations[option]
        number = option - decision.base
        if number == decision.size:
            return notation
        if decision.keys:
            shown = [self._notation_text(kind, value, names) for kind, value in self._keyed(decision, number)]
            words = (part if isinstance(part, str) else shown[part] for part in decision.pattern)
            return f"{decision.word} {''.join(words)}"
        for kind, value in self.v.answer_values(decision.type, number + decision.low):
            notation = notation.replace(self.v.format_value(kind, value), self._notation_text(kind, value, names), 1)
        return notation

    def _notation_text(self, kind: Type, value: int, names: Sequence[str]) -> str:
        """A value as notations have it, seats by the names of players, and yes or no."""
        if kind.kind == "bool":
            return NO_YES[value]
        seated = kind.kind == "member" and (kind.seats or kind.domain == SEAT.domain)
        return names[value] if seated and 0 <= value < len(names) else self.v.format_value(kind, value)

    def _keyed(self, decision: lv.DecisionDeclaration, number: int) -> list[tuple[Type, int]]:
        """What the pieces of an option show, in order."""
        found: list[tuple[Type, int]] = []
        for key in reversed(decision.keys):
            values = self.v.members(key.type)
            number, place = divmod(number, len(values))
            found.insert(0, (key.type, values[place]))
        return found

    @staticmethod
    def _left(decision: lv.DecisionDeclaration, lang: str) -> str:
        """What is done instead of picking a value, as far as that is called the same whatever the state."""
        text = "".join(part for part in decision.done.get(lang, ()) if isinstance(part, str))
        return message("game.done", lang) if decision.out == lv.DONE else text or decision.out.replace("_", " ")

    def _appearance_text(self, decision: lv.DecisionDeclaration, number: int, lang: str, names: Sequence[str]) -> str:
        """What the pieces of an option show."""
        shown: list[str] = []
        for kind, value in self._keyed(decision, number):
            shown.append(value_name(self.v, kind, value, lang, names))
        if lang not in decision.plain:
            return ", ".join(shown)  # the notation is no text for people
        return "".join(part if isinstance(part, str) else shown[part] for part in decision.plain[lang])


def value_name(vocabulary: Vocabulary, kind: Type, value: int, lang: str, names: Sequence[str] = ()) -> str:
    """A value as players read it; `names` are those of the players, by seat."""
    if kind.kind == "member":
        if 0 <= value < len(names) and (kind.seats or kind.domain == SEAT.domain):
            return names[value]
        if vocabulary.parts(kind) and value >= 0:
            between = ", " if vocabulary.is_set(kind) else " → "
            shown = vocabulary.answer_values(kind, value)
            return between.join(value_name(vocabulary, part, each, lang, names) for part, each in shown)
        known = vocabulary.domains[kind.domain].names
        return known[value][lang] if 0 <= value < len(known) else "-"
    if kind.kind == "bool":
        return message("game.yes" if value else "game.no", lang)
    return str(value)


# Questions and options in words, as they stand in a state.


def question_text(
    game: GameInfo, state: StateData, decision: DecisionDeclaration, lang: str, names: Sequence[str] = ()
) -> str:
    """What a seat is asked; English where there is no other text. `names` are those of the players, by seat."""
    return fill_template(game, state, decision.ask.get(lang) or decision.ask["en"], {"me": state.seat}, lang, names)


def option_label(game: GameInfo, state: StateData, option: int, lang: str, names: Sequence[str] = ()) -> str:
    """An option as a menu shows it."""
    decision = game.options.home(option)
    done = option - decision.base == decision.size
    template = (decision.done if done else decision.label).get(lang)
    env = {"me": state.seat}
    if not done and (template or decision.label_of):
        value = option_value(state, decision, option)
        template = None if value is None else decision.label_of.get(value, decision.label).get(lang)
        env["it"] = -1 if value is None else value
    if not template:
        return game.options.plain_label(option, lang, names)
    return fill_template(game, state, template, env, lang, names)


def option_value(state: StateData, decision: DecisionDeclaration, option: int) -> int | None:
    """The value an option of a decision stands for now: the first piece that shows it, or None if none does."""
    number = option - decision.base
    if not decision.keys:
        return number + decision.low
    state.steps = 0
    piece = state.game.interpreter.showing(decision, number, state, state.seat)
    return None if piece < 0 else piece


def default_option(state: StateData, decision: DecisionDeclaration) -> int | None:
    """The one option offered that is the usual one of its decision, or None. One whose condition breaks is not."""
    if decision.default is None:
        return None
    found: list[int] = []
    for option in state.options:
        value = option_value(state, decision, option) if option - decision.base < decision.size else None
        if value is None:
            continue
        try:
            if state.game.interpreter.amount(decision.default, state, {"me": state.seat, "it": value}):
                found.append(option)
        except BrokenRule:
            continue
    return found[0] if len(found) == 1 else None


def fill_template(
    game: GameInfo, state: StateData, template: Template, env: Mapping[str, int], lang: str, names: Sequence[str],
    evaluator: Evaluator | None = None,
) -> str:  # fmt: skip
    """A text with its values put in; `env` are the names it may use besides those of the game. `evaluator`: reads in the place of the game's own."""
    parts: list[str] = []
    reads = evaluator or game.interpreter
    for part in text_parts(template, lambda when: bool(reads.amount(when, state, dict(env)))):
        if isinstance(part, str):
            parts.append(part)
        else:
            value = reads.amount(part, state, dict(env))
            none = part.fact.none.get(lang) if value == -1 and isinstance(part, FactOf) else None
            said = none or value_name(game.program.vocabulary, part.type, value, lang, names)
            kind = game.program.vocabulary.domains.get(part.type.domain)
            if kind is not None and kind.adjectives:
                from ruleset_core.story.text.language import language_of

                said = language_of(lang).agreed("".join(parts), said)
            parts.append(said)
    return "".join(parts)


# Why an option is not offered, and the value of an expression asked about a state.

_DONE_OUT = "done"


def why_not(state: StateData, option: int, lang: str, names: Sequence[str] = (), *, own: bool = False) -> str | None:
    """The first reason the data gives against an option; or, unless only `own` reasons count, that something else is asked."""
    if state.over or option in state.options:
        return None
    game = state.game
    asked = game.options.decisions[state.point]
    home = game.options.home(option)
    if home is not asked and home.name not in asked.kinds:
        return None if own else message("game.other_question", lang, ask=question_text(game, state, asked, lang, names))
    if option - home.base == home.size:
        return (
            message("game.not_yet", lang) if home.out == _DONE_OUT else None
        )  # what else may be done has no reason of its own
    it = option_value(state, home, option)
    if own and (it is None or not _there(state, home, it)):
        return None
    if it is None:
        kind = game.program.vocabulary.domains[home.type.domain].title[lang]
        return message("game.no_such", lang, kind=kind)
    if home.type.domain == SEAT.domain and it >= state.n:
        return message("game.absent", lang, count=state.n)
    env: dict[str, Any] = {"me": state.seat, "it": it}
    for reason in home.why:
        try:
            if not game.interpreter.amount(reason.unless, state, env):
                return fill_template(game, state, reason.say[lang], env, lang, names)
        except BrokenRule:
            continue
    return _how_many(state, home, option, lang) if game.program.vocabulary.is_set(home.type) else None


def _how_many(state: StateData, home: DecisionDeclaration, option: int, lang: str) -> str | None:
    """That a set has too many or too few things, if no set of so many is offered."""
    v = state.game.program.vocabulary
    sets = [each for each in state.options if each - home.base < home.size]
    given, *counts = (len(v.answer_values(home.type, each - home.base + home.low)) for each in (option, *sets))
    if not counts or given in counts:
        return None
    least, most = min(counts), max(counts)
    if least == most:
        return message("game.so_many", lang, count=most, given=given)
    return message("game.from_to", lang, least=least, most=most, given=given)


def _there(state: StateData, decision: DecisionDeclaration, value: int) -> bool:
    """Whether there is a value of a question at this table: seats that nobody plays are not (see `members_in_play`)."""
    v, kind = state.game.program.vocabulary, decision.type
    unplayed = (kind.seats or kind == SEAT) and state.n <= value < v.players[1]
    return not unplayed and 0 <= value < len(v.formatted_values(kind))


def evaluate_text(state: StateData, text: str, seat: int | None) -> int | bool | str:
    """The value of an expression, `me` being `seat`; members come back as their ids, `none` as "none"."""
    from ruleset_core.analysis.binder import BindingScope  # nobody asks in play
    from ruleset_core.analysis.text_reader import SourceSite, TextReader

    v = state.game.program.vocabulary
    document = _document(text)
    reader = TextReader(v)
    tree = reader._tree(text, SourceSite(document, ()), "expr")  # noqa: SLF001 - the reader of single expressions
    resolver = reader.resolver(text)
    scope = BindingScope(me=seat is not None)
    value = resolver.expr(tree, scope) if tree is not None else None
    reader.problems(resolver.problems, SourceSite(document, ()))
    errors = [each for each in reader.diagnostics if each.severity == "error"]
    if errors or value is None:
        raise LoadError(errors or [Diagnostic("E205", "error", "nothing is asked", Span.whole("question"))])
    try:
        found = state.game.interpreter.apart().amount(value, state, {"me": -1 if seat is None else seat})
    except BrokenRule as broken:
        raise LoadError([Diagnostic("E314", "error", str(broken), Span.whole("question"))]) from broken
    if value.type.kind == "bool":
        return bool(found)
    if value.type.kind == "member" and value.type.domain != SEAT.domain:
        return v.format_value(value.type.maybe(), found)
    return int(found)


def filled_text(state: StateData, text: str, seat: int | None, lang: str, names: Sequence[str]) -> str:
    """A text with the values of its places, `me` being `seat`, as texts of the game have them."""
    if "{" not in text:
        return text
    template = state.game.source.texts.get(lang, {}).get(text) or read_text(
        state.game, text, lang, seated=seat is not None
    )
    access, evaluator = _seat_reader(state.game)
    access.seat = -1 if seat is None else seat
    reads = (state.game.interpreter if seat is None else evaluator).apart()
    try:
        return fill_template(state.game, state, template, {"me": access.seat}, lang, names, reads)
    except (BrokenRule, UnknownOutcome) as problem:
        said = str(problem) if isinstance(problem, BrokenRule) else f"seat {seat} may not know a value of this text"
        raise LoadError([Diagnostic("E314", "error", said, Span.whole("text"))]) from problem


def read_text(game: GameInfo, text: str, lang: str, *, seated: bool = True) -> Template:
    """A text whose places are read; `seated`: whether there is a `me`. Raises LoadError."""
    from ruleset_core.analysis.binder import BindingScope
    from ruleset_core.analysis.declaration_index import DeclarationIndex
    from ruleset_core.analysis.rulebook_linker import LessonTextReader, RulebookLinker
    from ruleset_core.analysis.text_reader import SourceSite, TextReader
    from ruleset_core.story.text.rulebook_text import RulebookWriter

    program, reader = game.program, TextReader(game.program.vocabulary)
    writer = RulebookWriter(program.vocabulary, lang)
    texts = LessonTextReader(
        reader, lambda: RulebookLinker(program, DeclarationIndex(game.source.documents)), writer.words_of
    )
    template = texts.read(text, SourceSite(_document(text), ()), BindingScope(me=seated))
    errors = [each for each in reader.diagnostics if each.severity == "error"]
    if errors:
        raise LoadError(errors)
    return template


@memoized
def _seat_reader(game: GameInfo) -> tuple[LookaheadAccess, Evaluator]:
    """Reads what a seat may know: `seat` of the access says which."""
    access = LookaheadAccess(game.program)
    return access, make_evaluator(game.program, game.hooks, access)


def _document(text: str) -> Any:
    from ruleset_core.model.sources import Document, SourceText, ValuePosition

    source = SourceText("question", text)
    return Document(source, text, lambda _source: {(): ValuePosition(0, len(text), scalar=text)})
