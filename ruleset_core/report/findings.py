"""What was found, as sentences for those who know no statistics, the most important first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ruleset_core.sim.figures import quarters

from .page import Finding
from .sections.cards import named_cards
from .sections.going import LEAST
from .sections.sources import categories_of
from .told import Told, finite

__all__ = ["findings"]

FEW = 400
"""Below so many games most differences are hidden by chance."""
HARDLY = 0.02
"""A category with less of the points than this brings hardly any."""


MUCH = 0.1
"""An advantage of a seat that games should be able to show."""


MOST = 5
"""Cards that a sentence names."""
LEAST_OFFERED = 50
"""Players who might have taken a card, for it to be noticed that nobody did."""


def findings(told: Told) -> Iterator[Finding]:
    """All sentences."""
    if not told.alone:
        yield from _seats(told)
        yield from _bots(told)
    yield from _scores(told)
    yield from _ties(told)
    yield from _course(told)
    yield from _sources(told)
    yield from _cards(told)
    if told.summary.games < FEW:
        yield Finding("", told.say("f_few", games=told.grouped(4 * told.summary.games)))
    yield Finding("", told.say("f_bots_not_people"))


def _seats(told: Told) -> Iterator[Finding]:
    summary, fair = told.summary, told.some(100 * told.summary.fair)
    unlike = summary.unlike_seats()
    if not unlike:
        margin = max(finite(each.won.margin) for each in summary.seats)
        key = "f_seats_fair" if 2 * margin <= MUCH else "f_seats_unsure"
        yield Finding("fine" if key == "f_seats_fair" else "", told.say(key, margin=told.some(200 * margin)))
    for seat, won in sorted(unlike, key=lambda each: -each[1].mean):
        more = won.mean > summary.fair
        if more or len(summary.seats) > 2:
            key = "f_seat_more" if more else "f_seat_less"
            yield Finding("notice", told.say(key, seat=seat + 1, won=told.hundredths(won), fair=fair))


def _ties(told: Told) -> Iterator[Finding]:
    if told.alone:
        return
    summary = told.summary
    shared = summary.shared / summary.games
    if shared >= HARDLY:
        yield Finding("", told.say("f_shared", share=told.some(100 * shared)))
    if summary.none:
        yield Finding("", told.say("f_nobody", count=summary.none))


def _bots(told: Told) -> Iterator[Finding]:
    if not told.unlike_bots:
        return
    summary, fair = told.summary, told.some(100 * told.summary.fair)
    unlike = summary.unlike_bots()
    better = [(name, each) for name, each in summary.bots.items() if each.won.mean > summary.fair and name in unlike]
    for name, each in sorted(better, key=lambda found: -found[1].won.mean):
        said = told.say(
            "f_bot_more", bot=f"`{name}`", won=told.hundredths(each.won), fair=fair, rest=told.mean(each.rest)
        )
        yield Finding("", said)
    if not better:
        yield Finding("", told.say("f_bots_alike"))


def _scores(told: Told) -> Iterator[Finding]:
    scores, lengths = told.summary.scores, told.summary.lengths
    low, high, least, most = map(told.grouped, (*quarters(scores), min(scores), max(scores)))
    if told.scored:
        yield Finding("", told.say("f_scores", low=low, high=high, least=least, most=most))
    low, high = map(told.grouped, quarters(lengths))
    key = "f_length_alone" if told.alone else "f_length"
    yield Finding("", told.say(key, mean=told.number(told.summary.decisions.mean, 0), low=low, high=high))


def _course(told: Told) -> Iterator[Finding]:
    course = told.summary.course
    if course is None or told.alone:
        return
    half, late = (course.leads[len(course.leads) * quarter // 4] for quarter in (2, 3))
    if min(half.count, late.count) >= LEAST:
        yield Finding("", told.say("f_lead", half=told.hundredths(half), late=told.hundredths(late)))


def _sources(told: Told) -> Iterator[Finding]:
    named = categories_of(told)
    total = sum(each.mean for _, each in named)
    if len(named) < 2 or total <= 0:
        return
    name, most = named[0]
    yield Finding("", told.say("f_from", name=name, mean=told.number(most.mean), all=told.number(total)))
    hardly = [name for name, each in named if abs(each.mean) < HARDLY * total]
    if hardly:
        yield Finding("notice", told.say("f_hardly", names=told.quoted(hardly)))


def _cards(told: Told) -> Iterator[Finding]:
    named = named_cards(told)
    known = [(name, card.score) for name, card in named if card.score is not None and card.sure]
    for key, sign in (("f_cards_more", 1), ("f_cards_less", -1)):
        found = sorted((each for each in known if sign * each[1].mean > 0), key=lambda each: -sign * each[1].mean)
        if found:
            said = [f"{told.quoted([name])} ({told.signed(each)})" for name, each in found]
            yield Finding("notice", told.say(key, cards=_first(told, said)))
    if not known and any(card.score is not None for _, card in named):
        yield Finding("", told.say("f_cards_alike"))
    never = [name for name, card in named if not card.got and card.might >= LEAST_OFFERED and not card.by_having]
    if never:
        yield Finding("notice", told.say("f_never", cards=_first(told, [told.quoted([name]) for name in never])))


def _first(told: Told, said: Sequence[str]) -> str:
    """The first few, and how many more there are."""
    row = ", ".join(said[:MOST])
    return row if len(said) <= MOST else told.say("f_cards_rest", cards=row, rest=len(said) - MOST)
