"""What happens in a step: played again with a recorder, as parts in numbers; then put into names and reduced to what a viewer may know.

One decision may do a hundred things, and a viewer may be told some of them. So a step is played once more on a copy with a
recorder (`trace_step`), and what was noted is kept in numbers, with the seats that may know each part:

    Pig, 4 in the pot, option 0 (`roll`):
    OptionChosen(me=0, option=0, known=0b111)               both seats and watchers
    ValueChanged(address=0, before=4, after=6, how="roll")  because: the words `roll face` of game.yaml
    ValueChanged(address=1, before=4, after=10, how="put")

Putting it into names comes last, for one viewer:

    {"step": 0, "seat": 0, "kind": "choice", "decision": "decide", "option": "play roll", "because": [...]}
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, TypeVar

from ruleset_core.analysis.secrecy import SecrecyAnalysis, place_numbers
from ruleset_core.engine.game_source import memoized
from ruleset_core.engine.history import NewGameStart
from ruleset_core.engine.option_vocabulary import value_name
from ruleset_core.engine.rule_errors import broken_rule
from ruleset_core.engine.scoring import verdict
from ruleset_core.engine.state_data import finish
from ruleset_core.engine.visible_figures import plain_value
from ruleset_core.errors import BrokenRuleError
from ruleset_core.eval import trace as heard
from ruleset_core.eval.blocks import make_evaluator
from ruleset_core.eval.evaluation_errors import BrokenRule
from ruleset_core.eval.recorder import LookaheadRecorder, TraceRecorder
from ruleset_core.eval.trace import (
    AnyPart,
    CandidatesRefused,
    EventHappened,
    ListReordered,
    OptionChosen,
    OutcomeDecided,
    PieceMoved,
    PieceShown,
    Sentence,
    SimultaneousChoice,
    SpokenValue,
    TraceCause,
    TracePart,
    ValueChanged,
)
from ruleset_core.formats import story_format as told
from ruleset_core.lang.traversal import INTERPRETING, deep
from ruleset_core.lang.types import Type
from ruleset_core.lang.vocabulary import Field, Vocabulary, Zone
from ruleset_core.messages import FILE_LANGUAGES, message
from ruleset_core.story.text.language import Language, language_of
from ruleset_core.story.text.nouns import NounWriter

if TYPE_CHECKING:
    from ruleset_core.engine.game import Game
    from ruleset_core.engine.state import State
    from ruleset_core.eval.access_policies import Unknown
    from ruleset_core.formats.story_format import WonBy
    from ruleset_core.lang.origins import Origin
    from ruleset_core.story.story_wording import StoryWording


# What a game needs to be told: evaluators that record and look ahead, made when somebody first asks for a story.


@memoized
def recorder_of(game: Game) -> TraceRecorder:
    """Records what happens in a step."""
    recorder = TraceRecorder()
    make_evaluator(game.program, game.hooks, tracer=recorder)
    return recorder


@memoized
def foresight_of(game: Game) -> LookaheadRecorder:
    """Looks ahead as far as a seat can."""
    return LookaheadRecorder(game.program, game.hooks)


@memoized
def nouns_of(game: Game, lang: str) -> NounWriter:
    """What things are called in a language."""
    return NounWriter(game.program.vocabulary, language_of(lang))


@memoized
def rows_secret_from_others(game: Game) -> frozenset[str]:
    """The categories of the score that a seat may not be told of another one."""
    return SecrecyAnalysis(game.program, own=False).rows()


@memoized
def informative_rows(game: Game) -> tuple[frozenset[str], frozenset[str]]:
    """The categories of the score that say something new of an option to the seat that decides: in turn, and at once.

    Those are left out that depend on what it may not know, and those that are an amount, whose change is told anyway.
    """
    news = {each.name for each in game.program.scores if each.resource is None}
    in_turn, at_once = open_rows(game)
    return in_turn & news, at_once & news


@memoized
def open_rows(game: Game) -> tuple[frozenset[str], frozenset[str]]:
    """The categories of the score that the seat that decides may be told: in turn, and at once."""
    names = {each.name for each in game.program.scores}
    in_turn, at_once = game.secret_rows
    return frozenset(names - in_turn), frozenset(names - at_once)


@memoized
def flow_counters(game: Game) -> frozenset[int]:
    """Where the values lie that the flow counts with, such as the number of the round."""
    fields = game.program.vocabulary.fields.values()
    return frozenset(field.offset for field in fields if field.counted and game.program.reports(field))


# What of a story a seat may be told: all it saw happen, and nothing that was hidden from it.

HIDDEN = -2
"""Stands for an option or a piece that is not told."""

P = TypeVar("P", bound=TracePart)
_PARTLY_TOLD: Final = frozenset({PieceMoved, PieceShown, OptionChosen})
"""Parts of which something may be kept back from who is told of them."""


def visible_part(part: AnyPart, viewer: int) -> AnyPart | None:
    """A part as somebody may be told it (`viewer`: a seat, or how many there are for one who looks on); None if not at all."""
    bit = 1 << viewer
    if part.known & bit and part.__class__ not in _PARTLY_TOLD:
        return _without_hidden_causes(part, bit)
    if isinstance(part, ValueChanged):
        return None
    if isinstance(part, PieceShown) and part.fact and not part.told & bit:
        return None
    told = _without_hidden_causes(part, bit)
    if isinstance(told, PieceMoved) and not told.looked & bit and told.place != -1:
        told = replace(told, place=-1)
    if isinstance(told, OptionChosen) and viewer != told.me and (told.asked or told.refused != CandidatesRefused()):
        told = replace(told, refused=CandidatesRefused(), asked={})  # what it could not do may tell what it has
    if part.known & bit:
        return told
    match told:
        case PieceMoved():
            return replace(told, piece=HIDDEN, at=HIDDEN, place=HIDDEN, words={})
        case PieceShown():
            return replace(told, piece=HIDDEN)
        case ListReordered():
            return replace(told, before=(), after=())
        case OptionChosen():
            return None if told.forced else replace(told, option=HIDDEN)
        case EventHappened():
            return replace(told, args=(), words={})  # the sentence may name what is hidden
        case _:
            return told


def _without_hidden_causes(part: P, bit: int) -> P:
    for cause in part.because:
        if not cause.known & bit:
            return replace(part, because=tuple(each for each in part.because if each.known & bit))
    return part


def is_held_back(part: AnyPart, viewer: int) -> bool:
    """Whether others are told only when all have chosen: what somebody else did while seats chose at the same time."""
    return part.apart and part.me != viewer and not isinstance(part, SimultaneousChoice)


# Parts of a story, from numbers to the words of a game.


class EventNamer:
    """Knows what the numbers of a game stand for."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.v: Vocabulary = game.program.vocabulary
        self.mask = recorder_of(game).mask
        self.zones = recorder_of(game).effects.lists
        self._causes: dict[Origin, told.SourceReference] = {}

    def cause(self, origin: Origin) -> told.SourceReference:
        """A line of the data. Where it stands takes long to find out, and a few hundred lines are the causes of all that happens in a game."""
        if origin not in self._causes:
            self._causes[origin] = cause_of_line(origin)
        return self._causes[origin]

    def part(self, part: AnyPart, step: int) -> told.StoryPart:
        """A part in words."""
        base: dict[str, Any] = {
            "step": step,
            "seat": part.me if part.me >= 0 else None,
            "because": tuple(self.cause(cause.origin) for cause in part.because),
        }
        match part:
            case heard.ValueChanged():
                return self._changed(part, base)
            case heard.PieceMoved():
                ids = self.v.domains[part.kind].ids
                known = part.piece != HIDDEN
                return told.MovePart(
                    **base, family=part.kind, piece=ids[part.piece] if known else None,
                    source=self.place(part.source) if part.source >= 0 else None, place=part.place if part.place >= 0 else None,
                    target=self.place(part.target),
                )  # fmt: skip
            case heard.PieceShown():
                return told.ShowPart(
                    **base, family=part.kind, piece=None if part.piece == HIDDEN else self.v.domains[part.kind].ids[part.piece],
                    place=self.place(part.zone) if part.zone >= 0 else None, to=part.to,
                    nth=part.place if part.place >= 0 else None, **self._not(part),
                )  # fmt: skip
            case heard.ListReordered():
                zone, _, _ = self.zones[part.zone]
                ids, known = self.v.domains[zone.kind].ids, bool(part.before or part.after)
                before, after = (
                    tuple(ids[each] for each in order) if known else None for order in (part.before, part.after)
                )
                return told.OrderPart(**base, how=part.how, place=self.place(part.zone), before=before, after=after)
            case heard.OptionChosen():
                option = None if part.option == HIDDEN else self.game.notation(part.option)
                reasons = tuple(
                    told.LocalizedReason(**{lang: self.words(each, lang) for lang in FILE_LANGUAGES})
                    for each in part.refused.reasons
                )
                return told.ChoicePart(
                    **base, decision=part.decision, option=option, forced=part.forced,
                    refused=part.refused.others, reasons=reasons,
                )  # fmt: skip
            case heard.EventHappened():
                fields = self.v.events[part.event].fields
                args = {
                    name: self.value(kind, value)
                    for (name, kind), value in zip(fields.items(), part.args, strict=False)
                }
                return told.EventPart(**base, event=part.event, args=args if len(args) == len(fields) else None)
            case heard.PhaseEntered():
                return told.PhasePart(**base, phase=self.game.phase_names[part.number])
            case heard.TurnStarted():
                return told.TurnPart(**base)
            case heard.SimultaneousChoice():
                return told.SimultaneousPart(**base, on=part.on)
            case heard.GameEnding():
                return told.EndPart(**base)
            case heard.OutcomeDecided():
                return told.ResultPart(
                    **base,
                    outcomes=part.outcomes,
                    winners=part.winners,
                    scores=part.scores,
                    teams=part.teams,
                    by=part.by,
                )

    def _not(self, part: heard.PieceShown) -> dict[str, Any]:
        """What a piece is told not to be."""
        if not part.fact:
            return {}
        of = self.v.domains[part.kind].facts[part.fact].type
        return {"fact": part.fact, "excluded": tuple(self.value(of, value) for value in part.values)}

    def _changed(self, part: heard.ValueChanged, base: dict[str, Any]) -> told.StoryPart:
        field, seat, place = self.mask.place(part.address)
        if field.name == "held":
            resource = self.v.resources[place].name
            return told.AmountPart(
                **base, how=part.how, of=seat, resource=resource, before=part.before, after=part.after
            )
        found: dict[str, Any] = {
            **base,
            "name": field.name,
            "of": seat if seat >= 0 else None,
            "at": self.indices(field, place),
            "before": self.value(field.type, part.before),
            "after": self.value(field.type, part.after),
        }
        return told.CountPart(**found) if part.beside else told.ValuePart(how=part.how, **found)

    def indices(self, thing: Field | Zone, place: int) -> tuple[told.ObservedScalar, ...]:
        """The same as data writes it."""
        return tuple(self.value(kind, number) for kind, number in place_numbers(thing, place))

    def place(self, slot: int) -> told.StoryPlace:
        """A list of pieces."""
        zone, seat, place = self.zones[slot]
        return told.StoryPlace(zone=zone.name, of=seat if seat >= 0 else None, at=self.indices(zone, place))

    def words(self, sentence: Sentence, lang: str, names: Sequence[str] = ()) -> str:
        """A text of the data with its values; `names`: of the players, by seat."""
        language, text = nouns_of(self.game, lang).language, ""
        for part in sentence.get(lang, ()):
            text += part if isinstance(part, str) else self._value_text(part, lang, names, language, text)
        return language.contracted(text)

    def _value_text(self, part: SpokenValue, lang: str, names: Sequence[str], language: Language, before: str) -> str:
        """A value within a text: as it is said in running text, if the data says that; adjectives agree."""
        if part.value == -1 and part.none.get(lang):
            return part.none[lang]
        domain = self.v.domains.get(part.kind.domain) if part.kind.kind == "member" else None
        if domain is not None and part.value in domain.said:
            return domain.said[part.value].get(lang) or domain.ids[part.value]
        name = value_name(self.v, part.kind, part.value, lang, names)
        return language.agreed(before, name) if domain is not None and domain.adjectives else name

    def value(self, kind: Type, value: int) -> told.ObservedScalar:
        """A value; what is no value of the type (nothing has been put there yet) is none."""
        if value == -1 and kind.kind == "member":
            return None
        return plain_value(self.v, kind, value)


