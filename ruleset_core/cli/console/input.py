"""What a person types: the lines of a menu, and a parser that turns a typed line into an option, answers to the next
questions, a command, or a mistake with its reason.

For example, `3` is option 3, `take wood; end` two answers, `undo 2` a command, and `tak` a mistake if two options begin so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cache
from itertools import zip_longest
from typing import Final

from ruleset_core import BrokenRuleError, Game, NotationError, State, foresee
from ruleset_core.cli.output import wrap_lines
from ruleset_core.messages import LANGUAGES, behind_colon, labelled, message, set_apart
from ruleset_core.play.lookup.queries import (
    SHORTEST,
    LookupContext,
    decision_vocabulary,
    fold_text,
    matching_answers,
    matching_offers,
    option_by_key,
    strip_question_words,
)
from ruleset_core.play.wording.game_messages import (
    SHORT,
    MenuOffer,
    is_done_option,
    menu_keys,
    option_offer,
    plain_offers,
    refusal_reason_text,
    shorten_input,
    typed_labels,
    values_prefix,
)
from ruleset_core.values import number_runs

# Why what was typed is not done: neither move nor command, not offered now, or not clear.

CLOSE: Final = 0.75
"""How much a word must be like a command, from 0 to 1, before that is thought to be meant."""

LOOKED_AT: Final = 60
"""The reasons against so many options are compared."""

FEW_OPTIONS: Final = 3
"""So many options that are refused are named, if the question is theirs; of more, and of other questions, it is said what was typed."""

SOME: Final = 8
"""So many options are named; of more that there are more."""


@dataclass(frozen=True, slots=True)
class InputMistake:
    """Neither a move nor a command; `text` says why."""

    text: str


def unique_offer(text: str, menu: Sequence[MenuOffer], lang: str) -> int | InputMistake | None:
    """The one offer that a text is the beginning of; a mistake if there are several, nothing if there is none."""
    fitting = matching_offers(fold_text(text), menu)
    return ambiguous_input(text, fitting, lang) if len(fitting) > 1 else fitting[0].option if fitting else None


def ambiguous_input(text: str, fitting: Sequence[MenuOffer], lang: str) -> InputMistake:
    """That a text may mean each of these offers."""
    return InputMistake(message("cli.play.ambiguous", lang, text=text, options=_in_ranges(typed_labels(fitting), lang)))


def bad_number(text: str, asked: LookupContext) -> InputMistake:
    """Why there is no such number: the reason of the rules where it would be a value, or else how many there are."""
    start, keys, lang = values_prefix(asked.menu), menu_keys(asked.menu), asked.lang
    try:
        option = None if start is None else asked.game.parse(f"{start} {int(text[:9])}")
    except NotationError:
        option = None
    if option is not None:
        return InputMistake(refusal_reason_text(asked.state, option, asked.lang, asked.names))
    if keys == [str(number) for number in range(1, len(keys) + 1)]:
        return InputMistake(message("cli.play.no_number", lang, text=text[:9], count=len(keys)))
    return InputMistake(message("cli.play.no_value", lang, text=text[:9], keys=_in_ranges(keys, lang)))


def unknown_input(text: str, asked: LookupContext, commands: Sequence[str]) -> InputMistake:
    """Why a text that means nothing here cannot be done; `commands` are words that may have been meant."""
    try:
        option = asked.game.parse(text)
    except NotationError:
        return _begun(text, asked) or _elsewhere(text, asked) or _unknown(text, asked, commands)
    return InputMistake(refusal_reason_text(asked.state, option, asked.lang, asked.names))


def not_offered(text: str, asked: LookupContext) -> InputMistake | None:
    """Why an answer to this question is refused; None if the text names none."""
    if len(text) < SHORTEST and not any(map(str.isdecimal, text)):
        return None
    found = [
        offer.option
        for offer in matching_offers(fold_text(text), decision_vocabulary(asked))
        if offer.option not in asked.state.options
    ]
    return _all_refused(text, found, asked) if found else None


def _begun(text: str, asked: LookupContext) -> InputMistake | None:
    """What is wrong with the first words, whatever was to follow: they are refused, or may mean several options."""
    words = text.split()
    for size in range(len(words) - 1, 0, -1):
        first = " ".join(words[:size])
        found = unique_offer(first, asked.menu, asked.lang) or not_offered(first, asked)
        if isinstance(found, InputMistake):
            return found
    return None


def _unknown(text: str, asked: LookupContext, commands: Sequence[str]) -> InputMistake:
    known = {offer.notation.casefold(): offer.notation for offer in asked.menu}
    known |= {fold_text(offer.label): offer.label for offer in asked.menu}
    known_here = [offer.notation for offer in decision_vocabulary(asked)]
    behind = matching_offers(
        fold_text(text.partition(" ")[2]), asked.menu
    )  # another verb, perhaps of the opposite: not taken
    close = (
        [offer.notation for offer in behind if len(behind) == 1]
        or get_close_matches(text, commands, n=1, cutoff=CLOSE)
        or get_close_matches(text, known, n=1)
        or get_close_matches(text, known_here, n=1)
    )
    said = message("cli.play.no_move", asked.lang, text=shorten_input(text))
    meant = message("play.meant", asked.lang, text=known.get(close[0], close[0])) if close else ""
    return InputMistake(set_apart((said, meant), asked.lang))


def _elsewhere(text: str, asked: LookupContext) -> InputMistake | None:
    """Why what is named cannot be done: it is an option of another question."""
    if len(text) < SHORTEST:
        return None
    game = asked.game
    everything = [option_offer(game, option, asked.lang, asked.names) for option in range(game.vocabulary_size)]
    found = [
        offer.option for offer in matching_offers(fold_text(text), everything) if not is_done_option(offer.notation)
    ]
    return _all_refused(text, found, asked) if found else None


def _all_refused(text: str, found: Sequence[int], asked: LookupContext) -> InputMistake:
    """Why none of some options can be taken: the reason if it is the same for all, or the same for all that there are.

    Those that begin like an answer that is offered are meant: `lay box c1` lies as a box may, which no other form does.
    """
    begun = {_beginning(offer.notation) for offer in asked.menu}
    found = [option for option in found if _beginning(asked.game.notation(option)) in begun] or found
    if len(found) == 1:
        return InputMistake(refusal_reason_text(asked.state, found[0], asked.lang, asked.names))
    state, lang, names = asked.state, asked.lang, asked.names
    of_game = {state.why_not(option, lang, names) for option in found[:LOOKED_AT]}
    of_table = {state.why_not(option, lang, names, own=True) for option in found[:LOOKED_AT]} - {None}
    reasons = of_game if len(of_game) == 1 else of_table
    asked_now = {offer.option for offer in decision_vocabulary(asked)}
    said = (
        message("cli.play.none_now", lang, text=shorten_input(text), options=", ".join(map(asked.game.notation, found)))
        if len(found) <= FEW_OPTIONS and not asked_now.isdisjoint(found)
        else message("play.not_now", lang, text=shorten_input(text))
    )
    why = reasons.pop() if len(reasons) == 1 else None
    return InputMistake(labelled(said, behind_colon(why, names), lang) if why else said)


def _beginning(notation: str) -> str:
    """An answer without its last part."""
    return notation.rpartition(" ")[0]


def _in_ranges(texts: Sequence[str], lang: str) -> str:
    """Some options, numbers in a row by the first and the last one."""
    named = [
        message("cli.lookup.from_to", lang, low=first, high=last) if last else first
        for first, last in number_runs(texts)
    ]
    return ", ".join(named[:SOME]) + (", ..." if len(named) > SOME else "")


# What is typed ahead of its question: answers to the next questions that a text means, where only one way leads
# there.

DEEP: Final = 3
"""So many questions may be answered in a row, the one that is asked now included, where words stand for each."""

LOOKS: Final = 120
"""So many options are looked behind before it is given up: a person waits meanwhile."""


@dataclass(frozen=True, slots=True)
class AnswerPath:
    """Answers to several questions in a row: the option taken now, and the notations of those after it."""

    option: int
    rest: tuple[str, ...]


Steps = tuple["MenuOffer", ...]
"""Answers in a row."""


def answers_ahead(text: str, asked: LookupContext) -> AnswerPath | InputMistake | None:
    """The answers that a text means which is none to the question asked now; a mistake if there are several such ways.

    Only what is certain is looked at: not beyond chance, what is hidden, or the turn of somebody else.
    """
    look, said = _Look(asked), fold_text(text)
    found = look.in_a_row(said.split(), asked.state, asked.menu) or look.for_one(said)
    if len(found) > 1:
        shown = [" · ".join(offer.notation for offer in steps) for steps in found[:SOME]]
        more = ", ..." if len(found) > SOME else ""
        return InputMistake(message("cli.play.ambiguous", asked.lang, text=text, options=", ".join(shown) + more))
    if not found:
        return look.refused(text)
    first, *rest = found[0]
    return AnswerPath(first.option, tuple(offer.notation for offer in rest))


class _Look:
    """Looks behind options, as often as a person can wait for."""

    def __init__(self, asked: LookupContext) -> None:
        self.asked = asked
        self.left = LOOKS

    def behind(self, state: State, offer: MenuOffer) -> tuple[State, list[MenuOffer]] | None:
        """The next question of the same seat, with its menu; None where it cannot be known, or is nobody's to answer."""
        if self.left <= 0:
            return None
        self.left -= 1
        try:
            then = foresee(state, offer.option).asked
            return (
                None if then is None else (then, plain_offers(self.asked.game, then, self.asked.lang, self.asked.names))
            )
        except BrokenRuleError:  # said when it is taken
            return None

    def refused(self, text: str) -> InputMistake | None:
        """Why the answer that a text names is not offered at the next question, if it is one of that."""
        words = fold_text(text).split()
        for size in range(len(words) - 1, -1, -1):
            firsts = matching_offers(" ".join(words[:size]), self.asked.menu) if size else self.asked.menu
            then = [self.behind(self.asked.state, offer) for offer in firsts] if size == 0 or len(firsts) == 1 else []
            rest = " ".join(words[size:])
            reasons = [not_offered(rest, replace(self.asked, state=each[0], menu=each[1])) for each in then if each]
            told = dict.fromkeys(each for each in reasons if each is not None)
            if len(told) == 1:
                return next(iter(told))
        return None

    def in_a_row(self, words: Sequence[str], state: State, menu: Sequence[MenuOffer], deep: int = DEEP) -> list[Steps]:
        """Ways whose first words answer this question and whose others answer the next ones: `draw red 2`."""
        found: list[Steps] = []
        for size in range(len(words) - 1, 0, -1):
            first = matching_offers(" ".join(words[:size]), menu)
            behind = self.behind(state, first[0]) if len(first) == 1 else None
            if behind is None:
                continue
            rest = " ".join(words[size:])
            last = _by_value(rest, behind[1]) or self.answers(rest, *behind)
            found = [(first[0], offer) for offer in last]
            if not found and deep > 2:
                found = [(first[0], *steps) for steps in self.in_a_row(words[size:], *behind, deep - 1)]
            if found:
                break
        return found

    def for_one(self, text: str) -> list[Steps]:
        """Answers to this question behind which an option of this name is asked for next.

        No further: what lies between would be answered with nothing said about it.
        """
        lone = any(len(word) == 1 and word.isalpha() for word in text.split())
        if len(text) < SHORTEST or lone or not any(map(str.isalpha, text)):
            return []
        asked = self.asked
        firsts = asked.menu if len(asked.menu) <= self.left else ()
        behind = ((offer, self.behind(asked.state, offer)) for offer in firsts)
        return [(offer, each) for offer, then in behind if then is not None for each in self.answers(text, *then)]

    def answers(self, text: str, state: State, menu: Sequence[MenuOffer]) -> list[MenuOffer]:
        """The answers to a later question that a text means; that nothing more is taken must be asked for there."""
        rest = (
            strip_question_words(text, state.decision.prompt(self.asked.lang, self.asked.names))
            if state.decision
            else ""
        )
        found = matching_offers(text, menu) or (matching_offers(rest, menu) if any(map(str.isalpha, rest)) else [])
        return [offer for offer in found if not is_done_option(offer.notation)]


