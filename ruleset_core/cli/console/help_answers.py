"""Answers to `?` and `why`: what can be done and why not the rest, what cards and rules say, where points and resources
came from.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from ruleset_core import subjects
from ruleset_core.cli.console.input import InputMistake, menu_lines, option_asked_about
from ruleset_core.cli.console.screen import MenuChoice, Screen
from ruleset_core.cli.rules_output import paragraph_lines
from ruleset_core.cli.show import card_lines
from ruleset_core.formats.scene_format import SceneNode, SceneTarget
from ruleset_core.messages import behind_colon, labelled, message, set_apart
from ruleset_core.play.lookup.descriptions import (
    EntryDescription,
    certain_outcomes,
    describe_entry,
    outcomes_about,
    outcomes_at,
)
from ruleset_core.play.lookup.index import (
    SHOWN_ANYWAY,
    LookupEntry,
    LookupResult,
    called_exactly,
    entry_by_id,
    entry_name,
    find_entries,
    join_first,
    terms_overview,
)
from ruleset_core.play.lookup.queries import LookupContext, fold_text, question_paragraph, typed_words, words_begin_like
from ruleset_core.play.lookup.rules_lookup import PARAGRAPH, Reason, asked_paragraphs, paragraphs_about, rules_contents
from ruleset_core.play.wording.game_messages import MenuOffer, refusal_reason_text, refused_option_name
from ruleset_core.play.wording.names_and_numbers import LANGS, player_names
from ruleset_core.view.terminal.screen_reader import read_node
from ruleset_core.view.terminal.span_text import TextPen

if TYPE_CHECKING:
    from ruleset_core import Account, Game, RulesParagraph, State, Subject
    from ruleset_core.play.records import Session


# What there is to say of a thing, as lines of a terminal.

HELP_WIDTH: Final = 78
"""Columns of rules at most."""


def thing_lines(asked: LookupContext, thing: LookupEntry) -> Iterator[str]:
    """What there is to say of a thing, a line for each."""
    told = describe_entry(asked, thing)
    yield from _thing_itself(asked, thing, told)
    for paragraph in told.rules:
        title, *lines = paragraph_lines(paragraph, HELP_WIDTH)
        yield from (*(() if thing.what == PARAGRAPH else (title,)), *lines)


def _thing_itself(asked: LookupContext, thing: LookupEntry, told: EntryDescription) -> Iterator[str]:
    """The same without the rules about it."""
    if thing.what == "set":
        yield labelled(told.name, ", ".join(told.text), asked.lang)
        yield from (f"  {line}" for line in told.lines)
    elif thing.what == "question":
        yield from told.lines[:-1]
        yield from (f"  {line}" for line in told.lines[-1:])
    elif thing.what == "card":
        yield from card_lines(asked.game.card(thing.name), told.rows, asked.lang)
        yield from (f"  {line}" for line in (told.marks, *told.lines) if line)
    else:
        yield f"{told.name} ({told.kind})" if thing.what == "member" and told.kind else told.name
        facts = [labelled(row.title, row.value, asked.lang) for row in told.rows if not row.aside]
        yield from (f"  {line}" for line in [*facts, *told.text])
        yield from (f"  {line}" for line in [*_now(asked, told), *told.lines])
        if told.speaking:
            yield f"  {message('cli.play.speak_of_it', asked.lang, cards=join_first(told.speaking, asked.lang))}"


def _now(asked: LookupContext, told: EntryDescription) -> Iterator[str]:
    """What a field, a list of pieces or a resource is now: for all, or for each seat."""
    if told.now is None:
        return
    pen = TextPen(asked.lang, players=told.now.players, texts=False)
    for panel in told.now.panels:
        whose = told.name
        if panel.seat is not None:
            whose = message("lookup.of_whom", asked.lang, what=told.name, name=told.now.players[panel.seat])
        said = ", ".join(line for node in panel.show for line in read_node(node, pen))
        yield labelled(f"{whose}{_how_many(panel.show)}", said, asked.lang)
    if not told.now.panels:
        yield labelled(told.name, message("lookup.nothing", asked.lang), asked.lang)


def _how_many(show: Sequence[SceneNode]) -> str:
    """How many pieces lie there, where they are listed."""
    listed = [len(node.cards) for node in show if node.kind == "cards" and node.lies != "pile"]
    return f" ({listed[0]})" if len(show) == 1 and listed else ""


# `?`: what can be done, why not the rest, and what cards and rules say, wherever they are.

MANY_OPTIONS: Final = 12
"""Reasons that are told, and options listed for one reason, unless all are asked for."""

FEW_OF_MANY: Final = 3
"""So many options are listed where more than those are refused for one reason."""

MANY_IN_COLUMNS: Final = 40
"""More options than this are listed beside each other, unless all are asked for."""

NAMED_OF_MANY: Final = 20
"""So many of these are listed before `and N more`."""

FEW_THINGS: Final = 3
"""Cards and rules of a name that are told in full; of more the names are told."""

MOST_PARAGRAPHS: Final = 2
"""Paragraphs about a word that are told in full."""

MOST_TITLES: Final = 6
"""Further paragraphs of which the titles are told."""


def print_options(
    screen: Screen,
    state: State,
    menu: Sequence[MenuOffer],
    lang: str,
    names: Sequence[str],
    *,
    all_: bool,
    keyed: bool = True,
) -> None:
    """What can be done and why the rest cannot: about what there is at this table, or about all the game has; `keyed`: with what to type."""
    game = state.game
    screen.line(question_paragraph(LookupContext(menu, game, state, lang, names)))
    for paragraph in asked_paragraphs(state, lang):
        title, *lines = paragraph_lines(paragraph, min(screen.text_width, HELP_WIDTH))
        screen.line(title, "bold")
        for line in lines:
            screen.line(line)
    screen.line(message("cli.play.you_can", lang), "bold")
    if len(menu) > MANY_IN_COLUMNS and not all_:
        labels = [*dict.fromkeys(offer.label or offer.written for offer in menu)]
        left = len(labels) - NAMED_OF_MANY
        said = ", ".join(labels[:NAMED_OF_MANY] if left > 1 else labels)
        screen.line("  " + (message("cli.play.some_of_all", lang, some=said, count=left) if left > 1 else said))
    else:
        for line in menu_lines(menu, keyed=keyed):
            screen.line(line)
    reasons: dict[str, list[str]] = {}
    decision = state.decision
    for option in game.vocabulary_of(decision.name) if decision else ():
        if option not in state.options:
            why = state.why_not(option, lang, names, own=not all_) or (
                message("cli.play.no_reason", lang) if all_ else ""
            )
            if why:  # what has no reason is about nothing on this table
                reasons.setdefault(why, []).append(refused_option_name(state, option, lang, names))
    if reasons:
        screen.line(message("cli.play.you_cannot", lang), "bold")
    shown = list(reasons.items()) if all_ else list(reasons.items())[:MANY_OPTIONS]
    for why, options in shown:
        called = [*dict.fromkeys(options)]  # copies of a card are called alike
        most = len(called) if all_ or len(called) <= MANY_OPTIONS else FEW_OF_MANY
        screen.line(f"  {labelled(join_first(called, lang, most), behind_colon(why, names), lang)}")
    untold = sum(len(options) for options in list(reasons.values())[len(shown) :])
    if untold:
        screen.note(message("cli.play.untold", lang, count=untold))
    _print_cards(screen, game, state.options, lang)


def print_answer(
    screen: Screen, state: State, typed: str, menu: Sequence[MenuOffer], lang: str, names: Sequence[str]
) -> None:
    """Whether a move can be made, or why not; and what there is to say of the things of a name."""
    asked = LookupContext(menu, state.game, state, lang, names)
    about = option_asked_about(typed, asked)
    every = find_entries(state.game, typed, lang)
    found = list(every.things)
    exact = called_exactly(state.game, found, typed)
    named = exact if fold_text(typed) in typed_words("rules") else found
    general = [] if named or about is not None else _general(state.game, typed, lang)
    if general:
        for line in general:
            screen.line(line)
        return
    said, begins = "", False
    if isinstance(about, int):
        found = exact
        said = refusal_reason_text(asked.state, about, asked.lang, asked.names)
        begins = words_begin_like(fold_text(state.game.notation(about).replace("_", " ")), fold_text(typed))
    if isinstance(about, int) and begins:
        _print_option(screen, asked, about, said, exact)
    begun = [each for each in found if each.what != "term" or each.family in {*SHOWN_ANYWAY, "phases", "score"}]
    just_so = exact if any(each.what != "question" for each in exact) else []
    shown = next((each for each in (just_so, begun, exact) if 0 < len(each) <= FEW_THINGS), [])
    rules = paragraphs_about(state.game, fold_text(typed), lang, shown)
    for line in _explained(asked, shown, rules, answers=about is None):
        screen.line(line)
    others = [each for each in found if each not in shown and each.what != PARAGRAPH]
    if others and (shown or rules):
        called = join_first(_distinct_names(asked, others), lang, MOST_TITLES)
        screen.line(message("cli.play.also_called", lang, text=typed, options=called))
    elif others:
        options = ", ".join(_distinct_names(asked, others))
        screen.line(message("cli.play.ambiguous", lang, text=typed, options=options))
    elif about is None and not (shown or rules):
        screen.error(_unknown(asked, typed, every))
    if isinstance(about, InputMistake):
        screen.error(about.text)
    elif about is not None and not begins:
        _print_option(screen, asked, about, said, exact)


def _print_option(screen: Screen, asked: LookupContext, option: int, said: str, shown: Sequence[LookupEntry]) -> None:
    """Whether an option can be chosen, what comes of it, and its card where it is not among what is shown."""
    screen.line(said)
    for line in certain_outcomes(asked, option):
        screen.line(f"  {line}")
    card = asked.game.card_of(option)
    if card is not None and all(thing.name != card for thing in shown):
        _print_cards(screen, asked.game, [option], asked.lang)


def _explained(
    asked: LookupContext,
    things: Sequence[LookupEntry],
    rules: Mapping[Reason, Sequence[RulesParagraph]],
    *,
    answers: bool,
) -> Iterator[str]:
    """What there is to say of things: of what says something of its own that first, of others the rules about them."""
    described = {each: describe_entry(asked, each) for each in things}
    own = [
        each
        for each, told in described.items()
        if each.what in {"card", "rule"} or (told.rows and each.what == "member")
    ]
    for thing in own:
        yield from _thing_itself(asked, thing, described[thing])
        if answers and thing.what != "rule":
            yield from (f"  {each}" for each in outcomes_about(asked, thing.name))
    reason = next(iter(rules), None)
    most = 0 if own and reason != "explains" else 1 if reason in {"asks", "text"} else MOST_PARAGRAPHS
    told = next(iter(rules.values()), [])[:most]
    for paragraph in told:
        yield from paragraph_lines(paragraph, HELP_WIDTH)
    for thing in things:
        if thing not in own and thing.what != PARAGRAPH:
            yield from _thing_itself(asked, thing, described[thing])
            if answers and thing.what == "member":
                yield from (f"  {each}" for each in outcomes_about(asked, thing.name))
    titles = [each.title for paragraphs in rules.values() for each in paragraphs if each not in told]
    if titles:
        yield message("cli.play.more_rules", asked.lang, titles="; ".join(titles[:MOST_TITLES]))


def _distinct_names(asked: LookupContext, things: Sequence[LookupEntry]) -> list[str]:
    """The names of things, or what the data calls those that share a name: nine cards are called Town Crier."""
    names = [entry_name(asked.game, thing, asked.lang) for thing in things]
    count = Counter(map(fold_text, names))
    shared = {fold_text(name) for name in names if count[fold_text(name)] > FEW_THINGS}
    return [
        *dict.fromkeys(
            thing.name if fold_text(name) in shared else name for thing, name in zip(things, names, strict=True)
        )
    ]


def _general(game: Game, typed: str, lang: str) -> list[str]:
    """What is in no game alone: the rules, or a command."""
    if fold_text(typed) in typed_words("rules"):
        contents = rules_contents(game, lang) or terms_overview(game, lang)
        heads = [
            labelled(title, set_apart(names, lang), lang) if title else set_apart(names, lang)
            for title, names in contents
        ]
        return [*filter(None, [game.about(lang)]), *heads, message("cli.play.rules_more", lang)]
    commands = [line.strip() for line in message("cli.play.help", lang).splitlines()[1:-1]]
    return [line for line in commands if fold_text(typed) in fold_text(line.partition("  ")[0]).split()]


def _unknown(asked: LookupContext, typed: str, found: LookupResult) -> str:
    """What there is to say of a word that is no name."""
    title = asked.game.title(asked.lang)
    if found.speaking:
        return message(
            "cli.play.no_thing_said", asked.lang, text=typed, game=title, cards=join_first(found.speaking, asked.lang)
        )
    close = ", ".join(f"`{name}`" for name in found.near)
    return message(
        "cli.play.no_thing_but" if close else "cli.play.no_thing", asked.lang, text=typed, game=title, close=close
    )


def _print_cards(screen: Screen, game: Game, options: Iterable[int], lang: str) -> None:
    """What the cards that options pick do, each once."""
    picked = dict.fromkeys(map(game.card_of, options))
    for info in (game.card(card) for card in picked if card is not None):
        text = " ".join(info.text(lang).splitlines())
        if text:
            screen.line(labelled(info.name(lang), text, lang))


# What there is to say of something that somebody points at: an answer, or a thing on the table.


def pointed_lines(
    state: State, what: SceneTarget | MenuChoice, menu: Sequence[MenuOffer], lang: str, names: Sequence[str]
) -> list[str]:
    """What comes of an answer and what it is about; of a thing what it is, does and costs, and why it cannot be chosen now."""
    asked = LookupContext(menu, state.game, state, lang, names)
    if isinstance(what, SceneTarget):
        told = _thing(asked, what.family, what.id) or [*filter(None, [what.name])]
        return [*told, *outcomes_at(asked, what)]
    option = what.options[0]
    things = state.game.things(option)
    if len(what.options) > 1:  # the first of two things: what comes of it depends on the second
        return _thing(asked, things[0].family, things[0].id)
    told = [what.label or what.notation, *(f"  {line}" for line in certain_outcomes(asked, option))]
    return [*told, *(line for each in things for line in _thing(asked, each.family, each.id))]


def _thing(asked: LookupContext, family: str, member: str) -> list[str]:
    """What there is to say of a member of a set or a kind, or a rule."""
    thing = entry_by_id(asked.game, family, member)
    return [] if thing is None else [*thing_lines(asked, thing)]


# `why`: where points, money and the like came from, added up by what stands behind them.

MANY_MOVES: Final = 500
"""To go through more moves than this once more takes a while, and that is said."""


class _Wish(NamedTuple):
    """What is asked: about what, of which seat (None: nobody is named), and how many of the last changes (0: the sums)."""

    subject: Subject
    seat: int | None
    last: int


def print_reasons(screen: Screen, session: Session, typed: str, viewer: int | None, lang: str) -> None:
    """Say where an amount came from up to the position looked at; of one's own, or of all where somebody may know all.

    Args:
        screen: where it is said.
        session: the game.
        typed: what stands behind `why`: what is meant, possibly a player and a number of changes.
        viewer: to whom it is told, a seat; None for somebody who may know all.
        lang: `en` or `es`.
    """
    names = player_names(session.header, lang)
    offered = subjects(session.game, len(names))
    if not typed.strip():
        titles = dict.fromkeys(each.title(lang) for each in offered if each.of_note)
        screen.line(message("cli.play.why_what", lang, names=", ".join(titles)))
        screen.note(message("cli.play.why_more", lang))
        return
    found = _meant(typed, offered, names, lang)
    if not found:
        screen.error(message("cli.play.why_nothing", lang, text=typed.strip()[:60]))
        return
    if len(found) > 1:
        options = ", ".join(dict.fromkeys(each.subject.title(lang) for each in found[:8]))
        screen.error(message("cli.play.ambiguous", lang, text=typed.strip()[:60], options=options))
        return
    if session.moves_to_replay > MANY_MOVES:
        screen.note(message("cli.play.why_reading", lang, count=session.moves_to_replay))
    (wish,) = found
    mine = range(len(names)) if viewer is None else (viewer,)
    seats = (0,) if wish.subject.is_shared else mine if wish.seat is None else (wish.seat,)
    for place, seat in enumerate(seats):
        if place:
            screen.line()
        account = session.why(wish.subject.name, seat, wish.subject.at, viewer)
        for number, line in enumerate(_lines(session, account, wish, names, lang, linear=screen.linear)):
            screen.line(line, "" if number else "bold")


def _meant(typed: str, subjects: Sequence[Subject], names: Sequence[str], lang: str) -> list[_Wish]:
    """What may be meant: the longest beginning that names something counts, then those called just so."""
    words = fold_text(typed).split()
    for end in range(len(words), 0, -1):
        rest = _rest(words[end:], names)
        found = [] if rest is None else _subjects_named(" ".join(words[:end]), subjects, lang)
        if rest is not None and found:
            return [_Wish(subject, *rest) for subject in found]
    return []


def _rest(words: list[str], names: Sequence[str]) -> tuple[int | None, int] | None:
    """The seat and the number of changes behind a name, in any order; None if it is anything else."""
    seat = _seat(words, names)
    if not words or seat is not None:
        return seat, 0
    for number, others in ((words[-1], words[:-1]), (words[0], words[1:])):
        seat = _seat(others, names)
        if number.isdecimal() and (not others or seat is not None):
            return seat, int(number[:9])
    return None


def _seat(words: list[str], names: Sequence[str]) -> int | None:
    """The player of whom a text is the name, or its only beginning."""
    text = " ".join(words)
    numbered = [fold_text(message("play.seat", lang, number=seat + 1)) for lang in LANGS for seat in range(len(names))]
    found = [seat for seat, name in enumerate(names) if fold_text(name) == text]
    found = found or [place % len(names) for place, name in enumerate(numbered) if name == text][:1]
    found = found or [seat for seat, name in enumerate(names) if text and fold_text(name).startswith(text)]
    return found[0] if len(found) == 1 else None


def _subjects_named(text: str, subjects: Sequence[Subject], lang: str) -> list[Subject]:
    """The subjects of a name: the first that is called just so, or those that a word of begins so; first in one's language."""
    for language in (lang, *(each for each in LANGS if each != lang)):
        named = [(subject, fold_text(name)) for subject in subjects for name in dict(subject.names)[language]]
        exact = [subject for subject, name in named if name == text]
        if exact:
            return exact[:1]
        found = dict.fromkeys(subject for subject, name in named if words_begin_like(name, text))
        offered = [subject for subject in found if subject.of_note] or list(found)
        if offered:
            return offered[:1] if len({(each.name, each.is_shared) for each in offered}) == 1 else offered
    return []


