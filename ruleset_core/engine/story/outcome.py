"""What is certain to come of an option, in few words: `−2 coins (1 left); Bo +2 coins, then chance`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ruleset_core.engine.story.effects import Befell, effects
from ruleset_core.engine.story.prices import supply, ways
from ruleset_core.engine.story.turns import Turn, turns
from ruleset_core.engine.story.wording import Wording
from ruleset_core.engine.story.words import word

if TYPE_CHECKING:
    from ruleset_core.engine.story.story import Foresight

__all__ = ["outcome", "score_change"]


def outcome(foresight: Foresight, lang: str, names: Sequence[str] = (), *, then: bool = True) -> str:
    """What comes of an option, in few words; `then`: also why no more is told."""
    story = foresight.story
    wording = Wording(story.game, lang, names)
    seat = -1 if story.viewer is None else story.viewer
    left = {place: after for place, (_, after) in supply(wording.naming, story.heard, seat).items()}
    found = [
        each
        for turn in turns(story.game.narration, story.heard)
        if turn.seat == seat
        for each in _effects(wording, turn, left)
    ]
    points = "" if foresight.points == 0 else score_change(foresight.points, lang)
    ends = "" if foresight.then is None or not then else wording.word(foresight.then)
    return ", ".join(filter(None, ["; ".join(found) or _next(wording, foresight, seat), points, ends]))


def score_change(points: int, lang: str, *, said: bool = False) -> str:
    """What an option is worth now: `+4 points now`; `said` in a sentence."""
    key = f"{'point' if abs(points) == 1 else 'points'}{'_said' if said else ''}"
    return word(key, lang, count=_minus(points))


def _effects(wording: Wording, turn: Turn, left: Mapping[int, int]) -> list[str]:
    """What befell everybody, the card behind it before it; not where the pieces go that the option itself names."""
    by_card: dict[str, list[str]] = {}
    said = {name for part in turn.choices[:1] for words in (part.label, part.words) for name in wording.pieces(words)}
    for (whom, why), befell in effects(wording, turn, said=said, every=True).items():
        text = ", ".join([*_signed(wording, befell, left if whom == turn.seat else {}), *befell.texts])
        whose = f"{wording.seat(whom)} " if whom >= 0 and whom != turn.seat else ""
        by_card.setdefault(why, []).append(f"{whose}{text}")
    plain = by_card.pop("", [])
    return [*plain, *(f"{why}: {', '.join(texts)}" for why, texts in by_card.items())]


def _signed(wording: Wording, befell: Befell, left: Mapping[int, int]) -> list[str]:
    found = []
    for place, count in befell.amounts.items():
        if count:
            rest = (
                wording.word("left" if left[place] == 1 else "left_many", count=left[place])
                if count < 0 and place in left
                else ""
            )
            found.append(wording.amount(place, count, signed=True) + (f" ({rest})" if rest else ""))
        elif place in befell.losses and wording.v.resources[place].note:
            even = (befell.losses[place], befell.gains[place])
            found.append(", ".join(wording.amount(place, each, signed=True) for each in even))
    return found


def _next(wording: Wording, foresight: Foresight, seat: int) -> str:
    """What the answers to the next questions give or take, from the least to the most; nothing if that is no simple sum."""
    found = ways(foresight, seat) if foresight.then is None else None
    if found is None:
        return ""
    spans = ", ".join(_span(wording, resource, *span) for resource, span in found.spans().items())
    (then,) = found.then if len(found.then) == 1 else (None,)
    return ", ".join(filter(None, [wording.word("next", amount=spans), then and wording.word(then)]))


def _span(wording: Wording, resource: int, least: int, most: int) -> str:
    if least == most:
        return wording.amount(resource, most, signed=True)
    if least < 0 < most or 0 not in {least, most}:
        ends = (least, most) if most > 0 else (most, least)
        return wording.word("from_to", least=_minus(ends[0]), most=wording.amount(resource, ends[1], signed=True))
    return wording.word("up_to", amount=wording.amount(resource, least or most, signed=True))


def _minus(count: int) -> str:
    return f"{count:+}".replace("-", "−")
