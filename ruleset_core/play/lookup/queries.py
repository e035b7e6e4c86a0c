"""Matches typed words with options of a question. In: text and the question. Out: the options meant.

`question_paragraph` says what is being asked and why now: the phase, who is asked, what caused it, and what may follow.

    Ana is asked in the phase “actions”: Which Event card? This is part of “Diplomat”. There are 3 answers. What may come next: the
    question “Which die?” or the end of your turn.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final

from ruleset_core import BrokenRuleError, Foresight, Game, NotationError, State, foresee, question_sources
from ruleset_core.messages import LANGUAGES, message
from ruleset_core.play.match.seat_views import seat_observation, seat_view
from ruleset_core.play.wording.game_messages import MenuOffer, menu_keys, option_offer, values_prefix
from ruleset_core.play.wording.names_and_numbers import format_grouped
from ruleset_core.view.look.game_looks import MaskedState

# Which options a person means by words: those of the notation, those of the screen, and names, cut short or turned
# round.

_SAID: Final = re.compile(r"[\w#]+(?:[-_'’][\w#]+)*")
"""A word of a label; signs around it are nothing a person types."""

_GLUED: Final = re.compile(r"(?<=[^\W\d_]{2})(?=\d)")
"""Where a word meets a digit, as in `die1`; `b4` is a place."""

_CHAINED: Final = re.compile(r"(?<=\d)(?=[^\W\d_])")
"""Where a digit meets a letter, as in `a1a2`."""

_APART: Final = re.compile(r"[\s_-]+")
"""What parts of an id stand apart by."""

MANY_PARTS: Final = 8
"""Words with more parts than this are not turned round."""

SHORT_WORD: Final = 3
"""Words up to this long keep their endings."""

MANY: Final = 2
"""So many words at least, glued ones counted apart, and the first may be one of the question's."""


@cache
def typed_words(key: str) -> frozenset[str]:
    """What a person types for something, folded, in all languages: the words that the message `typed.` and the key lists."""
    return frozenset(fold_text(word) for lang in LANGUAGES for word in message(f"typed.{key}", lang).split(", "))


def fold_text(text: str) -> str:
    """A text as it is compared: without accents, capitals and doubled spaces, and with straight apostrophes."""
    parts = unicodedata.normalize("NFD", text.casefold().replace("’", "'"))
    return " ".join("".join(part for part in parts if not unicodedata.combining(part)).split())


def matching_offers(text: str, menu: Sequence[MenuOffer]) -> list[MenuOffer]:
    """The offers that a folded text may mean; the first way of reading it that finds any is the one that counts."""
    return next((found for typed in _as_typed(text) if (found := _read(typed, menu))), [])


def _as_typed(text: str) -> Iterator[str]:
    """A text, then what it says if it is taken less and less by the letter."""
    bare, chained = _bare(text), _CHAINED.sub(" ", text)
    apart = _GLUED.sub(" ", text)
    one = " ".join(map(_one, _bare(apart).split()))
    before = {""}
    for each in (text, bare, chained, _bare(chained), apart, _bare(apart), one, " ".join(map(_masculine, one.split()))):
        if each not in before:
            yield each
        before.add(each)


def _bare(text: str) -> str:
    small = typed_words("between")
    return " ".join(word for word in text.split() if word not in small)


def _one(word: str) -> str:
    """A word that may say several of something as it is of one."""
    return word[:-1] if len(word) > SHORT_WORD and word.endswith("s") else word


def _masculine(word: str) -> str:
    """How a word that describes something begins in menus: `roja` is `rojo` there, and `verte` is `vert`."""
    return word[:-1] if len(word) > SHORT_WORD and word.endswith(("a", "e")) else word