def _lines(
    session: Session, account: Account, wish: _Wish, names: Sequence[str], lang: str, *, linear: bool
) -> Iterator[str]:
    what = wish.subject.title(lang)
    whose = names[account.seat] if account.seat >= 0 else ""
    of = (
        message("cli.play.why_of", lang, whose=whose, what=what)
        if whose
        else message("cli.play.why_table", lang, what=what)
    )
    known = account.after is not None or account.rows
    if not known:
        yield message("cli.play.why_unseen", lang, of=of)
    elif wish.last:
        yield from _changes(account, wish, of, names, lang)
    else:
        so_far = account.name is None and not session.state.over
        amount = "?" if account.after is None else str(account.after)
        yield message("cli.play.why_so_far" if so_far else "cli.play.why_now", lang, of=of, amount=amount)
        yield from _rows(account, names, lang, linear=linear)
        if account.decided is not None:
            yield account.verdict(lang, names)


def _rows(account: Account, names: Sequence[str], lang: str, *, linear: bool) -> Iterator[str]:
    cells = [
        (
            "" if account.name is None or not account.before else str(account.before),
            "",
            message("cli.play.why_start", lang),
        )
    ]
    cells = [each for each in cells if each[0]]
    for row in account.rows:
        amount = "?" if row.amount is None else _signed(row.amount)
        cells.append(
            (amount, f"×{row.times}" if row.times and row.times > 1 else "", row.words(account.game, lang, names))
        )
    if linear:
        for amount, times, what in cells:
            key = "cli.play.why_read_times" if times else "cli.play.why_read"
            yield message(key, lang, amount=amount, times=times.removeprefix("×"), what=what)
        cells = []
    widths = [max((len(cell[column]) for cell in cells), default=0) for column in (0, 1)]
    for amount, times, what in cells:
        middle = f"  {times:<{widths[1]}}" if widths[1] else ""
        yield f"  {amount:>{widths[0]}}{middle}  {what}"
    if not account.rows:
        yield f"  {message('cli.play.why_unchanged', lang)}"


def _changes(account: Account, wish: _Wish, of: str, names: Sequence[str], lang: str) -> Iterator[str]:
    shown = account.changes[-wish.last :]
    if not shown:
        yield message("cli.play.why_now", lang, of=of, amount="?" if account.after is None else account.after)
        yield f"  {message('cli.play.why_worked_out' if account.name is None and account.rows else 'cli.play.why_unchanged', lang)}"
        return
    yield message("cli.play.why_last" if len(shown) > 1 else "cli.play.why_last_one", lang, of=of, count=len(shown))
    amounts = [_signed(each.amount) for each in shown]
    width, size = max(map(len, amounts)), max(len(str(each.after)) for each in shown)
    for amount, each in zip(amounts, shown, strict=True):
        now = "" if account.name is None else f" → {each.after:>{size}}"  # of the score several things are counted
        yield f"  {amount:>{width}}{now}  {each.reason.words(account.game, lang, names)}"


def _signed(amount: int) -> str:
    return f"{amount:+}".replace("-", "−")
