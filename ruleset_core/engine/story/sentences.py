"""A story in sentences: one for a turn, then what followed from it, and what the data has to say of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from ruleset_core.engine.story.answers import Answers, answers
from ruleset_core.engine.story.decided import decided_words
from ruleset_core.engine.story.effects import Befell, effects
from ruleset_core.engine.story.turns import Turn, turns
from ruleset_core.engine.story.wording import Wording
from ruleset_core.lang.evaluate.trace import AnyPart, Decided, Happened

if TYPE_CHECKING:
    from ruleset_core.engine.game import Game

__all__ = ["sentences", "told_turns"]


def sentences(
    game: Game, heard: Sequence[tuple[int, AnyPart]], viewer: int | None, lang: str, names: Sequence[str] = ()
) -> list[str]:
    """A story in sentences.

    Args:
        game: the game played.
        heard: the parts, as `viewer` may be told them, each with its step.
        viewer: a seat; None for somebody who may know all.
        lang: `en` or `es`.
        names: of the players, by seat.
    """
    wording = Wording(game, lang, names)
    alone = {_stopped(f"{wording.seat(seat)} {wording.word('secret')}"): seat for seat in range(len(wording.names))}
    found: list[str] = []
    told = (text for _, text in told_turns(game, heard, viewer, lang, names))
    for secret, run in groupby(told, key=alone.__contains__):
        several = [*run]
        if secret and len(several) > 1:
            who = wording.listed([wording.seat(alone[each]) for each in dict.fromkeys(several)])
            several = [_stopped(wording.word("all_secret", who=who))]
        found += several
    return found


def told_turns(
    game: Game, heard: Sequence[tuple[int, AnyPart]], viewer: int | None, lang: str, names: Sequence[str] = ()
) -> Iterator[tuple[Turn, str]]:
    """The turns of which something is told, each with its sentences."""
    wording = Wording(game, lang, names)
    for turn in turns(game.narration, heard):
        text = _told(wording, turn, viewer)
        if text:
            yield turn, text


def _told(wording: Wording, turn: Turn, viewer: int | None) -> str:
    """The sentences of a turn."""
    ends = [part for part in turn.parts if isinstance(part, Decided)]
    if ends:
        return decided_words(wording, ends[-1])
    happened = [part.words for part in turn.parts if isinstance(part, Happened) and part.words]
    said = [wording.sentence(words) for words in happened]
    own = answers(wording, turn, viewer)
    sums = effects(wording, turn, said=own.pieces)
    if not own.text and not sums and not said:
        own = answers(wording, turn, viewer, all_of_them=True)
    line = _line(wording, turn, own, sums, viewer)
    return " ".join(filter(None, [line, *map(_stopped, dict.fromkeys(said))]))


def _line(
    wording: Wording, turn: Turn, own: Answers, sums: Mapping[tuple[int, str], Befell], viewer: int | None
) -> str:
    """Who did what, and what followed: `Ana builds the tower and takes a card: gains 2 coins; Bo loses 1 coin`."""
    first, others = _clauses(wording, turn.seat, sums, own.pieces)
    if turn.seat < 0:
        return _of_phase(wording, turn, [*first, *others])
    who = wording.seat(turn.seat)
    if not own.text:
        shows = ":" if any(each.rolls for each in sums.values()) else ""  # what a die shows is no verb
        start = [f"{who}{shows} {', '.join(first)}"] if first else []
        name = ""
        if turn.choices and others and not first:
            name = f"{who} " if wording.says_verb(others[0]) else f"{who}: "
        return _stopped(name + "; ".join([*start, *others]))
    text = own.text + _forced(wording, turn, viewer)
    head = f"{who} {text}"
    followed = "; ".join([*([", ".join(first)] if first else []), *others])
    return _stopped(f"{head}: {followed}" if followed else head)


def _of_phase(wording: Wording, turn: Turn, clauses: Sequence[str]) -> str:
    """What the flow did by itself: `Income: Ana and Bo gain 4 coins each`."""
    if not clauses:
        return ""
    followed = "; ".join(clauses)
    if turn.phase < 0:
        return _stopped(_capital(followed))
    title = wording.game.glossary.title("phases", wording.game.phase_names[turn.phase], wording.lang)
    return _stopped(f"{_capital(title)}: {followed}")


def _forced(wording: Wording, turn: Turn, viewer: int | None) -> str:
    """That a seat was never asked, and why it had no other choice where it may be told."""
    if not turn.was_forced:
        return ""
    reasons = [wording.sentence(each) for part in turn.choices if part.refused.ways for each in part.refused.reasons]
    why = " ".join(dict.fromkeys(filter(None, reasons)))
    if not why or viewer != turn.seat:
        return f" ({wording.word('forced')})"
    if not why.startswith(tuple(wording.names)):
        why = f"{why[:1].lower()}{why[1:]}"
    return f" ({wording.word('forced_as', why=why.removesuffix('.'))})"


def _clauses(
    wording: Wording, seat: int, sums: Mapping[tuple[int, str], Befell], named: Collection[str]
) -> tuple[list[str], list[str]]:
    """What befell the seat of the story by itself, without its name, and all else.

    What a card did that the seat is said to have used (`named`) is its own doing.
    """
    own: list[Befell] = []
    others: list[str] = []
    for why in dict.fromkeys(why for _, why in sums):
        of_it = {whom: each for (whom, by), each in sums.items() if by == why}
        if why and why not in named:
            others += _by_card(wording, why, seat, of_it)
        else:
            own += [of_it.pop(whom) for whom in ((seat, -1) if seat >= 0 else ()) if whom in of_it]
            others += _of_others(wording, of_it)
    texts = [text for each in own for text in each.others.values() if text]
    return _own(wording, own), [*([", ".join(dict.fromkeys(texts))] if texts else []), *others]


def _own(wording: Wording, befell: Sequence[Befell]) -> list[str]:
    """`pays 2 coins`, `gains 1 card`: what is given and what is got is each added up, but not one against the other."""
    rolls = [text for each in befell for text in each.rolls.values()]
    verbs = [("pays", [each.losses for each in befell]), ("gains", [each.gains for each in befell])]
    told = [wording.word(verb, what=_amounts(wording, _added(amounts))) for verb, amounts in verbs if any(amounts)]
    return [*rolls, *told]


def _added(amounts: Iterable[Mapping[int, int]]) -> dict[int, int]:
    found: dict[int, int] = {}
    for each in amounts:
        for place, count in each.items():
            found[place] = found.get(place, 0) + count
    return found


def _of_others(wording: Wording, sums: Mapping[int, Befell]) -> list[str]:
    """`Ana and Bo gain 2 coins each`, and what is told besides."""
    alike: dict[tuple[str, str], list[int]] = {}
    texts: dict[str, list[int]] = {}
    for whom, befell in sums.items():
        for verb, amounts in (("loses", befell.losses), ("gains", befell.gains)):
            if amounts:
                alike.setdefault((verb, _amounts(wording, amounts)), []).append(whom)
        if befell.texts:
            texts.setdefault(", ".join(befell.texts), []).append(whom)
    found = []
    for (verb, what), whom_all in alike.items():
        many = "_each" if len(whom_all) > 1 else ""
        found.append(f"{wording.whom(whom_all)} {wording.word(verb + many, what=what)}")
    return [*found, *(_about(wording, said, whom) for said, whom in texts.items())]


def _about(wording: Wording, said: str, whom: list[int]) -> str:
    """What is told of seats, with their names unless it begins with these."""
    name = "" if whom == [-1] else wording.whom(whom)
    if not name or said.startswith(f"{name} "):
        return said
    apart = "" if len(whom) == 1 and wording.says_verb(said) else ":"
    return f"{name}{apart} {said}"


def _by_card(wording: Wording, why: str, seat: int, sums: Mapping[int, Befell]) -> list[str]:
    """`Royal Tax takes 2 coins from Ana and Bo each`: the card is the subject."""
    alike: dict[tuple[str, str], list[int]] = {}
    texts: list[str] = []
    for whom, befell in sums.items():
        for verb, amounts in (("takes_from", befell.losses), ("gives", befell.gains)):
            if amounts:
                alike.setdefault((verb, _amounts(wording, amounts)), []).append(whom)
        said = ", ".join(befell.texts)
        texts += [said if whom in {-1, seat} else f"{wording.seat(whom)}: {said}"] if said else []
    acts = []
    for (verb, what), whom_all in alike.items():
        if whom_all == [seat]:
            acts.append(wording.word(f"{verb}_own", what=what))
        else:
            acts.append(
                wording.word(f"{verb}{'_each' if len(whom_all) > 1 else ''}", what=what, whom=wording.whom(whom_all))
            )
    told = [f"{why} {wording.listed(acts)}"] if acts else []
    return [*told, *([f"{why}: {', '.join(texts)}"] if texts and not acts else texts)]


def _amounts(wording: Wording, amounts: Mapping[int, int]) -> str:
    return wording.listed([wording.amount(place, count) for place, count in amounts.items()])


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def _stopped(text: str) -> str:
    return text if not text or text.endswith((".", "!", "?")) else f"{text}."
