"""One match in the browser: its links, open pages, bots and events.

One object holds what belongs together: a `Match`, the pages that are open, the bot that thinks. A click of seat 0 in Pig:

    answer(seat=0, option=0, number=0)
      question 0 is asked of seat 0, so `Match.answer` takes option 0; the move is a line of the record
      both files are written (`_moves`), or nothing was done
      the pages of both seats and of watchers each get their message (`send_news`)
    answer gives ""                      or a sentence that says why not
    think()                              where a bot is to move, a `BotService` is asked, and answers like a click

A page that does not read its queue is closed; it connects again, and is sent everything.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from time import monotonic
from typing import Any, Final

from ruleset_core import BrokenRuleError
from ruleset_core.play.bots import BotError
from ruleset_core.play.match import BotRuleError, BotTask, Match, Question, RefusedAnswer
from ruleset_core.play.match.seating import GameSpec
from ruleset_core.play.match.session_setup import duplicate_name
from ruleset_core.play.records import Record, RecordError, Seat, Session, autosave
from ruleset_core.play.wording.game_messages import refused_answer_text, stopped_bot_text
from ruleset_core.play.wording.names_and_numbers import player_names
from ruleset_core.safe_text import describe_fault
from ruleset_core.view.scene.scene_items import seat_colours
from ruleset_core.web.background_work import AnalysisProgress, AnalysisRequest, AnalysisService, BotService
from ruleset_core.web.open_pages import OpenPage
from ruleset_core.web.persistence import (
    HOST,
    WATCH,
    KeptMatch,
    KeptMatchError,
    KeptSeat,
    hash_secret,
    may_watch,
    new_secret,
    write_match,
)
from ruleset_core.web.render_cache import RenderCache, message_bytes
from ruleset_core.web.slow_games.standing_answers import (
    Standing,
    StandingAnswer,
    StandingAnswers,
    standing_answer,
)
from ruleset_core.web.table_files import table_record
from ruleset_core.web.viewers import SeatViewer

# One table in the browser: its game, its links, its pages and its bots.

PAGES: Final = 8
"""Pages of one link that may look at a table at the same time."""
WATCHERS: Final = 40
"""Those of the link to watch, which many share."""
AGAIN: Final = 5.0
"""Seconds until it is tried again to write what a bot has chosen."""

Data = dict[str, Any]


class RoomFull(Exception):
    """There is no room for one more."""


class SeatTaken(Exception):
    """Somebody else has this already."""


class MatchRoom:
    """A table with all its pages.

    Attributes:
        kept: what is kept of it.
        match: the match that is played.
        standing: what seats answer in advance.
        used: when somebody looked at it last, on the clock that only runs.
        before_news: called before pages are told anything.
        unattended: whether bots move here though nobody looks, as players come back days later.
        deadlines: by seat, until when its player has to answer, in seconds since 1970.
        live: what pages are told, in a language, of the files of a game that somebody is writing (see `live_table`).
        rule_broken: called with what broke when somebody answered, or stopped a bot.
    """

    def __init__(self, kept: KeptMatch, session: Session, thinkers: BotService, analysts: AnalysisService) -> None:
        self.kept, self.match = kept, Match(session)
        for seat, at in enumerate(kept.seats):
            if at.kind != self.match.seating.kinds[seat]:
                self.match.sit(seat, at.kind)
        self._thinkers, self._analysts = thinkers, analysts
        self._going: AnalysisProgress | None = None
        self._analysing: asyncio.Task[None] | None = None
        self._drawn: dict[str, RenderCache] = {}
        self._viewers: dict[tuple[str, str], SeatViewer] = {}
        self._pages: list[OpenPage] = []
        self._thinking: asyncio.Task[None] | None = None
        self._asked: BotTask | None = None  # what the bot that thinks was asked last
        self._broken: Exception | None = None  # why a bot could not go on
        self._unwritten = False
        self._hinting = False
        self.before_news: Callable[[], object] = bool
        self.unattended = False
        self.deadlines: dict[int, float] = {}
        self.live: Callable[[str], Data] | None = None
        self.rule_broken: Callable[[Exception], object] = bool
        self.standing = self._standing_answers()
        self.used = monotonic()
        self.before_edits = list[Session]()  # what lay here before somebody edited the position
        self._colours: tuple[tuple[str, ...], tuple[str, ...]] | None = None
        self._called: dict[str, tuple[tuple[Seat, ...], list[str]]] = {}
        self._answer_again()

    def _answer_again(self) -> None:
        """Give the answers again that waited for others when the table was last kept.

        A move may have been made after that, by one of them: seat 2 waited with `a` and `b`, and the record goes on with `a`.
        """
        steps = self.match.session.steps
        waiting = {int(seat): [*options] for seat, options in self.kept.waiting.items()}
        for step in steps[self.kept.moves :]:
            if waiting.get(step.move.seat, [])[:1] == [step.option]:
                del waiting[step.move.seat][0]
        for seat, options in waiting.items() if len(steps) >= self.kept.moves else ():
            for option in options:
                self.match.answer(seat, option)

    def _standing_answers(self) -> StandingAnswers:
        return StandingAnswers(self.match, lambda: self.kept.standing, self._keep_standing, self._give)

    def take_over(self, session: Session) -> None:
        """Go on with a session of the same game, changed meanwhile, in the place of the one until now; pages are sent everything.

        Answers that wait for others are given again, if they still fit. Raises `RecordError` and `KeptMatchError`; then nothing was done.
        """
        before = self.match
        waiting = {seat: [*map(before.game.notation, before.kept(seat))] for seat in range(len(self.kept.seats))}
        session.adopt_data()
        session.journal = autosave(session.record(), strict=True)
        try:
            self._change(record=str(session.journal.path), waiting={}, moves=0, standing=[])
        except KeptMatchError:
            session.journal.discard()
            raise
        self.standing.cancel()
        for task in (self._thinking, self._analysing):
            if task is not None:
                task.cancel()
        self._thinking = self._asked = self._analysing = self._going = self._broken = self._colours = None
        if before.session.journal is not None:
            before.session.journal.discard()
        self.match = Match(session)
        for seat, kind in enumerate(before.seating.kinds):
            if kind != self.match.seating.kinds[seat]:
                self.match.sit(seat, kind)
        self.standing = self._standing_answers()
        for seat, answers in waiting.items():
            for answer in answers:
                self.match.answer(seat, answer)
        for kept in (self._drawn, self._viewers, self._called):
            kept.clear()
        for page in self._pages:
            page.fresh = True
        self.send_news()
        self.think()

    # -- how anything is changed --------------------------------------------------------------------------------------

    def _change(self, **changes: Any) -> None:
        """Change what is kept of the table: it is written, and only then used. Raises `KeptMatchError`; then nothing is changed."""
        kept = replace(self.kept, **changes)
        if kept != self.kept:
            self._unwritten = True
            write_match(kept)
            self.kept, self._unwritten = kept, False

    @contextmanager
    def _moves(self) -> Iterator[None]:
        """Moves within are made all or not at all: where the record or what waits for others cannot be written, nothing was done.

        Raises:
            RecordError, KeptMatchError: it cannot be written.
        """
        try:
            with self.match.all_or_nothing():
                yield
                self._change(**self._waiting())
        except (RecordError, KeptMatchError):
            self.send_news()  # that it cannot be saved
            raise
        self.standing.wake()

    def _waiting(self, without: int | None = None) -> Data:
        """What is kept of moves besides the record: answers that wait for others, but for those of a seat, and where they belong."""
        seats = (seat for seat in range(len(self.kept.seats)) if seat != without)
        waiting = {str(seat): [*kept] for seat in seats if (kept := self.match.kept(seat))}
        journal = self.match.session.journal
        return {
            "waiting": waiting,
            "record": self.kept.record if journal is None else str(journal.path),
            "moves": len(self.match.session.steps) if waiting else 0,
        }

    def _with_seat(self, seat: int, at: KeptSeat) -> list[KeptSeat]:
        """Who sits where, with another one on a seat."""
        return [*self.kept.seats[:seat], at, *self.kept.seats[seat + 1 :]]

    # -- whose a page is ----------------------------------------------------------------------------------------------

    def lang(self, whose: str, asked: str) -> str:
        """The language of a page: the seat's own, or the one asked for."""
        own = self.kept.seats[int(whose)].lang if whose.isdecimal() else ""
        return own or asked

    def new_link(self, whose: str) -> str:
        """Another link for a seat, the host or those who watch; the one before ends, and its pages close."""
        secret = new_secret()
        noting = [seat for seat in self.kept.noting if str(seat) != whose]  # whoever comes now has not agreed to that
        self._change(links={**self.kept.links, whose: hash_secret(secret)}, noting=noting)
        for page in [each for each in self._pages if each.whose == whose]:
            page.send(None)
        return secret

    # -- pages ----------------------------------------------------------------------------------------------------------

    def enter(self, whose: str, lang: str) -> OpenPage:
        """A page looks from now on. Raises `RoomFull`."""
        if sum(each.whose == whose for each in self._pages) >= (WATCHERS if whose == WATCH else PAGES):
            raise RoomFull
        page = OpenPage(whose, lang)
        self._pages.append(page)
        self.standing.wake(again=False)
        self.send_news()
        self.think()
        return page

    def close(self, page: OpenPage) -> None:
        """A page looks no more."""
        if page in self._pages:
            self._pages.remove(page)
            self.used = monotonic()
            self.send_news()

    @property
    def busy(self) -> bool:
        """Whether somebody looks, a bot thinks, or the game is gone through."""
        return bool(self._pages) or self.standing.waits or self._thinking is not None or self._analysing is not None

    @property
    def _goes_on(self) -> bool:
        """Whether bots move."""
        return self.unattended or bool(self._pages)

    def leave(self) -> None:
        """Close all pages and the file of the game."""
        for page in self._pages:
            page.send(None)
        for task in (self._thinking, self._analysing):
            if task is not None:
                task.cancel()
        self.standing.cancel()
        self.match.close()

    def _viewer(self, whose: str, lang: str) -> SeatViewer:
        seat = int(whose) if whose.isdecimal() else None
        found = self._viewers.get((whose, lang))
        if found is None:
            found = self._viewers[whose, lang] = SeatViewer(
                self.match, seat, lang, self.names, lambda: self.colours, reveals=self.kept.reveals,
                drawn=self._drawn.setdefault(lang, RenderCache()),
            )  # fmt: skip
        return found

    def names(self, lang: str) -> list[str]:
        """What players are called now."""
        seats = tuple([Seat(at.name, at.kind) for at in self.kept.seats])
        found = self._called.get(lang)
        if found is None or found[0] != seats:
            found = self._called[lang] = seats, player_names(replace(self.match.session.header, seats=seats), lang)
        return found[1]

    @property
    def colours(self) -> tuple[str, ...]:
        """The colours of the seats now."""
        wanted = tuple(at.colour for at in self.kept.seats)
        if self._colours is None or self._colours[0] != wanted:
            self._colours = wanted, seat_colours(self.match.game, wanted)
        return self._colours[1]

    def _room_data(self, whose: str, lang: str = "en") -> Data:
        """What a page is told besides the game."""
        here = {page.whose for page in self._pages}
        seats = [
            {"name": at.name, "kind": at.kind, "colour": self.colours[seat], "here": str(seat) in here}
            | ({"deadline": self.deadlines[seat]} if seat in self.deadlines else {})
            | ({"late": True} if at.late else {})
            for seat, at in enumerate(self.kept.seats)
        ]
        journal = self.match.session.journal
        trouble = (
            self._unwritten
            or (journal is None and not self.match.over)
            or (journal is not None and journal.trouble is not None)
        )
        return {
            "whose": whose, "seats": seats, "hints": self.match.gives_hints, "asked_hints": self._asked_hints(), "thinking": self._thinking is not None,
            "analysis": self._how_far(whose), "broken": self._why_broken(lang), "trouble": trouble, "watching": sum(page.whose == WATCH for page in self._pages),
            "pause": self.kept.pause, "end_offers": self.kept.end_offers, "noting": self.kept.noting, "rematch": self.kept.rematch,
            "next": self.kept.next, "may_watch": self.kept.watching, "copied": self.kept.copied,
            "lasting": self.unattended, "clock": None if self.kept.clock is None else asdict(self.kept.clock),
            "standing": self.standing.data(whose), "stopped": self.standing.stopped.get(whose, ""),
        } | ({"live": self.live(lang)} if self.live else {})  # fmt: skip

    def send_news(self) -> None:
        """Send every page what is new for it, one that was just opened all; what is the same for several is worked out once."""
        self.before_news()
        news: dict[tuple[str, str], bytes | None] = {}
        for page in [each for each in self._pages if not each.ended]:
            viewer, key = self._viewer(page.whose, page.lang), (page.whose, page.lang)
            if key not in news:
                found = viewer.news(self._room_data(page.whose, page.lang))
                news[key] = None if found is None else message_bytes(found)
            message = message_bytes(viewer.whole) if page.fresh else news[key]
            page.fresh = False
            if message is not None:
                page.send(message)

    def sheet(self, whose: str, lang: str) -> list[Data]:
        """The score sheets as a page may show them."""
        return self._viewer(whose, lang).sheet()

    def replay(self, whose: str, lang: str, after: int) -> list[Data]:
        """The table as it was after a move and those that followed it."""
        return self._viewer(whose, lang).replay(after)

    def about(self, whose: str, lang: str, identity: str) -> Data:
        """What there is to say of a thing that a page shows."""
        return self._viewer(whose, lang).about(identity)

    def lookup(self, whose: str, lang: str, name: str) -> Data:
        """What there is to say of something by its name."""
        return self._viewer(whose, lang).lookup(name)

    def rules(self, whose: str, lang: str) -> Data:
        """The rules of the game, and which are about what is asked now."""
        return self._viewer(whose, lang).rules()

    def rules_picture(self, whose: str, lang: str, name: str) -> list[Data]:
        """The panels of the position beside a paragraph of the rules."""
        return self._viewer(whose, lang).rules_picture(name)

    def search(self, whose: str, lang: str, typed: str) -> Data:
        """What somebody may mean who types this."""
        return self._viewer(whose, lang).search(typed)

    # -- what is done -----------------------------------------------------------------------------------------------------

    def answer(self, seat: int, option: int, number: int | None, lang: str, standing: Standing | None = None) -> str:
        """A seat answers, from now on if it says until when (`standing`); why that is refused, or nothing. It is kept before this returns.

        Raises:
            RecordError, KeptMatchError: it cannot be kept, so it was not done.
        """
        question = self.match.question(seat)
        given: StandingAnswer | None = None
        if question and standing and option in question.state.options:
            given = standing_answer(self.match, question, option, *standing, lang)
        with self._moves():
            done = self.match.answer(seat, option, number)
            if isinstance(done, RefusedAnswer) and done.unsaved is not None:
                raise done.unsaved
            self.standing.stopped.pop(str(seat), None)
            if question is not None and not isinstance(done, RefusedAnswer):
                self._change(standing=self.standing.after(question, option, given), **self._waiting())
        if isinstance(done, RefusedAnswer):
            if done.broken is not None:
                self.rule_broken(done.broken)
            state = self.match.live if (now := self.match.question(seat)) is None else now.state
            return refused_answer_text(done, self.match.game, state, lang, self.names(lang))
        self.send_news()
        self.think()
        return ""

    def _give(self, given: StandingAnswer, question: Question, option: int) -> None:
        """Answer as a seat has said in advance; a click that came before it counts. Raises what `answer` raises."""
        with self._moves():
            done = self.match.answer(given.seat, option, question.number, standing=True)
            if isinstance(done, RefusedAnswer) and done.unsaved is not None:
                raise done.unsaved
            kept = self.standing.without(given) if isinstance(done, RefusedAnswer) else self.standing.once_more(given)
            self._change(standing=kept, **self._waiting())
        self.send_news()
        self.think()

    def _keep_standing(self, kept: list[Data]) -> None:
        self._change(standing=kept)

    def take_copy(self) -> Record:
        """The record for who takes the table elsewhere; before the end all are told, as it holds all that is hidden. Raises `KeptMatchError`."""
        if not self.match.over and not self.kept.copied:
            self._change(copied=True)
            self.send_news()
        return table_record(self.match.session.record(), self.kept)

    def stop_standing(self, seat: int, place: int) -> None:
        """A seat no longer gives an answer in advance. Raises `KeptMatchError`."""
        self._change(standing=self.standing.without(*self.standing.of_seat(seat)[place : place + 1]))
        self.send_news()

    async def hint(self, seat: int, lang: str) -> Data:
        """What a bot would do for a seat, in words. Raises `HintUnavailable`, and `RoomFull` while another hint is thought about."""
        if self._hinting:
            raise RoomFull
        task, names = self.match.hint_task(seat), self.names(lang)
        self._hinting = True
        try:
            found = await self._thinkers.hint(GameSpec.from_header(self.match.session.header), task, lang, names)
        finally:
            self._hinting = False
        self.match.hint_asked(seat)
        self.send_news()
        return found

    def resign(self, seat: int) -> None:
        """Who sits there gives up: of two the other wins, else a bot plays on.

        Raises:
            RecordError, KeptMatchError: that may not be, or cannot be written; then nothing was done.
        """
        kinds = [*self.match.seating.kinds]
        with self._moves():
            self.match.resign(seat)
            kind = self.match.seating.kinds[seat]
            offers = [each for each in self.kept.end_offers if each != seat]
            try:
                seats = self._with_seat(seat, replace(self.kept.seats[seat], kind=kind))
                self._change(seats=seats, end_offers=offers, **self._waiting())
            except KeptMatchError:
                self.match.sit(seat, kinds[seat])
                raise
        self._broken = None
        self.think()
        self.send_news()

    def offer_end(self, seat: int, *, wanted: bool) -> None:
        """A seat offers to end the game as it stands, or no longer does; once all persons do, the game is over. Raises as `resign` does."""
        persons = self.match.seating.persons
        offers = {each for each in self.kept.end_offers if each in persons} - {seat} | ({seat} if wanted else set())
        with self._moves():
            away = any(at.late for at in self.kept.seats)  # the bot of who is late consents to nothing
            ended = self.match.agree(offers) if wanted and not away else False
            self._change(end_offers=[] if ended else sorted(offers))
        self.think()
        self.send_news()

    # -- after the end ----------------------------------------------------------------------------------------------------

    def knows_all(self, whose: str) -> bool:
        """Whether all of the game may be told: after the end, to those who played, and to others unless the table keeps it from them."""
        return self.match.over and (whose.isdecimal() or self.kept.reveals)

    def analyse(self) -> None:
        """Begin to go through the game, unless that has begun; all pages are told how far it is."""
        if self._going is not None and self._going.state != "failed":
            return
        header = self.match.session.header
        seats = tuple(Seat(at.name, at.kind) for at in self.kept.seats)
        asked, going = AnalysisRequest(self.kept.record, seats, self.colours, header.roots), AnalysisProgress()
        self._going = going
        self._analysing = asyncio.get_running_loop().create_task(self._analyse(asked, going))
        self.send_news()

    async def _analyse(self, asked: AnalysisRequest, going: AnalysisProgress) -> None:
        try:
            await self._analysts.run(asked, going, self.send_news)
        finally:
            self._analysing = None

    def analysis(self, lang: str) -> Data | None:
        """What was found in the game; None as long as nothing was."""
        return self._going.found.get(lang) if self._going is not None else None

    def _how_far(self, whose: str) -> Data | None:
        """How far the game is gone through, if it may be; None where it may not."""
        if not self.knows_all(whose):
            return None
        going = self._going
        return {"state": "none"} if going is None else {"state": going.state, "done": going.done, "of": going.of}

    # -- hints ------------------------------------------------------------------------------------------------------------

    def _asked_hints(self) -> list[int]:
        """How many hints each seat has asked for."""
        return [sum(each.seat == seat for each in self.match.session.hints) for seat in range(len(self.kept.seats))]

    def undo(self, seat: int, to: int | None = None) -> None:
        """Take back the last answer of a seat, or those from move `to` on. Raises `RecordError` where that may not be, and what `answer` raises."""
        with self._moves():
            self.match.undo(seat, to)
            self._change(standing=self.standing.without(*self.standing.of_seat(seat)), **self._waiting())
        self.send_news()

    def sit(self, seat: int, kind: str, *, late: bool = False) -> None:
        """Give a seat to a person or a bot, by a name that is known. `late`: until its player is back. Raises `KeptMatchError`."""
        seats = self._with_seat(seat, replace(self.kept.seats[seat], kind=kind, late=late))
        self._change(seats=seats, **self._waiting(without=seat))
        self.match.sit(seat, kind)
        self.standing.wake()
        self._broken = None
        self.think()
        self.send_news()

    def slow(self, pause: float) -> None:
        """Moves of bots take so many seconds from now on."""
        self._change(pause=pause)
        self.send_news()

    def keep_notes(self, seats: Iterable[int], *, on: bool) -> None:
        """Pages of these seats keep notes of a play-test from now on, which all are told; or they delete what they have."""
        noting = {*self.kept.noting, *seats} if on else {*self.kept.noting} - {*seats}
        self._change(noting=sorted(noting))
        self.send_news()

    def lead_to(self, name: str) -> None:
        """Lead all pages to another table, which the same links open. Raises `KeptMatchError`."""
        self._change(next=name)
        self.send_news()

    def want_rematch(self, seat: int, *, wanted: bool) -> bool:
        """A seat wants a rematch, or no longer does; whether all persons want one now. Raises `KeptMatchError`."""
        persons = self.match.seating.persons
        rest = {each for each in self.kept.rematch if each in persons} - {seat}
        self._change(rematch=sorted(rest | {seat} if wanted else rest))
        self.send_news()
        return {*self.kept.rematch} >= {*persons}

    # -- notes, and those who watch ---------------------------------------------------------------------------------------

    def write_notes(self, seat: int, text: str) -> None:
        """What a seat keeps for itself. Raises `KeptMatchError`."""
        self._change(notes={**self.kept.notes, str(seat): text})

    @property
    def may_watch(self) -> bool:
        """Whether who has the link to watch may look now."""
        return may_watch(self.kept, over=self.match.over)

    def let_watch(self, who: str) -> None:
        """Say who may watch: `open`, `after` or `closed`; pages that may no longer do are closed. Raises `KeptMatchError`."""
        self._change(watching=who)
        for page in [each for each in self._pages if each.whose == WATCH and not self.may_watch]:
            page.send(None)
        self.send_news()

    def call(self, seat: int, at: KeptSeat) -> None:
        """Another name, language or colour for a seat. With another language its pages begin anew.

        Raises:
            Taken: somebody else has this colour or name; it says which of them.
        """
        before = self.kept.seats[seat]
        if at.colour and at.colour in {*self.colours[:seat], *self.colours[seat + 1 :]}:
            raise SeatTaken("colour")
        others = [other.name for number, other in enumerate(self.kept.seats) if number != seat]
        if at.name != before.name and duplicate_name([*dict.fromkeys(map(str.casefold, others)), at.name]):
            raise SeatTaken("name")
        self._change(seats=self._with_seat(seat, replace(at, late=before.late)))
        for page in [each for each in self._pages if each.whose == str(seat) and at.lang != before.lang]:
            page.send(None)
        self.send_news()

    # -- bots -------------------------------------------------------------------------------------------------------------

    def think(self) -> None:
        """Let the bot think whose turn it is, if it does not yet; only where somebody looks or nobody has to. What is thought about anything else ends."""
        if self._thinking is not None and self._asked is not None and not self._is_now(self._asked):
            self._thinking.cancel()
            self._thinking = self._asked = None
        if self._thinking is None and self._goes_on and self.match.bot_is_asked and not self._broken:
            self._thinking = asyncio.get_running_loop().create_task(self._bots())
            self.send_news()

    async def _bots(self) -> None:
        """Bots decide one after the other, so slowly that one can follow."""
        try:
            while self._goes_on and (task := self.match.task) is not None:
                self._asked = task
                began = asyncio.get_running_loop().time()
                move = self.match.lesson_move
                spec = GameSpec.from_header(self.match.session.header)
                option = await self._thinkers.choose(spec, task) if move is None else move
                await asyncio.sleep(self.kept.pause - (asyncio.get_running_loop().time() - began))
                while self._is_now(task):
                    if self._bot_answers(task, option):
                        break
                    await asyncio.sleep(AGAIN)
        except asyncio.CancelledError:
            raise
        except (BotRuleError, BotError, BrokenRuleError, RecordError) as error:
            self._broken = error
            self.rule_broken(error)
        except Exception as error:  # noqa: BLE001 - whatever a bot does, the table goes on, and who runs the server is told
            self._broken = error
            sys.stderr.write(f"a bot at the table {self.kept.name}: {describe_fault(error)}\n")
        finally:
            if self._thinking is asyncio.current_task():  # else another one thinks by now
                self._thinking = self._asked = None
        self.send_news()

    def _why_broken(self, lang: str) -> str:
        """Why a bot could not go on, in a language; empty where none is stopped."""
        return "" if self._broken is None else stopped_bot_text(self._broken, self.match.game, lang, self.names(lang))

    def _is_now(self, task: BotTask) -> bool:
        """Whether a bot is still asked what it has thought about."""
        kinds = self.match.seating.kinds
        return (
            self._goes_on
            and not self.match.over
            and task.number == len(self.match.session.steps)
            and kinds[task.seat] == task.kind
        )

    def _bot_answers(self, task: BotTask, option: int) -> bool:
        """Take what a bot has chosen; False where it cannot be written now. Raises `RecordError` where it never can."""
        try:
            with self._moves():
                done = self.match.answer(task.seat, option)
                if isinstance(done, RefusedAnswer) and done.unsaved is not None:
                    raise done.unsaved
        except (RecordError, KeptMatchError) as error:
            if isinstance(error, RecordError) and error.key == "full":
                raise
            return False
        self.send_news()
        return True

    # -- links of a new table -----------------------------------------------------------------------------------------------

    @staticmethod
    def links(seats: int) -> dict[str, str]:
        """New secrets: for the host, for each seat and for those who watch."""
        return {whose: new_secret() for whose in (HOST, *map(str, range(seats)), WATCH)}