@memoized
def namer_of(game: Game) -> EventNamer:
    """What puts the parts of its stories into words."""
    return EventNamer(game)


def cause_of_line(origin: Origin) -> told.SourceReference:
    """A line of the data."""
    owner, span = origin.owner, origin.span
    return told.SourceReference(
        section=owner.section, name=owner.name, key=origin.key, file=origin.file, line=span.line, column=span.column
    )


# Who has won, and by what: what a story says when the game is over, as a part of it and in words.

EVERYBODY = -1
"""Whoever listens: all bits."""


def final_result(state: State) -> list[OutcomeDecided]:
    """What has come of a game that is over; nothing where its score breaks a rule: the score sheet says so."""
    try:
        winners, outcomes, standings = verdict(state)
    except BrokenRuleError:
        return []
    sign, by = -1 if state.game.winning.lowest else 1, _by(state, winners, [points for _, points in standings])
    return [
        OutcomeDecided(
            because=tuple(TraceCause(origin, EVERYBODY) for origin in _origins(state, by)),
            outcomes=tuple(outcomes),
            winners=tuple(winners),
            scores=tuple(sign * points for _, points in standings),
            teams=tuple(team for team, _ in standings),
            by=by,
        )
    ]


def _by(state: State, winners: list[int], points: list[int]) -> WonBy:
    """What made the difference: who did not win has fewer points, as many but less to break the tie, or could not win."""
    if not state.game.program.scores or not winners:
        return "condition" if state.game.winning.conditional else "points"
    others = [points[seat] for seat in range(state.n) if seat not in winners]
    best = points[winners[0]]
    if any(each > best for each in others):
        return "condition"
    if best not in others:
        return "points"
    return "tie_breaks" if state.game.program.tie_breaks else "condition"


