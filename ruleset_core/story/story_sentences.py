"""A story in sentences: a turn, then what followed. Also what an option certainly brings, in few words, with its costs.

    StoryTurn(seat=0), "rolls twice and holds", die 6 then 6, points +16
        Player 1 rolls twice and holds: the die shows 6, then 6; gains 16 points.
        Jugador 1 lanza dos veces y se planta: el dado muestra 6, luego 6; gana 16 puntos.
    a forced turn
        Player 2 rolls (no other choice: there is nothing to hold yet): the die shows 2.
    foresight of `hold`, in few words (`outcome_text`)
        +16 points, then chance decides

The words of what is chosen come from the data (`told:`), those of what follows from the catalogue of messages, so all games
are told of alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final, Literal

from ruleset_core.engine.game import Game
from ruleset_core.errors import BrokenRuleError
from ruleset_core.eval.trace import AnyPart, EventHappened, OutcomeDecided, ValueChanged
from ruleset_core.messages import behind_colon, message, set_apart
from ruleset_core.story.step_events import EventNamer, final_result_text, namer_of
from ruleset_core.story.stories import Foresight
from ruleset_core.story.story_turns import StoryTurn, TurnAnswers, TurnEffect, turn_answers, turn_effects, turns_of
from ruleset_core.story.story_wording import StoryWording

# A story in sentences: one for a turn, then what followed from it, and what the data has to say of it.


def story_sentences(
    game: Game, heard: Sequence[tuple[int, AnyPart]], viewer: int | None, lang: str, names: Sequence[str] = ()
) -> list[str]:
    """A story in sentences.

    Args:
        game: the game played.
        heard: the parts, as `viewer` may be told them, each with its step.
        viewer: a seat; None for somebody who may know all.
        lang: a language of the program.
        names: of the players, by seat.
    """
    wording = StoryWording(game, lang, names)
    alone = {_stopped(f"{wording.seat(seat)} {wording.word('secret')}"): seat for seat in range(len(wording.names))}
    found: list[str] = []
    told = (text for _, text in turn_sentences(game, heard, viewer, lang, names))
    for secret, run in groupby(told, key=alone.__contains__):
        several = [*run]
        if secret and len(several) > 1:
            who = wording.listed([wording.seat(alone[each]) for each in dict.fromkeys(several)])
            several = [_stopped(wording.word("all_secret", who=who))]
        found += several
    return found


def turn_sentences(
    game: Game, heard: Sequence[tuple[int, AnyPart]], viewer: int | None, lang: str, names: Sequence[str] = ()
) -> Iterator[tuple[StoryTurn, str]]:
    """The turns of which something is told, each with its sentences."""
    wording = StoryWording(game, lang, names)
    for turn in turns_of(game, heard):
        text = _turn_text(wording, turn, viewer)
        if text:
            yield turn, wording.language.typeset(text)


def _turn_text(wording: StoryWording, turn: StoryTurn, viewer: int | None) -> str:
    """The sentences of a turn."""
    ends = [part for part in turn.parts if isinstance(part, OutcomeDecided)]
    if ends:
        return final_result_text(wording, ends[-1])
    happened = [part.words for part in turn.parts if isinstance(part, EventHappened) and part.words]
    said = [wording.sentence(words) for words in happened]
    own = turn_answers(wording, turn, viewer)
    sums = turn_effects(wording, turn, said=own.pieces)
    if not own.text and not sums and not said:
        own = turn_answers(wording, turn, viewer, all_of_them=True)
    line = _line(wording, turn, own, sums, viewer)
    return " ".join(filter(None, [line, *map(_stopped, dict.fromkeys(said))]))


def _line(
    wording: StoryWording,
    turn: StoryTurn,
    own: TurnAnswers,
    sums: Mapping[tuple[int, str], TurnEffect],
    viewer: int | None,
) -> str:
    """Who did what, and what followed: `Ana builds the tower and takes a card: gains 2 coins; Bo loses 1 coin`."""
    clauses = _clauses(wording, turn, sums, own.pieces)
    if turn.seat < 0:
        return _of_phase(wording, turn, [*clauses.rolled, *clauses.own, *clauses.others])
    who, did = wording.seat(turn.seat), ", ".join(clauses.own)
    if own.text:
        followed = "; ".join(filter(None, [*clauses.rolled, did, *clauses.others]))
        head = f"{who} {own.text}{_forced(wording, turn, viewer)}"
        return _stopped(f"{head}: {followed}" if followed else head)
    told = [*clauses.rolled, *([f"{who} {did}"] if did else []), *clauses.others]
    name = f"{who}: " if told and turn.choices and not did else ""
    return _stopped(_capital(name + "; ".join(told)))


def _of_phase(wording: StoryWording, turn: StoryTurn, clauses: Sequence[str]) -> str:
    """What the flow did by itself: `Income: Ana and Bo gain 4 coins each`."""
    if not clauses:
        return ""
    followed = "; ".join(clauses)
    if turn.phase < 0:
        return _stopped(_capital(followed))
    title = wording.game.glossary.title("phases", wording.game.phase_names[turn.phase], wording.lang)
    return _stopped(f"{_capital(title)}: {followed}")


def _forced(wording: StoryWording, turn: StoryTurn, viewer: int | None) -> str:
    """That a seat was never asked, and why it had no other choice where it may be told."""
    if not turn.was_forced:
        return ""
    reasons = [wording.sentence(each) for part in turn.choices if part.refused.ways for each in part.refused.reasons]
    why = " ".join(dict.fromkeys(filter(None, reasons)))
    if not why or viewer != turn.seat:
        return f" ({wording.word('forced')})"
    return f" ({wording.word('forced_as', why=behind_colon(why, wording.names).removesuffix('.'))})"


@dataclass(frozen=True, slots=True)
class _Clauses:
    """What followed in a turn: what was rolled, what the seat of the story did or got by itself, without its name, and all else."""

    rolled: list[str]
    own: list[str]
    others: list[str]


def _clauses(
    wording: StoryWording, turn: StoryTurn, sums: Mapping[tuple[int, str], TurnEffect], named: Collection[str]
) -> _Clauses:
    """What followed in a turn. What a card did that the seat is said to have used (`named`) is its own doing."""
    own: list[TurnEffect] = []
    others: list[str] = []
    for why in dict.fromkeys(why for _, why in sums):
        of_it = {whom: each for (whom, by), each in sums.items() if by == why}
        if why and why not in named:
            others += _by_card(wording, why, turn, of_it)
        else:
            own += [of_it.pop(whom) for whom in ((turn.seat, -1) if turn.seat >= 0 else ()) if whom in of_it]
            others += _of_others(wording, of_it)
    rolled = wording.rolls(roll for each in own for roll in each.rolls.values())
    texts = dict.fromkeys(text for each in own for text in each.texts)
    return _Clauses([rolled] if rolled else [], _own(wording, own), [*([", ".join(texts)] if texts else []), *others])


def _own(wording: StoryWording, befell: Sequence[TurnEffect]) -> list[str]:
    """`pays 2 coins`, `gains 1 card`: what is given and what is got is each added up, but not one against the other."""
    verbs = [("pays", [each.losses for each in befell]), ("gains", [each.gains for each in befell])]
    told = [
        wording.word(verb, what=_amounts(wording, _added(amounts)), count=1) for verb, amounts in verbs if any(amounts)
    ]
    return [*told, *wording.deeds(deed for each in befell for deed in each.deeds.values())]


def _added(amounts: Iterable[Mapping[int, int]]) -> dict[int, int]:
    found: dict[int, int] = {}
    for each in amounts:
        for place, count in each.items():
            found[place] = found.get(place, 0) + count
    return found


def _of_others(wording: StoryWording, sums: Mapping[int, TurnEffect]) -> list[str]:
    """`Ana and Bo gain 2 coins each`, and what is told besides."""
    alike: dict[tuple[str, str], list[int]] = {}
    texts: dict[str, list[int]] = {}
    deeds: list[str] = []
    for whom, befell in sums.items():
        for verb, amounts in (("loses", befell.losses), ("gains", befell.gains)):
            if amounts:
                alike.setdefault((verb, _amounts(wording, amounts)), []).append(whom)
        if said := ", ".join(_extra_clauses(wording, befell)):
            texts.setdefault(said, []).append(whom)
        if did := ", ".join(wording.deeds(befell.deeds.values())):
            deeds.append(did if whom < 0 else f"{wording.seat(whom)} {did}")
    found = []
    for (verb, what), whom_all in sorted(alike.items(), key=lambda each: each[0][0] == "loses"):
        found.append(f"{wording.whom(whom_all)} {wording.word(verb, what=what, count=len(whom_all))}")
    return [*found, *deeds, *(_about(wording, said, whom) for said, whom in texts.items())]


def _extra_clauses(wording: StoryWording, befell: TurnEffect) -> list[str]:
    """What was rolled, and the clauses that are told besides."""
    return [*filter(None, [wording.rolls(befell.rolls.values())]), *befell.texts]


def _about(wording: StoryWording, said: str, whom: list[int]) -> str:
    """What is told of seats, with their names unless it begins with these."""
    name = "" if whom == [-1] else wording.whom(whom)
    return said if not name or said.startswith(f"{name} ") else f"{name}: {said}"


def _by_card(wording: StoryWording, why: str, turn: StoryTurn, sums: Mapping[int, TurnEffect]) -> list[str]:
    """`Royal Tax takes 2 coins from Ana and Bo each`: the card is the subject."""
    alike: dict[tuple[str, str], list[int]] = {}
    texts: list[str] = []
    for whom, befell in sums.items():
        for verb, amounts in (("takes_from", befell.losses), ("gives", befell.gains)):
            if amounts:
                alike.setdefault((verb, _amounts(wording, amounts)), []).append(whom)
        said = ", ".join(_extra_clauses(wording, befell))
        texts += [said if whom in {-1, turn.seat} else f"{wording.seat(whom)}: {said}"] if said else []
        did = ", ".join(wording.deeds(befell.deeds.values()))
        doer = turn.seat if whom < 0 else whom
        texts += [did if doer < 0 else f"{wording.seat(doer)} {did}"] if did else []
    acts = []
    for (verb, what), whom_all in alike.items():
        if whom_all == [turn.seat] and turn.choices and len(alike) == 1:  # the sentence begins with the name
            acts.append(wording.word(f"{verb}_own", what=what))
        else:
            acts.append(wording.word(verb, what=what, whom=wording.whom(whom_all), count=len(whom_all)))
    told = [f"{why} {wording.listed(acts)}"] if acts else []
    return [*told, *([f"{why}: {', '.join(texts)}"] if texts and not acts else texts)]


def _amounts(wording: StoryWording, amounts: Mapping[int, int]) -> str:
    return wording.listed([wording.amount(place, count) for place, count in amounts.items()])


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def _stopped(text: str) -> str:
    return text if not text or text.endswith((".", "!", "?")) else f"{text}."


# What a seat gains or pays in the end, whichever way it goes on: what an option costs that asks something else first.

ANSWERS: Final = 12
"""So many answers to the next question are looked at."""

MOST_ANSWERS_FOLLOWED: Final = 3
"""What comes after them is looked at too where a question has no more answers than this."""

LOOKS: Final = 24
"""So many answers are looked at in all; a menu waits for them."""

STEPS: Final = 40_000
"""So many steps of the rules at most, about a hundredth of a second; it is given up where the answers looked at so far make more likely."""

MENU_STEPS: Final = 100_000
"""The options of a menu share so many: each may take its part, so that all of them are told of alike."""

QUICK: Final = 5_000
"""An answer behind which it is looked further takes no more steps than this itself."""

RESOURCES: Final = 3
"""What gains or takes more kinds of things than this is no simple sum."""


def resource_totals(naming: EventNamer, heard: Iterable[tuple[int, AnyPart]], seat: int) -> dict[int, tuple[int, int]]:
    """What a seat has of every resource that it got or gave, at first and in the end, by resource."""
    found: dict[int, tuple[int, int]] = {}
    for _, part in heard:
        if isinstance(part, ValueChanged):
            home, of, place = naming.mask.place(part.address)
            if home.name == "held" and of == seat:
                found[place] = (found.get(place, (part.before, 0))[0], part.after)
    return found


@dataclass(slots=True)
class Continuations:
    """The ends that are looked at: what is gained or paid up to each, by resource, and why no more is known of some."""

    sums: list[dict[int, int]] = field(default_factory=list)
    then: set[Literal["chance", "hidden"] | None] = field(default_factory=set)
    most: int = STEPS
    steps: int = 0

    def is_enough(self) -> bool:
        """Whether to give up: too much work, or no simple sum."""
        return (
            self.steps > self.most
            or len({each for way in self.sums for each, count in way.items() if count}) > RESOURCES
        )

    def spans(self) -> dict[int, tuple[int, int]]:
        """The least and the most of every resource that is gained or paid."""
        resources = dict.fromkeys(each for way in self.sums for each, count in way.items() if count)
        amounts = {each: [way.get(each, 0) for way in self.sums] for each in resources}
        return {each: (min(counts), max(counts)) for each, counts in amounts.items()}


def continuations_of(foresight: Foresight, seat: int, menu: int = 1) -> Continuations | None:
    """What may come of the answers to the next question; None where there are too many, a rule breaks, or they are no simple sum. `menu`: options that share the work."""
    if foresight.asked is None or len(foresight.asked.options) > ANSWERS:
        return None
    found = Continuations(most=min(STEPS, MENU_STEPS // menu))
    try:
        for done, _ in enumerate(_look(foresight, seat, {}, found), 1):
            if found.steps * len(foresight.asked.options) > found.most * done:
                return None
    except BrokenRuleError:  # said when it is taken
        return None
    return found if found.spans() and not found.is_enough() else None


def _look(foresight: Foresight, seat: int, before: dict[int, int], found: Continuations) -> Iterator[None]:
    """Add the ends behind each answer to a question; `before` is what was gained or paid on the way there."""
    naming = namer_of(foresight.story.game)
    asked = foresight.asked
    further = asked is not None and len(asked.options) <= MOST_ANSWERS_FOLLOWED and foresight.steps <= QUICK
    for each in foresight.each_answer(further=further, reasons=False):
        found.steps += each.steps
        now = dict(before)
        for resource, (least, most) in resource_totals(naming, each.story.events, seat).items():
            now[resource] = now.get(resource, 0) + most - least
        size = 0 if each.asked is None else len(each.asked.options)
        if 0 < size <= MOST_ANSWERS_FOLLOWED and len(found.sums) + size < LOOKS:
            for _ in _look(each, seat, now, found):
                pass
        else:
            found.sums.append(now)
            found.then.add(each.then)
        if found.is_enough():
            return
        yield


# What is certain to come of an option, in few words: `−2 coins (1 left); Bo +2 coins, then chance decides`.


def outcome_text(
    foresight: Foresight, lang: str, names: Sequence[str] = (), *, then: bool = True, menu: int = 1
) -> str:
    """What comes of an option, in few words; `then`: also why no more is told; `menu`: options that share the work."""
    story = foresight.story
    wording = StoryWording(story.game, lang, names)
    seat = -1 if story.viewer is None else story.viewer
    left = {place: after for place, (_, after) in resource_totals(wording.naming, story.events, seat).items()}
    found = [
        each
        for turn in turns_of(story.game, story.events)
        if turn.seat == seat
        for each in _effects(wording, turn, left)
    ]
    points = "" if foresight.points == 0 else score_change_text(foresight.points, lang)
    ends = "" if foresight.then is None or not then else wording.word(foresight.then)
    told = set_apart(map(wording.language.typeset, found), lang) or _next(wording, foresight, seat, menu)
    return ", ".join(filter(None, [told, points, ends]))


def price_text(foresight: Foresight, lang: str, names: Sequence[str] = ()) -> str:
    """What the seat that decides certainly gives for an option: `−2 coins, −1 citizen`."""
    story = foresight.story
    wording = StoryWording(story.game, lang, names)
    turns = (turn for turn in turns_of(story.game, story.events) if turn.seat == story.viewer)
    given = Counter[int]()
    for turn in turns:
        for (whom, _), befell in turn_effects(wording, turn, every=True).items():
            if whom == turn.seat:
                given.update(befell.losses)
    return ", ".join(wording.amount(place, count, signed=True) for place, count in given.items())


def score_change_text(points: int, lang: str, *, said: bool = False) -> str:
    """What an option is worth now: `+4 points in total`; `said` in a sentence."""
    key = "story.points_said" if said else "story.points_now"
    return message(key, lang, count=abs(points), amount=_minus(points))


def _effects(wording: StoryWording, turn: StoryTurn, left: Mapping[int, int]) -> list[str]:
    """What befell everybody, the card behind it before it; not where the pieces go that the option itself names."""
    by_card: dict[str, list[str]] = {}
    said = {name for part in turn.choices[:1] for words in (part.label, part.words) for name in wording.pieces(words)}
    for (whom, why), befell in turn_effects(wording, turn, said=said, every=True).items():
        told = [*_extra_clauses(wording, befell), *wording.deeds(befell.deeds.values())]
        text = ", ".join([*_signed(wording, befell, left if whom == turn.seat else {}), *told])
        whose = f"{wording.seat(whom)} " if whom >= 0 and whom != turn.seat else ""
        by_card.setdefault(why, []).append(f"{whose}{text}")
    plain = by_card.pop("", [])
    return [*plain, *(f"{why}: {', '.join(texts)}" for why, texts in by_card.items())]


def _signed(wording: StoryWording, befell: TurnEffect, left: Mapping[int, int]) -> list[str]:
    """`−2 fortune, +6 fortune`: what is given and what is got, as the sentences of a log tell it."""
    found, losses, gains = [], befell.losses, befell.gains
    for place, count in befell.amounts.items():
        if not count and not wording.v.resources[place].note:
            continue
        amounts = [each for each in (losses.get(place, 0), gains.get(place, 0)) if each]
        found += [wording.amount(place, amount, signed=True) for amount in amounts]
        if losses.get(place) and place in left:
            rest = wording.word("left", count=left[place]) if left[place] else wording.word("left_none")
            found[-1] += f" ({rest})"
    return found


def _next(wording: StoryWording, foresight: Foresight, seat: int, menu: int) -> str:
    """What the answers to the next questions give or take, from the least to the most; nothing if that is no simple sum."""
    found = continuations_of(foresight, seat, menu) if foresight.then is None else None
    if found is None:
        return ""
    spans = ", ".join(_span(wording, resource, *span) for resource, span in found.spans().items())
    (then,) = found.then if len(found.then) == 1 else (None,)
    return ", ".join(filter(None, [wording.word("next", amount=spans), then and wording.word(then)]))


def _span(wording: StoryWording, resource: int, least: int, most: int) -> str:
    if least == most:
        return wording.amount(resource, most, signed=True)
    if least < 0 < most or 0 not in {least, most}:
        ends = (least, most) if most > 0 else (most, least)
        return wording.word(
            "from_to", least=_minus(ends[0]), most=wording.amount(resource, ends[1], signed=True, ends=True)
        )
    end = least or most
    if abs(end) == 1:  # nothing stands between
        return wording.word("zero_or", amount=wording.amount(resource, end, signed=True))
    return wording.word("up_to", amount=wording.amount(resource, end, signed=True, ends=True))


def _minus(count: int) -> str:
    return f"{count:+}".replace("-", "−")