def _by_value(text: str, menu: Sequence[MenuOffer]) -> list[MenuOffer]:
    """The option whose value was typed, where the menu's numbers are values; another menu's places nobody has seen."""
    if values_prefix(menu) is None or not text.isdecimal():
        return []
    return [offer for key, offer in zip(menu_keys(menu), menu, strict=True) if key == str(int(text[:9]))]


# What a typed line means: an option by number, notation or unique beginning, a command, or a mistake.

COMMANDS: Final = ("board", "undo", "log", "save", "load", "scores", "why", "hint", "resign", "help", "quit")
"""Commands besides `?`. The words for them of both languages are understood; those of the screen's are suggested."""

WHOLE: Final = {"save", "load"}
"""Commands followed by a name of a file, in which anything may stand."""


@dataclass(frozen=True, slots=True)
class Command:
    """Something to do that is no move; `rest` is what was typed behind it."""

    name: str
    rest: str = ""


def command_words(lang: str) -> list[str]:
    """The words for commands in a language."""
    return ["?", *(word for name in COMMANDS for word in _words(name, lang) if " " not in word)]


def _words(name: str, lang: str) -> list[str]:
    return message(f"cli.command.{name}", lang).split(", ")


def split_answers(typed: str, menu: Sequence[MenuOffer]) -> list[str]:
    """The answers in a typed line: parted by `;`, or by spaces where every word is a bare number or letter.

    A number at the beginning is that of a line of the menu, and the rest answers what follows: `2 b1` does not mean `pear_2 b1`.
    """
    command = _command(typed.strip())
    if command is not None and command.name in WHOLE:
        return [typed]
    if ";" in typed:
        return [part.strip() for part in typed.split(";") if part.strip()] or [typed]
    words = fold_text(typed).split()
    if len(words) < 2 or words[0] not in menu_keys(menu):
        return [typed]
    bare = all(word.isdecimal() or (len(word) == 1 and word.isalpha()) for word in words)
    if bare and not matching_offers(fold_text(typed), menu):
        return words
    begun = any(fold_text(offer.notation.partition(" ")[2]).startswith(words[0]) for offer in menu)
    return [words[0], " ".join(words[1:])] if words[0].isdecimal() and not begun and not bare else [typed]


