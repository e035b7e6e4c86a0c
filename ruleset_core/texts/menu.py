"""The menu of a question: what can be answered, what comes of it, and what to type for it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count, product
from string import ascii_lowercase
from typing import TYPE_CHECKING, Final

from ruleset_core import BrokenRuleError

from .saying import LANGS
from .shared import say

if TYPE_CHECKING:
    from ruleset_core import Foresight, Game, State

__all__ = [
    "SHORT",
    "Offer",
    "any_offer",
    "before_values",
    "is_done",
    "menu_keys",
    "offers",
    "outcome",
    "plain_offers",
]

ENOUGH: Final = (
    "enough",
    "nothing",
    "none",
    "stop",
    "pass",
    "no",
    "basta",
    "nada",
    "ninguno",
    "ninguna",
    "parar",
    "pasar",
)
"""What a person types to take nothing more."""

SHORT: Final = {"q": "quit"}
"""Letters for commands, so that they are no keys of answers."""


@dataclass(frozen=True, slots=True)
class Offer:
    """An option as the menu shows it; `outcome`: what is certain to come of it.

    `written`: the notation as it is shown, with the names of players. `names`: what else it is called on the screen; `foreign`: what it is called in the other language.
    `usual`: how the key is called that takes it, if Enter alone does. `key`: what to type for it, if that is not its place in the menu.
    `lang`: the language of its label.
    """

    option: int
    notation: str
    label: str
    outcome: str = ""
    names: tuple[str, ...] = ()
    usual: str = ""
    foreign: tuple[str, ...] = ()
    written: str = ""
    key: str = ""
    lang: str = "en"

    def __post_init__(self) -> None:
        if not self.written:
            object.__setattr__(self, "written", self.notation)

    @property
    def called(self) -> str:
        """The name of what it picks; its notation where that is no name, as a number is none."""
        return next((name for name in self.names[:1] if any(map(str.isalpha, name))), self.written)


def offers(game: Game, state: State, lang: str, names: Sequence[str] = ()) -> list[Offer]:
    """The options of a state in the order of the menu; `names` are those of the players, by seat."""
    usual = state.decision.default if state.decision else None
    return [
        replace(offer, outcome=said, usual=say("enter", lang) if offer.option == usual else "")
        for offer, said in zip(plain_offers(game, state, lang, names), _outcomes(state, lang, names), strict=True)
    ]


def _outcomes(state: State, lang: str, names: Sequence[str]) -> Iterator[str]:
    """What is certain to come of each option. What ends all of them alike, `then chance`, tells no option from another, and is not said."""
    found = [_foreseen(state, option) for option in state.options]
    ends = {None if each is None else each.then for each in found}
    for each in found:
        yield "" if each is None else each.said(lang, names, then=len(found) == 1 or len(ends) > 1)


def _foreseen(state: State, option: int) -> Foresight | None:
    try:
        return state.foresee(option)
    except BrokenRuleError:  # said when it is taken
        return None


def plain_offers(game: Game, state: State, lang: str, names: Sequence[str] = ()) -> list[Offer]:
    """The same without what comes of them, which takes time to work out."""
    return [
        replace(any_offer(game, option, lang, names), label=game.label(state, option, lang, names=names))
        for option in state.options
    ]


def any_offer(game: Game, option: int, lang: str, names: Sequence[str]) -> Offer:
    """An option whatever the state."""
    foreign = tuple(game.option_name(option, each, names) for each in LANGS if each != lang)
    notation, name = game.notation(option), game.option_name(option, lang, names)
    written = game.notation(option, names)
    called = (name, *(ENOUGH if is_done(notation) else ()), *((written,) if written != notation else ()))
    return Offer(option, notation, "", names=called, foreign=foreign, written=written, lang=lang)


def is_done(notation: str) -> bool:
    """Whether an option is the one that takes nothing more."""
    return notation.endswith(" done")


def outcome(state: State, option: int, lang: str, names: Sequence[str] = ()) -> str:
    """What is certain to come of an option, as briefly as menus say it."""
    found = _foreseen(state, option)
    return "" if found is None else found.said(lang, names)


def menu_keys(menu: Sequence[Offer]) -> list[str]:
    """What to type for each option: its place, or where options are numbers, these, and letters for the others; what it was before a menu was narrowed."""
    if before_values(menu) is None:
        return [offer.key or str(number) for number, offer in enumerate(menu, 1)]
    ends, letters = [offer.notation.rpartition(" ")[2] for offer in menu], _letters()
    return [offer.key or (end if end.isdecimal() else next(letters)) for end, offer in zip(ends, menu, strict=True)]


def before_values(menu: Sequence[Offer]) -> str | None:
    """What stands before the numbers of a menu whose options are values; None if they are none."""
    ends = [offer.notation.rpartition(" ") for offer in menu]
    values = [end for _, _, end in ends if end.isdecimal()]
    starts = {start for start, _, end in ends if end.isdecimal()}
    start = starts.pop() if len(starts) == 1 else ""
    return start if start and len(set(values)) == len(values) else None


def _letters() -> Iterator[str]:
    """a, b, c and so on, then aa, ab...; none of them a command."""
    return (
        "".join(each)
        for size in count(1)
        for each in product(ascii_lowercase, repeat=size)
        if "".join(each) not in SHORT
    )
