"""`why`: where points, money and the like came from, added up by what stands behind them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from ruleset_core.cli.said.messages import say
from ruleset_core.lookup.words import begin_like, fold
from ruleset_core.texts.names import player_names
from ruleset_core.texts.saying import LANGS

if TYPE_CHECKING:
    from ruleset_core import Account, Subject
    from ruleset_core.cli.printed.screen import Screen
    from ruleset_core.record import Session

__all__ = ["tell_why"]

MANY: Final = 500
"""To go through more moves than this once more takes a while, and that is said."""


class _Wish(NamedTuple):
    """What is asked: about what, of which seat (None: nobody is named), and how many of the last changes (0: the sums)."""

    subject: Subject
    seat: int | None
    last: int


def tell_why(screen: Screen, session: Session, typed: str, viewer: int | None, lang: str) -> None:
    """Say where an amount came from up to the position looked at; of one's own, or of all where somebody may know all.

    Args:
        screen: where it is said.
        session: the game.
        typed: what stands behind `why`: what is meant, possibly a player and a number of changes.
        viewer: to whom it is told, a seat; None for somebody who may know all.
        lang: `en` or `es`.
    """
    names = player_names(session.header, lang)
    subjects = session.game.subjects(len(names))
    if not typed.strip():
        offered = dict.fromkeys(each.title(lang) for each in subjects if each.of_note)
        screen.line(say("why_what", lang, names=", ".join(offered)))
        screen.note(say("why_more", lang))
        return
    found = _meant(typed, subjects, names, lang)
    if not found:
        screen.error(say("why_nothing", lang, text=typed.strip()[:60]))
        return
    if len(found) > 1:
        options = ", ".join(dict.fromkeys(each.subject.title(lang) for each in found[:8]))
        screen.error(say("ambiguous", lang, text=typed.strip()[:60], options=options))
        return
    if session.unheard > MANY:
        screen.note(say("why_reading", lang, count=session.unheard))
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
    words = fold(typed).split()
    for end in range(len(words), 0, -1):
        rest = _rest(words[end:], names)
        found = [] if rest is None else _called(" ".join(words[:end]), subjects, lang)
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
    numbered = [fold(say("seat", lang, number=seat + 1)) for lang in LANGS for seat in range(len(names))]
    found = [seat for seat, name in enumerate(names) if fold(name) == text]
    found = found or [place % len(names) for place, name in enumerate(numbered) if name == text][:1]
    found = found or [seat for seat, name in enumerate(names) if text and fold(name).startswith(text)]
    return found[0] if len(found) == 1 else None


def _called(text: str, subjects: Sequence[Subject], lang: str) -> list[Subject]:
    """The subjects of a name: the first that is called just so, or those that a word of begins so; first in one's language."""
    for language in (lang, *(each for each in LANGS if each != lang)):
        named = [(subject, fold(name)) for subject in subjects for name in dict(subject.names)[language]]
        exact = [subject for subject, name in named if name == text]
        if exact:
            return exact[:1]
        found = dict.fromkeys(subject for subject, name in named if begin_like(name, text))
        offered = [subject for subject in found if subject.of_note] or list(found)
        if offered:
            return offered[:1] if len({(each.name, each.is_shared) for each in offered}) == 1 else offered
    return []


def _lines(
    session: Session, account: Account, wish: _Wish, names: Sequence[str], lang: str, *, linear: bool
) -> Iterator[str]:
    what = wish.subject.title(lang)
    whose = names[account.seat] if account.seat >= 0 else ""
    of = say("why_of", lang, whose=whose, what=what) if whose else say("why_table", lang, what=what)
    known = account.after is not None or account.rows
    if not known:
        yield say("why_unseen", lang, of=of)
    elif wish.last:
        yield from _changes(account, wish, of, names, lang)
    else:
        so_far = account.name is None and not session.state.over
        amount = "?" if account.after is None else str(account.after)
        yield say("why_so_far" if so_far else "why_now", lang, of=of, amount=amount)
        yield from _rows(account, names, lang, linear=linear)
        if account.decided is not None:
            yield account.verdict(lang, names)


def _rows(account: Account, names: Sequence[str], lang: str, *, linear: bool) -> Iterator[str]:
    cells = [("" if account.name is None or not account.before else str(account.before), "", say("why_start", lang))]
    cells = [each for each in cells if each[0]]
    for row in account.rows:
        amount = "?" if row.amount is None else _signed(row.amount)
        cells.append(
            (amount, f"×{row.times}" if row.times and row.times > 1 else "", row.words(account.game, lang, names))
        )
    if linear:
        for amount, times, what in cells:
            key = "why_read_times" if times else "why_read"
            yield say(key, lang, amount=amount, times=times.removeprefix("×"), what=what)
        cells = []
    widths = [max((len(cell[column]) for cell in cells), default=0) for column in (0, 1)]
    for amount, times, what in cells:
        middle = f"  {times:<{widths[1]}}" if widths[1] else ""
        yield f"  {amount:>{widths[0]}}{middle}  {what}"
    if not account.rows:
        yield f"  {say('why_unchanged', lang)}"


def _changes(account: Account, wish: _Wish, of: str, names: Sequence[str], lang: str) -> Iterator[str]:
    shown = account.changes[-wish.last :]
    if not shown:
        yield say("why_now", lang, of=of, amount="?" if account.after is None else account.after)
        yield f"  {say('why_worked_out' if account.name is None and account.rows else 'why_unchanged', lang)}"
        return
    yield say("why_last" if len(shown) > 1 else "why_last_one", lang, of=of, count=len(shown))
    amounts = [_signed(each.amount) for each in shown]
    width, size = max(map(len, amounts)), max(len(str(each.after)) for each in shown)
    for amount, each in zip(amounts, shown, strict=True):
        now = "" if account.name is None else f" → {each.after:>{size}}"  # of the score several things are counted
        yield f"  {amount:>{width}}{now}  {each.reason.words(account.game, lang, names)}"


def _signed(amount: int) -> str:
    return f"{amount:+}".replace("-", "−")