def parse_line(
    typed: str, menu: Sequence[MenuOffer], game: Game, state: State, lang: str, names: Sequence[str] = ()
) -> int | AnswerPath | Command | InputMistake:
    """The option (as its number in the vocabulary), answers in a row, the command or the mistake in a typed line."""
    text = " ".join(typed.casefold().split())
    for offer in menu:
        if text in {offer.notation.casefold(), offer.written.casefold()}:
            return offer.option
    command = _command(typed.strip())
    if command is not None:
        return command
    asked = LookupContext(menu, game, state, lang, names)
    found = _answer(text, asked)
    if found is None and text in SHORT:
        return Command(SHORT[text])
    if found is not None:
        return found
    return not_offered(text, asked) or answers_ahead(text, asked) or unknown_input(text, asked, command_words(lang))


def _answer(text: str, asked: LookupContext) -> int | InputMistake | None:
    """The offer with this key, or the one that these words mean; with words of the question before it if need be."""
    keyed = option_by_key(text, asked.menu)
    if keyed is not None or text.isdecimal():
        return bad_number(text, asked) if keyed is None else keyed
    found, decision = unique_offer(text, asked.menu, asked.lang), asked.state.decision
    if found is not None or decision is None:
        return found
    rest = strip_question_words(fold_text(text), decision.prompt(asked.lang, asked.names))
    if rest == fold_text(text) or (
        rest.isdecimal() and values_prefix(asked.menu) is None
    ):  # `red 1` is not the first option
        return None
    return _answer(rest, asked)