def _origins(state: State, by: WonBy) -> list[Origin]:
    """The lines of the data that decide it: what made the difference, else the rows of the score."""
    program = state.game.program
    found = [program.outcome.wins_origin] if by == "condition" else []
    found += program.tie_break_origins if by == "tie_breaks" else []
    found += [score.origin for score in program.scores]
    return [each for each in found if each is not None]


def final_result_text(wording: StoryWording, part: OutcomeDecided) -> str:
    """Such as: Ana wins with 34 points, by the tie-break."""
    counted = bool(wording.game.program.scores)
    return f"{_who(wording, part)}{_with(wording, part) if counted else ''}."


def _who(wording: StoryWording, part: OutcomeDecided) -> str:
    winners, outcome = part.winners, part.outcomes[0]
    who = wording.listed([wording.seat(seat) for seat in winners or (0,)])
    if len(part.outcomes) == 1:
        if outcome < 0:
            return wording.word("loses_solo", who=who)
        return wording.word("wins" if wording.game.winning.conditional else "ends_solo", who=who)
    if outcome == 0:
        return wording.word("drawn")
    if not winners:
        return wording.word("lose_all")
    if len(winners) == 1:
        return wording.word("wins", who=who)
    if len(winners) == len(part.outcomes):
        return wording.word("win_all")
    same = len({part.teams[seat] for seat in winners}) == 1
    return wording.word("win_together" if same else "share", who=who)


