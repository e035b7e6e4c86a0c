"""Tables that last for days: whose time is over, and who is told that it is their turn, once for each turn.

Bo is asked for the 13th time at a table of Pig, and has a webhook. `changed` writes a notice beside the table:

    "1 webhook 1 turn": {"number": 12, "due": now + 60, "state": "pending"}

Every second `step` looks what is due. Bo has answered meanwhile, or seen the page: the notice is dropped. Else it becomes
`sending`, is written, and only then handed to a `MessageSender`:

    delivered                          `sent`
    nobody could be reached            `pending` again, later and later
    refused, or nobody knows           `failed`
    the server ends here               stays `sending`, and is not sent again: rather no message than two

A notice of the same turn is never made again, also after a restart: its key and number are found in the file.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from hmac import compare_digest
from pathlib import Path
from secrets import randbelow
from typing import TYPE_CHECKING, Any, Final, Literal, Protocol

from ruleset_core import RulesetError
from ruleset_core.messages import LANGUAGES, message
from ruleset_core.play.records import HUMAN
from ruleset_core.safe_text import clean_line, describe_fault
from ruleset_core.web.page_messages import Refusal
from ruleset_core.web.persistence import HOST, KeptMatchError, match_names, new_secret
from ruleset_core.web.slow_games.clocks import END, HOUR, REMINDED, Clock, ServedTime, SystemClock
from ruleset_core.web.slow_games.turn_files import (
    Channel,
    ChannelKind,
    KeptTurns,
    Notice,
    Turn,
    read_turns,
    write_turns,
)

if TYPE_CHECKING:
    from ruleset_core.web.lobby import Lobby
    from ruleset_core.web.rooms import MatchRoom

DELAY: Final = 60.0
"""Seconds in which a player may answer before a message is sent; so long a page counts as looked at, too."""
RETRIES: Final = (60.0, 300.0, 1800.0, 7200.0, 21600.0)
"""Seconds after which it is tried again to reach somebody, one after the other."""
LATER: Final = 600.0
"""Seconds until a table that could not be opened is tried again."""
PULSE: Final = 1.0
"""Seconds between two looks."""
AT_ONCE: Final = 4
"""Messages that are handed over at the same time."""
LATE: Final = " late"
"""How the keys of notices end that say that a player's time is over; they stay although nobody is asked any more."""
WRONG: Final = 5
"""So often somebody may mistype a code."""

Delivery = Literal["sent", "again", "failed"]


@dataclass(frozen=True, slots=True)
class NoticeText:
    """A message: `subject`, `footer` and `ends`, the link that ends it, are for mail. `identity`: the same for the same message.

    `first`: it says that there will be others.
    """

    text: str
    subject: str
    footer: str
    ends: str
    identity: str
    first: bool = False


class MessageSender(Protocol):
    """Who delivers messages. Its methods block."""

    def send(self, kind: ChannelKind, address: str, text: NoticeText) -> Delivery:
        """Deliver a message. Never raises."""