def strip_question_words(text: str, question: str) -> str:
    """What is left of a text without the words of the question before it: `dado 1` for "¿Qué dado usas?"."""
    asked = set(_SAID.findall(fold_text(question)))
    typed = text.split()
    while typed and len(parts := _GLUED.sub(" ", typed[0]).split()) + len(typed) > MANY and parts[0] in asked:
        typed = [*parts[1:], *typed[1:]]
    return " ".join(typed)


def _read(text: str, menu: Sequence[MenuOffer]) -> list[MenuOffer]:
    return (
        _beginning(text, menu, _notation)
        or _beginning(text.replace("-", "_"), menu, _notation)  # `b4-b5` as it is said
        or _turned(text, menu)
        or _named(text, menu, lambda offer: (offer.label, *offer.names))
        or _in_parts(text, menu)
        or _named(text, menu, lambda offer: offer.foreign)
    )


def _notation(offer: MenuOffer) -> list[str]:
    return fold_text(offer.notation).split()


def _beginning(text: str, menu: Sequence[MenuOffer], words_of: Callable[[MenuOffer], list[str]]) -> list[MenuOffer]:
    """Offers whose words, or else whose words behind the first ones, begin like the text, word by word; are it, if some are."""
    typed = text.split()
    said = [(offer, words_of(offer)) for offer in menu]
    for skipped in range(max((len(words) for _, words in said), default=0)):
        found = [(offer, words[skipped:]) for offer, words in said if _all_begin(words[skipped:], typed)]
        if found:
            return [offer for offer, words in found if words == typed] or [offer for offer, _ in found]
    return []


def word_forms(typed: str) -> list[str]:
    """A folded text, what it may be the plural of (of `ciudades` also `ciudade` and `ciudad`), and how its plural begins (`salarie`)."""
    endings = [("s", ""), ("es", ""), ("ies", "y"), ("y", "ie")]
    forms = (typed.removesuffix(end) + other for end, other in endings if typed.endswith(end))
    return [typed, *(each for each in forms if len(each) >= SHORT_WORD)]


def words_begin_like(name: str, typed: str) -> bool:
    """Whether the words of a folded name, or those behind its first ones, begin like those of a folded text."""
    words, wanted = _SAID.findall(name), _SAID.findall(typed)
    return bool(wanted) and any(_all_begin(words[skipped:], wanted) for skipped in range(len(words)))


def _all_begin(words: Sequence[str], typed: Sequence[str]) -> bool:
    return len(words) >= len(typed) and all(map(_begins, words, typed))


def _begins(word: str, typed: str) -> bool:
    return word == typed if typed.isdecimal() else word.startswith(typed)  # `die 1` is not the start of `die 10`


def _turned(text: str, menu: Sequence[MenuOffer]) -> list[MenuOffer]:
    """Offers whose notation is made of the same parts in another order, if it is only one: a line named from its other end."""
    typed = sorted(_parts(text))
    if not 1 < len(typed) <= MANY_PARTS:
        return []
    found = [
        offer
        for offer in menu
        if any(sorted(_parts(" ".join(words))) == typed for words in _endings(_notation(offer)) if "_" in words[-1])
    ]
    return found if len(found) == 1 else []


def _endings(words: list[str]) -> list[list[str]]:
    return [words[skipped:] for skipped in range(len(words))]


def _parts(text: str) -> list[str]:
    return [part for part in _APART.split(text) if part]


def _in_parts(text: str, menu: Sequence[MenuOffer]) -> list[MenuOffer]:
    """Offers with a part for each that was typed, in any order: `yel 2` is `deck yellow_2`. One at least must be a word.

    Figures keep their order: `boast 4 of 1` is not `boast 1 x 4`.
    """
    typed = _parts(text)
    if not 0 < len(typed) <= MANY_PARTS or not any(part[0].isalpha() for part in typed):
        return []
    figures = [part for part in typed if part.isdecimal()]
    said = [(offer, _parts(fold_text(offer.notation))) for offer in menu]
    return [offer for offer, parts in said if _each_begins(parts, typed) and _in_order(parts, figures)] or [
        offer for offer in menu if _each_begins(_all_parts(offer), typed)
    ]