def _with(wording: StoryWording, part: OutcomeDecided) -> str:
    """With how many points, where it can be said of all in one word, and whether the tie-breaks decided.

    Where one thing alone is counted, and players do not call that points, it has its name: `Ana wins (men left: 7)`.
    """
    of = part.winners or range(len(part.scores))
    scores = {part.scores[seat] for seat in of}
    if len(scores) != 1:
        return ""
    (count,) = scores
    several = len(part.outcomes) > 1 and bool(part.winners) and part.by != "condition"
    if wording.game.winning.lowest and several and part.outcomes[0] != 0:
        text = wording.word("with_lowest", count=count)
    else:
        amount, (score, *others) = str(count).replace("-", "−"), wording.game.program.scores
        what = score.title[wording.lang]
        if others or what.lower() == message("scene.score.points", wording.lang):
            text = wording.word("with_points", count=count, amount=amount)
        else:
            text = wording.word("with_score", what=what, amount=amount)
    return text + (wording.word("tie_broken") if part.by == "tie_breaks" else "")


# A step once more, listened to: the parts of what happens, in numbers.


def step_parts(state: State, option: int) -> tuple[AnyPart, ...]:
    """What happens when an option is taken. The state itself stays as it is.

    Raises:
        BrokenRuleError: the rules ask for something without meaning.
    """
    after = state.plain()
    after.a, after.draws, after.forced, after.past = option, [], [], (state.past, option)
    return _listened(after, option)


def setup_parts(state: State) -> tuple[AnyPart, ...]:
    """What happened before the first decision of the game that a state is of; nothing if it was not begun as games are."""
    past = state.past
    while past.__class__ is tuple:
        past = past[0]
    return _listened(past.blank(), None) if isinstance(past, NewGameStart) else ()


def future_parts(
    state: State, option: int, *, briefly: bool = False, reasons: bool = True
) -> tuple[tuple[AnyPart, ...], Unknown | None, State]:
    """What is certain to happen if the seat that decides takes an option, why no more is, if it is not all, and where it ends.

    `briefly`: the state where it ends need not say which answers are possible then. `reasons`: the parts say why they happen.
    """
    after = state.plain()
    parts: list[AnyPart] = []
    after.a, after.draws, after.forced, after.past = option, [], [], (state.past, option)
    try:
        with deep(INTERPRETING):
            unknown = foresight_of(state.game).foresee(after, option, parts.append, briefly=briefly, reasons=reasons)
    except BrokenRule as error:
        raise broken_rule(state, error) from error
    return tuple(parts), unknown, after


def _listened(state: State, answer: int | None) -> tuple[AnyPart, ...]:
    parts: list[AnyPart] = []
    try:
        with deep(INTERPRETING):
            recorder_of(state.game).record_until_question(state, answer, parts.append, briefly=True)
    except BrokenRule as error:
        raise broken_rule(state, error) from error
    if not state.stack:
        finish(state)
    if state.over:
        parts += final_result(state)
    return tuple(parts)