class SlowTables:
    """All tables of a lobby, as far as time and messages go. `public`: what links begin with. `delay`: see `DELAY`.

    Attributes:
        served: how long the server has run.
    """

    def __init__(
        self,
        lobby: Lobby,
        sender: MessageSender | None = None,
        public: str = "",
        clock: Clock | None = None,
        delay: float = DELAY,
    ) -> None:
        self.clock = clock or SystemClock()
        self.served = ServedTime(self.clock)
        self._lobby, self._sender, self._public, self._delay = lobby, sender, public.rstrip("/"), delay
        self._files: dict[str, KeptTurns] = {}
        self._open: dict[str, MatchRoom] = {}
        self._changed: set[str] = set()
        self._due: dict[str, float] = {}  # of tables that are slow
        self._looked: dict[tuple[str, int], float] = {}
        self._begun = self.clock.now()
        self._sending: set[asyncio.Task[None]] = set()
        self._room_to_send = asyncio.Semaphore(AT_ONCE)
        lobby.opened = self._opened

    # -- what happens at tables -----------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Find the tables at which time runs, or somebody is to be told something."""
        for name in match_names():
            if not self._lobby.is_own(name):
                continue
            try:
                clock = self._lobby.kept(name).clock
            except KeptMatchError:
                continue
            kept = read_turns(name)
            pending = any(each.state == "pending" for each in kept.notices.values())
            if pending or ((kept.channels or clock is not None) and not kept.over):
                self._files[name], self._due[name] = kept, 0.0

    def _opened(self, room: MatchRoom) -> None:
        self._open[room.kept.name] = room
        room.before_news = partial(self._before_news, room)
        self._before_news(room)

    def _before_news(self, room: MatchRoom) -> None:
        """Something has changed at a table: where it is slow that is written now, else with the next look."""
        name = room.kept.name
        if name in self._due or room.kept.clock is not None:
            try:
                self._update(room)
            except Exception as error:  # noqa: BLE001 - what has changed is done, whatever is told of it
                sys.stderr.write(f"the table {name}: {clean_line(describe_fault(error))}\n")
        else:
            self._changed.add(name)

    def _file(self, name: str) -> KeptTurns:
        found = self._files.get(name)
        if found is None:
            found = self._files[name] = read_turns(name)
        return found

    def _write(self, name: str, kept: KeptTurns) -> bool:
        """Keep what is so now; False where it cannot be written."""
        slow = name in self._due
        try:
            write_turns(name, kept, lasting=slow)
        except (OSError, RulesetError) as problem:
            sys.stderr.write(f"the table {name}: {clean_line(str(problem))}\n")
            return False
        self._files[name] = kept
        return True

    def _update(self, room: MatchRoom) -> None:
        """Find out whose turn it is at a table, and keep that if it is new."""
        name, match, before = room.kept.name, room.match, self._file(room.kept.name)
        clock = room.kept.clock
        asked = {each.seat: each.number for each in match.questions if match.seating.is_person(each.seat)}
        now, served = self.clock.now(), self.served.seconds
        answered = _answered(room, before, {*asked})
        turns = {
            str(seat): old
            if (old := before.turns.get(str(seat))) is not None and old.number == number
            else answered.get(str(seat), {}).get(str(number)) or Turn(number, now, served)
            for seat, number in asked.items()
        }
        room.unattended = (clock is not None or bool(before.channels)) and not match.over and any(
            at.kind == HUMAN or at.late for at in room.kept.seats
        )  # fmt: skip
        if clock is not None:
            limit = clock.hours * HOUR
            room.deadlines = {
                int(seat): round(self.served.date_of(each.served + limit)) for seat, each in turns.items()
            }
        kept = replace(
            before,
            titles=before.titles or {lang: match.game.title(lang) for lang in LANGUAGES},
            names=[at.name for at in room.kept.seats],
            over=match.over,
            size=_record_size(room.kept.record),
            turns=turns,
            answered=answered,
            notices=self._notices(room, before, turns),
        )
        if room.unattended or any(each.state == "pending" for each in kept.notices.values()):
            self._due[name] = 0.0
        else:
            self._due.pop(name, None)
        if kept != before and not self._write(name, kept):
            self._changed.add(name)  # with the next look
        if room.kept.next and kept.channels:
            self._carry_on(room.kept.name, room.kept.next)

    def _carry_on(self, before: str, name: str) -> None:
        """Tell the players of a rematch as before, and no more at the table before; there each sits one seat further on (`Lobby.rematch`)."""
        kept, after = self._file(before), self._file(name)
        moved = {str((seat + 1) % len(kept.names)): str(seat) for seat in range(len(kept.names))}
        channels = {
            f"{moved.get(whose, whose)} {kind}": channel
            for key, channel in kept.channels.items()
            for whose, _, kind in (key.partition(" "),)
        }
        self._due[name] = 0.0
        if after.channels or self._write(name, replace(after, channels=channels)):
            self._write(before, replace(kept, channels={}))
        if (room := self._room(name)) is not None:
            self._update(room)

    def _notices(self, room: MatchRoom, kept: KeptTurns, turns: dict[str, Turn]) -> dict[str, Notice]:
        """What is to be told of these turns besides what was told already; who was asked until now goes on with a turn, and needs no message."""
        due = Notice(0, self.clock.now() + self._delay, "pending")
        goes_on = {
            seat for seat, turn in turns.items() if (old := kept.turns.get(seat)) and old.number == turn.number - 1
        }
        found = {
            key: each
            for key, each in kept.notices.items()
            if each.state != "pending" or key.endswith(LATE) or _same_turn(turns.get(_seat_of(key)), each)
        }
        for key, channel in kept.channels.items():
            whose = key.split()[0]
            for seat, turn in turns.items():
                if channel.code or whose not in {HOST, seat}:
                    continue
                made = {"turn": Notice(turn.number) if seat in goes_on else replace(due, number=turn.number)}
                if room.kept.clock is not None:
                    made["reminder"] = Notice(turn.number, 0.0, "pending")
                for what, notice in made.items():
                    told = found.get(f"{key} {seat} {what}")
                    if told is None or told.number < turn.number:
                        found[f"{key} {seat} {what}"] = notice
        return found

    def looked(self, room: MatchRoom, seat: int) -> None:
        """A player has the page of a table before the eyes. A bot that took the seat for want of time gives it back. Raises `KeptMatchError`."""
        now = self.clock.now()
        if len(self._looked) > 10_000:
            self._looked = {key: when for key, when in self._looked.items() if now - when < self._delay}
        self._looked[room.kept.name, seat] = now
        if room.kept.seats[seat].late:
            room.sit(seat, HUMAN)

    # -- what time brings -------------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Look again and again what is due."""
        self.begin()
        while True:
            try:
                await self.step()
            except Exception as error:  # noqa: BLE001 - one table must not keep all others from going on
                sys.stderr.write(f"{describe_fault(error)}\n")
            await asyncio.sleep(PULSE)

    async def step(self) -> None:
        """Do what is due now; messages are handed over in tasks of their own."""
        self.served.note()
        for name in [*self._changed]:
            self._changed.discard(name)
            if (room := self._room(name)) is not None:
                self._update(room)
        now = self.clock.now()
        for name in [name for name, due in self._due.items() if due <= now]:
            self._due[name] = now + LATER  # unless all goes well
            try:
                self._look_at(name)
            except Refusal:  # its game may not be offered here
                del self._due[name]
            except Exception as error:  # noqa: BLE001 - as above
                sys.stderr.write(f"the table {name}: {clean_line(describe_fault(error))}\n")
            await asyncio.sleep(0)
        if len(self._files) > len(self._due) + 1000:
            self._files = {name: kept for name, kept in self._files.items() if name in self._due}

    async def settle(self) -> None:
        """Wait until what is being handed over was."""
        while self._sending:
            await asyncio.gather(*self._sending, return_exceptions=True)

    def close(self) -> None:
        """The server ends."""
        for name in [*self._changed]:
            if (room := self._room(name)) is not None:
                self._update(room)
        self.served.note(at_once=True)

    def _room(self, name: str) -> MatchRoom | None:
        """A table, if it is open."""
        found = self._open.get(name)
        if found is not None and not self._lobby.has_open(found):
            del self._open[name]
            return None
        return found

    def _look_at(self, name: str) -> None:
        """Do what is due at a table that is slow, and note when to look again."""
        kept, match = self._file(name), self._lobby.kept(name)
        if kept.size != _record_size(match.record) or (not kept.turns and self._room(name) is None):
            room = self._lobby.room(
                name
            )  # the server ended before it was written whose turn it is, or while a bot thought
            self._update(room)
            room.think()
            kept = self._file(name)
        now, dates = self.clock.now(), [float("inf")]
        if match.clock is not None:
            limit = match.clock.hours * HOUR
            over = [int(seat) for seat, turn in kept.turns.items() if self.served.seconds >= turn.served + limit]
            if over:
                self._time_is_over(self._lobby.room(name), over[0])
                return  # the next look is at once
            dates += [self.served.date_of(turn.served + limit) for turn in kept.turns.values()]
        for key, notice in [*kept.notices.items()]:
            if notice.state == "pending":
                due = self._due_date(name, key, notice, _turn_of(kept, key))
                if due > now:
                    dates.append(due)
                elif not self._hand_over(name, key):
                    dates.append(now + RETRIES[0])
        self._due[name] = min(dates)

    def _due_date(self, name: str, key: str, notice: Notice, turn: Turn) -> float:
        """When a notice is to be sent: not at once after a restart, as pages have yet to say that they are looked at."""
        due = max(notice.due, self._begun + self._delay)
        if key.endswith("reminder"):
            clock = self._lobby.kept(name).clock
            limit = 0.0 if clock is None else clock.hours * HOUR
            due = max(due, self.served.date_of(turn.served + limit * (1 - REMINDED)))
        looked = self._looked.get((name, int(_seat_of(key))), 0.0)
        return due if looked >= turn.since else max(due, looked + self._delay)

    def _time_is_over(self, room: MatchRoom, seat: int) -> None:
        """A player has let the time pass: what was agreed happens."""
        clock = room.kept.clock
        assert clock is not None  # else no time runs
        self._tell_late(room.kept.name, str(seat))
        if clock.late == END:
            room.resign(seat)
        else:
            room.sit(seat, clock.late, late=True)

    def _tell_late(self, name: str, seat: str) -> None:
        """Let a player be told that the time is over. Raises `KeptMatchError`."""
        kept, now = self._file(name), self.clock.now()
        notices, number = dict(kept.notices), kept.turns[seat].number
        for channel in kept.channels:
            told = notices.get(f"{channel} {seat}{LATE}")
            own = channel.startswith(f"{seat} ") and not kept.channels[channel].code
            if own and (told is None or told.number < number):
                notices[f"{channel} {seat}{LATE}"] = Notice(number, now, "pending")
        if notices != kept.notices and not self._write(name, replace(kept, notices=notices)):
            raise KeptMatchError(f"the table {name} cannot be written")

    # -- messages ---------------------------------------------------------------------------------------------------------

    def _hand_over(self, name: str, key: str) -> bool:
        """Send a notice, unless its player has seen that; written before anybody is asked to deliver it. False where it cannot be written."""
        kept = self._file(name)
        notice, turn = kept.notices[key], _turn_of(kept, key)
        whose, kind, seat, what = key.split()
        channel = kept.channels.get(f"{whose} {kind}")
        looked = self._looked.get((name, int(seat)), 0.0)
        seen = looked >= turn.since if what != "reminder" else self.clock.now() - looked < self._delay
        if channel is None or self._sender is None or seen:
            return self._note(name, key, replace(notice, state="dropped"))
        notice = replace(notice, state="sending")
        written = self._note(name, key, notice)
        if written:
            text = self._text(name, channel, whose == HOST, int(seat), what, notice.number)
            task = asyncio.get_running_loop().create_task(self._send(name, key, notice, channel, text))
            self._sending.add(task)
            task.add_done_callback(self._sending.discard)
        return written

    def _note(self, name: str, key: str, notice: Notice) -> bool:
        kept = self._file(name)
        return self._write(name, replace(kept, notices={**kept.notices, key: notice}))

    async def _send(self, name: str, key: str, notice: Notice, channel: Channel, text: NoticeText) -> None:
        assert self._sender is not None  # else nothing is handed over
        kind: Any = key.split()[1]
        async with self._room_to_send:
            done = await asyncio.to_thread(self._sender.send, kind, channel.address, text)
        if self._file(name).notices.get(key) != notice:  # there is another turn by now
            return
        if done == "again" and notice.tries < len(RETRIES):
            due = self.clock.now() + RETRIES[notice.tries]
            self._note(name, key, replace(notice, state="pending", due=due, tries=notice.tries + 1))
            self._due[name] = min(due, self._due.get(name, due))
        else:
            self._note(name, key, replace(notice, state="sent" if done == "sent" else "failed"))
        kept, own = self._file(name), " ".join(key.split()[:2])
        if own in kept.channels and kept.channels[own].failed != (done != "sent"):
            channels = {**kept.channels, own: replace(kept.channels[own], failed=done != "sent")}
            self._write(name, replace(kept, channels=channels))

    def _text(self, name: str, channel: Channel, others: bool, seat: int, what: str, number: int) -> NoticeText:
        """A message in the language of who gets it. Its link has no secret: the browser of the player knows it."""
        match, lang = self._lobby.kept(name), channel.lang
        seats, clock = match.seats, match.clock
        if not others and seats[seat].lang not in {"", lang}:  # the player speaks another one by now
            lang = seats[seat].lang
            channel = replace(channel, lang=lang)
        game = self._file(name).titles.get(lang, "")
        values = {"game": game, "table": name, "url": f"{self._public}/t/{name}", "name": seats[seat].name}
        if what == "late":
            text = message("notice.late" if seats[seat].late else "notice.late_end", lang, **values)
        elif what == "reminder":
            hours = 0 if clock is None else max(1, round(clock.hours * REMINDED))
            key = "notice.reminder_of" if others else "notice.reminder"
            text = message(key, lang, count=hours, **values)
        else:
            text = message("notice.turn_of" if others else "notice.turn", lang, **values)
        return self._wrapped(name, channel, text, game, f"{seat}.{number}.{what}")

    def _wrapped(self, name: str, channel: Channel, text: str, game: str, identity: str) -> NoticeText:
        ends = f"{self._public}/t/{name}#stop-{channel.stop}"
        subject, footer = (
            message("notice.subject", channel.lang, game=game),
            message("notice.end", channel.lang, url=ends),
        )
        return NoticeText(text, subject, footer, ends, f"{name}.{identity}")

    # -- who is told, and where -------------------------------------------------------------------------------------------

    def channels(self, name: str, whose: str) -> dict[str, Channel]:
        """Where a seat, or the host, is told, by kind."""
        return {key.split()[1]: each for key, each in self._file(name).channels.items() if key.split()[0] == whose}

    async def add(self, room: MatchRoom, whose: str, kind: ChannelKind, address: str, lang: str) -> Delivery:
        """Tell a seat, or the host, somewhere from now on, once a first message got there; one by mail has a code that must come back."""
        name = room.kept.name
        self._update(room)
        code = f"{randbelow(10**8):08}" if kind == "mail" else ""
        channel = Channel(address, lang, new_secret())
        channel.code = _code_hash(channel, code) if code else ""
        game = self._file(name).titles.get(lang, "")
        values = {"game": game, "table": name, "url": f"{self._public}/t/{name}"}
        text = message("notice.code", lang, code=code, **values) if code else message("notice.hello", lang, **values)
        made = replace(
            self._wrapped(name, channel, text, game, sha256(channel.stop.encode()).hexdigest()[:12]), first=True
        )
        if self._sender is None:
            return "failed"
        link = room.kept.links[whose]
        done = await asyncio.to_thread(self._sender.send, kind, address, made)
        if done == "sent" and self._lobby.kept(name).links[whose] == link:  # else somebody else has the seat by now
            self._with_channel(room.kept.name, f"{whose} {kind}", channel)
        return done

    def confirm(self, room: MatchRoom, whose: str, code: str) -> bool:
        """Whether the code is the one that was sent by mail; it is told there from now on then."""
        key = f"{whose} mail"
        channel = self._file(room.kept.name).channels.get(key)
        if channel is None or not channel.code:
            return False
        if compare_digest(channel.code, _code_hash(channel, code)):
            self._with_channel(room.kept.name, key, replace(channel, code=""))
            return True
        self._with_channel(
            room.kept.name, key, replace(channel, tries=channel.tries + 1) if channel.tries + 1 < WRONG else None
        )
        return False

    def remove(self, room: MatchRoom, whose: str, kind: str) -> None:
        """Tell nothing there any more."""
        self._with_channel(room.kept.name, f"{whose} {kind}", None)

    def stop(self, name: str, token: str) -> Channel | None:
        """End what a link in a message ends, at this table or a rematch of it; what was ended, None where there is no such link."""
        while name and self._lobby.is_own(name):
            kept = read_turns(name) if name not in self._files else self._file(name)
            for key, channel in kept.channels.items():
                if compare_digest(channel.stop.encode(), token.encode("utf-8", "replace")):
                    self._with_channel(name, key, None)
                    return channel
            try:
                name = self._lobby.kept(name).next
            except KeptMatchError:
                return None
        return None

    def _with_channel(self, name: str, key: str, channel: Channel | None) -> None:
        """Keep a channel, or none. What is asked now is known to who sets it. Raises `KeptMatchError`."""
        kept = self._file(name)
        channels = {each: other for each, other in kept.channels.items() if each != key}
        notices = {each: other for each, other in kept.notices.items() if not each.startswith(f"{key} ")}
        if channel is not None:
            channels[key] = channel
            for seat, turn in kept.turns.items():
                if key.split(maxsplit=1)[0] in {HOST, seat}:
                    notices[f"{key} {seat} turn"] = Notice(turn.number)
        self._due.setdefault(name, 0.0)
        if not self._write(name, replace(kept, channels=channels, notices=notices)):
            raise KeptMatchError(f"the table {name} cannot be written")
        if (room := self._room(name)) is not None:
            self._update(room)