def _in_order(parts: Sequence[str], wanted: Sequence[str]) -> bool:
    """Whether parts are among others in their order."""
    left = iter(parts)
    return all(each in left for each in wanted)


def _all_parts(offer: MenuOffer) -> list[str]:
    """What an option is called, in parts, without figures that stand alone: they count, or are prices and the like."""
    said = [word for name in (offer.notation, *offer.names, offer.label) for word in _SAID.findall(fold_text(name))]
    return list(dict.fromkeys(part for word in said if not word.isdecimal() for part in _parts(word)))


def _each_begins(parts: Sequence[str], typed: Sequence[str]) -> bool:
    """Whether each part that was typed is the beginning of a part of its own."""
    left = list(parts)
    for part in sorted(typed, key=len, reverse=True):
        place = next((place for place, each in enumerate(left) if _begins_part(each, part)), None)
        if place is None:
            return False
        del left[place]
    return True


def _begins_part(part: str, typed: str) -> bool:
    rest = part.removeprefix(typed)
    return part.startswith(typed) and not (typed[-1].isdecimal() and rest[:1].isdecimal())


def _named(text: str, menu: Sequence[MenuOffer], names_of: Callable[[MenuOffer], Sequence[str]]) -> list[MenuOffer]:
    """Offers called so. A bare number is no name: figures in labels are prices and the like."""
    if not any(map(str.isalpha, text)):
        return []
    named = [(offer, fold_text(name)) for offer in menu for name in names_of(offer)]
    exact = {offer.option: offer for offer, name in named if name == text}
    if exact:
        return list(exact.values())
    typed = _SAID.findall(text)
    if not typed:
        return []
    said = [(offer, _SAID.findall(name)) for offer, name in named]
    for skipped in range(max((len(words) for _, words in said), default=0)):
        found = {offer.option: offer for offer, words in said if _all_begin(words[skipped:], typed)}
        if found:
            return list(found.values())
    return []


# Who asks about something, where, and which answers a text may mean there.

SHORTEST: Final = 3
"""Shorter words are not looked for among what is not offered: they would be found everywhere."""

WATCHER: Final = -1
"""Somebody who looks on, and knows no more than all may."""


@dataclass(frozen=True, slots=True)
class LookupContext:
    """A question at the table: its menu, where it is asked, and how to speak.

    Attributes:
        menu: what can be answered; nothing where somebody else is asked.
        game: the game.
        state: where it is asked.
        lang: `en` or `es`.
        names: of the players, by seat.
        viewer: the seat that wants to know, `WATCHER` for somebody who looks on; by default the one that decides.
        revealed: whether the viewer sees what the others held, after the end.
        asking: whether the viewer is the one who is asked now.

    """

    menu: Sequence[MenuOffer]
    game: Game
    state: State
    lang: str
    names: Sequence[str] = ()
    viewer: int | None = None
    revealed: bool = False
    asking: bool = True

    @property
    def observed(self) -> Mapping[str, Any]:
        """What the viewer sees, in names."""
        return seat_observation(self.state, self._looks) if self.revealed else self.state.observe(self._looks)

    @property
    def masked_state(self) -> MaskedState:
        """What the viewer is shown, to make scenes of."""
        return seat_view(self.state, self._looks) if self.revealed else self.state.masked(self._looks)

    @property
    def _looks(self) -> int:
        return self.state.seat if self.viewer is None else self.viewer


def matching_answers(typed: str, asked: LookupContext) -> list[MenuOffer]:
    """The options that somebody may mean who asks about a move: what would be played, else others of the question or the game."""
    text = " ".join(typed.casefold().split())
    try:
        found: int | None = asked.game.parse(text)
    except NotationError:
        found = option_by_key(text, asked.menu)
    start = values_prefix(asked.menu)
    if found is None and start is not None and text.isdecimal():
        with suppress(NotationError):
            found = asked.game.parse(f"{start} {int(text[:9])}")
    if found is not None:
        return [option_offer(asked.game, found, asked.lang, asked.names)]
    return matching_offers(fold_text(text), asked.menu) or matching_offers(fold_text(text), decision_vocabulary(asked))