def option_asked_about(typed: str, asked: LookupContext) -> int | InputMistake | None:
    """The option that `? MOVE` means, or a mistake where it may mean several; None if it means none."""
    found = matching_answers(typed, asked)
    if len(found) > 1:
        return ambiguous_input(" ".join(typed.casefold().split()), found, asked.lang)
    return found[0].option if found else None


def join_command_words(typed: str) -> str:
    """What was typed, with a command of several words as one word: `por qué` as `porqué`."""
    found = next((each for each in _commands_of_several_words() if each[0].match(typed)), None)
    return typed if found is None else found[0].sub(found[1], typed, count=1)


@cache
def _commands_of_several_words() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Patterns of words for commands between which there are spaces, and the first word for the same command."""
    return tuple(
        (re.compile(rf":?{each.replace(' ', chr(92) + 's+')}(?!\w)", re.IGNORECASE), _words(name, lang)[0])
        for lang in LANGUAGES
        for name in COMMANDS
        for each in _words(name, lang)
        if " " in each
    )


def _command(typed: str) -> Command | None:
    word, _, rest = join_command_words(typed).partition(" ")
    if typed.startswith("?"):
        word, rest = "?", typed[1:]
    word = word.removeprefix(":").casefold()
    name = "?" if word == "?" else next((each for each in COMMANDS if word in _all_words(each)), None)
    return Command(name, rest.strip()) if name else None


def _all_words(name: str) -> list[str]:
    return [word for lang in LANGUAGES for word in _words(name, lang)]


# The lines of a menu, as many as there is room for.

COLUMNS: Final = 2
"""So many columns are worth that one reads labels without their notations."""
LEAST_MENU_ROWS: Final = 6
SHARE: Final = 3
"""A menu of at most so many lines, which the usual room below the game holds, or of such a share of those there are, stands in one column."""


def menu_lines(
    menu: Sequence[MenuOffer], told: Sequence[MenuOffer] | None = None, *, keyed: bool = True
) -> Iterator[str]:
    """Number or letter, if `keyed`, notation, label and outcome of every option or those `told`, each in a column of its own."""
    shown = menu if told is None else told
    keys = [key for key, offer in zip(menu_keys(menu), menu, strict=True) if offer in shown]
    menu = shown
    written = typed_labels(menu)
    width, size = max(map(len, keys), default=0), max(map(len, written), default=0)
    labels = ["" if offer.label == said else offer.label for offer, said in zip(menu, written, strict=True)]
    widest = max(map(len, labels), default=0)
    for key, offer, said, label in zip(keys, menu, written, labels, strict=True):
        outcome = "  ".join(filter(None, (offer.sought, f"→ {offer.outcome}" if offer.outcome else "", offer.usual)))
        columns = [
            *([f"{key:>{width}}"] if keyed else []),
            f"{said:<{size}}",
            *([f"{label:<{widest}}"] if widest else []),
            outcome,
        ]
        yield f"  {'  '.join(columns)}".rstrip()


def fitting_lines(menu: Sequence[MenuOffer], width: int, rows: int) -> list[str] | None:
    """A menu in at most so many rows; None if it is too long for that.

    Forecasts go first, then notations. Prices stay, at the answers or, if all cost the same, in a line below them:

          1  Palace 1      3  Palace 4      5  City Hall 6
          2  Palace 2      4  City Hall 2
          each: −1 citizen in the supply
    """
    whole = [*menu_lines(menu)]
    if len(whole) > max(rows // SHARE, LEAST_MENU_ROWS) and (named := _by_label(menu, width)):
        return named
    if sum(1 for line in whole for _ in wrap_lines(line, width)) <= rows:
        return whole
    priced = [*menu_lines([replace(offer, outcome=offer.price) for offer in menu])]
    if sum(1 for line in priced for _ in wrap_lines(line, width)) <= rows:
        return priced
    return next((lines for lines in _folded(menu, width) if len(lines) <= rows), None)


def folded_lines(menu: Sequence[MenuOffer], width: int) -> list[str]:
    """A menu in as few rows as there can be, what is the same of all in a line below."""
    return min(_folded(menu, width), key=len)


def drawn_lines(menu: Sequence[MenuOffer], pictures: Sequence[Sequence[str]], width: int) -> list[str]:
    """Options beside each other, each with what it looks like below its name."""
    keys = [*menu_keys(menu)]
    wide = max(map(len, keys), default=0)
    cells = [
        [
            f"  {key:>{wide}}  {offer.names[0] if offer.names else offer.label} {offer.signs}".rstrip(),
            *(f"  {'':{wide}}  {row}" for row in picture),
        ]
        for key, offer, picture in zip(keys, menu, pictures, strict=True)
    ]
    size = max((len(row) for cell in cells for row in cell), default=0) + 1
    across = max(1, width // size)
    found: list[str] = []
    for start in range(0, len(cells), across):
        rows = zip_longest(*cells[start : start + across], fillvalue="")
        found += ["".join(row.ljust(size) for row in each).rstrip() for each in rows]
    return found


def _folded(menu: Sequence[MenuOffer], width: int) -> Iterator[list[str]]:
    """The options in columns with their prices, which stand below where all cost the same: without notations, then without labels."""
    every = menu[0].price if len({offer.price for offer in menu}) == 1 else ""
    told = menu[0].outcome if len({offer.outcome for offer in menu}) == 1 else ""
    said = message(
        "cli.play.each_costs", menu[0].lang, price=f"→ {told}" if told and len(told) <= width // 2 else every
    )
    for labels in filter(None, (_distinct_labels(menu), typed_labels(menu))):
        priced = [_priced(label, offer, besides=every) for label, offer in zip(labels, menu, strict=True)]
        yield [*_in_columns(menu, priced, width), *([f"  {said}"] if every or told else [])]


def _priced(label: str, offer: MenuOffer, besides: str) -> str:
    """What is read of an option, with its price if that is not said elsewhere, and the key that takes it."""
    price = f"→ {offer.price}" if offer.price and offer.price != besides else ""
    return " ".join(filter(None, (label, price, offer.signs)))


def _by_label(menu: Sequence[MenuOffer], width: int) -> list[str]:
    """Short labels of options that say it all in several columns; nothing where they do not, or are not short."""
    labels = _distinct_labels(menu)
    if any(offer.outcome or offer.signs for offer in menu) or not labels:
        return []
    lines = _in_columns(menu, labels, width)
    return lines if len(lines) * COLUMNS <= len(menu) + COLUMNS - 1 else []


def _distinct_labels(menu: Sequence[MenuOffer]) -> list[str]:
    """What is read of each option without its notation; nothing where that does not tell options apart."""
    keys = menu_keys(menu)
    labels = [offer.written if offer.label in {"", key} else offer.label for key, offer in zip(keys, menu, strict=True)]
    return labels if len({*labels}) == len(labels) else []


def _in_columns(menu: Sequence[MenuOffer], said: Sequence[str], width: int) -> list[str]:
    """Number or letter of every option with what is said of it, in as many columns as there is room for, read downwards."""
    keys = [*menu_keys(menu)]
    wide = max(map(len, keys), default=0)
    cells = [f"  {key:>{wide}}  {each} " for key, each in zip(keys, said, strict=True)]
    for high in range(1, len(cells) + 1):
        columns = [cells[at : at + high] for at in range(0, len(cells), high)]
        sizes = [max(map(len, column)) for column in columns]
        if sum(sizes) <= width + 1 or high == len(cells):
            rows = zip_longest(*columns, fillvalue="")
            return ["".join(cell.ljust(size) for cell, size in zip(row, sizes, strict=True)).rstrip() for row in rows]
    return []