def _answered(room: MatchRoom, before: KeptTurns, asked: Collection[int]) -> dict[str, dict[str, Turn]]:
    """The turns that players have answered and may still take back, by seat and number: who takes an answer back has no more time for it than before."""
    found: dict[str, dict[str, Turn]] = {}
    for seat in range(len(room.kept.seats)):
        if seat not in asked and not room.match.kept(seat):
            continue  # others have moved meanwhile
        kept, last = dict(before.answered.get(str(seat), {})), before.turns.get(str(seat))
        if last is not None and room.match.answers_of(seat) > last.number:
            kept[str(last.number)] = last
        if kept:
            found[str(seat)] = kept
    return found


def _seat_of(key: str) -> str:
    return key.split()[2]


def _turn_of(kept: KeptTurns, key: str) -> Turn:
    """The turn that a notice is about; of one whose time is over, a stand-in that ended then."""
    notice = kept.notices[key]
    return kept.turns.get(_seat_of(key)) or Turn(notice.number, notice.due, 0.0)


def _same_turn(turn: Turn | None, notice: Notice) -> bool:
    return turn is not None and turn.number == notice.number


def _code_hash(channel: Channel, code: str) -> str:
    return sha256(f"{channel.stop} {code}".encode("utf-8", "replace")).hexdigest()


def _record_size(record: str) -> int:
    try:
        return Path(record).stat().st_size
    except OSError:
        return -1