def option_by_key(text: str, menu: Sequence[MenuOffer]) -> int | None:
    """The option of a menu with this key."""
    wanted = str(int(text[:9])) if text.isdecimal() else text
    return next((offer.option for key, offer in zip(menu_keys(menu), menu, strict=True) if key == wanted), None)


def decision_vocabulary(asked: LookupContext) -> list[MenuOffer]:
    """Every option of the question asked, offered now or not, as the menu would show it."""
    decision = asked.state.decision
    return [_labelled(asked, option) for option in (asked.game.vocabulary_of(decision.name) if decision else ())]


def _labelled(asked: LookupContext, option: int) -> MenuOffer:
    """An option with its label, told as to somebody else: what is not offered may be hidden."""
    offer = option_offer(asked.game, option, asked.lang, asked.names)
    try:
        return replace(offer, label=asked.game.label(asked.state, option, asked.lang, WATCHER, asked.names))
    except BrokenRuleError:  # of what is not there
        return offer


LOOKS: Final = 12
"""What comes of so many answers is looked at."""
MOST_NEXT: Final = 3
"""So many things that may follow are told."""


def question_paragraph(asked: LookupContext) -> str:
    """The paragraph; nothing where somebody else is asked."""
    decision = asked.state.decision
    return "" if decision is None or not asked.asking else " ".join(_sentences(asked))


def _sentences(asked: LookupContext) -> Iterator[str]:
    state, lang = asked.state, asked.lang
    assert state.decision is not None  # else nothing is asked
    phase = state.observe(state.seat)["phase"]
    title = asked.game.glossary.title("phases", phase, lang) if phase else ""
    name, question = asked.names[state.seat], state.decision.prompt(lang, asked.names)
    yield message("lookup.asked_in" if title else "lookup.asked", lang, name=name, phase=title, question=question)
    if state.simultaneous and state.n > 1:
        yield message("lookup.asked_together", lang)
    causes = [source.names[lang] for source in question_sources(state)]
    if causes:
        yield message(
            "lookup.asked_because", lang, what=", ".join(message("story.quoted", lang, what=each) for each in causes)
        )
    yield message(
        "lookup.asked_answers", lang, count=len(state.options), shown=format_grouped(len(state.options), lang)
    )
    following = [text for _, text in sorted(_following(asked).items(), key=lambda each: each[0] == "turn_ends")]
    if following:
        *before, last = following[:MOST_NEXT]
        what = message("lookup.asked_or", lang, first=", ".join(before), last=last) if before else last
        yield message("lookup.asked_then", lang, what=what)


def _following(asked: LookupContext) -> dict[str, str]:
    """What may come after an answer, each once: the next question, chance, something hidden, or the end of the turn."""
    found: dict[str, str] = {}
    for seen in _foreseen(asked):
        decision = None if seen.asked is None or seen.ends_turn else seen.asked.decision
        if decision is not None:
            before, mark, _ = decision.prompt(asked.lang, asked.names).partition("?")
            said = before.rpartition(". ")[2] + mark  # without what is said before and after it
            found.setdefault(f"question {decision.name}", message("lookup.then_question", asked.lang, question=said))
        else:
            key = seen.then or "turn_ends"
            found.setdefault(key, message(f"lookup.then_{key}", asked.lang))
    return found


def _foreseen(asked: LookupContext) -> Iterator[Foresight]:
    for option in asked.state.options[:LOOKS]:
        try:
            yield foresee(asked.state, option)
        except BrokenRuleError:  # said when it is taken
            continue
