"""What the notes of many play-tests say together: questions by how long they were thought over, what was looked up, cards never chosen.

    tests = [read_playtest("pig-356c-P1.playtest.txt"), ...]
    group, = group_playtests(tests, roots=())
    group.questions[0]      QuestionTimes(question='decide', times=(8.4, 0.9, 3.1), testers=2)

Tests of one version of a game, with the same expansions, are a group. Where a file has the record, the game is played again by it, as far
as its moves fit the game that lies here.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from statistics import median
from typing import Final, TypeAlias

from ruleset_core import Game, RulesetError, load
from ruleset_core.messages import LANGUAGES
from ruleset_core.play.lookup.index import LookupEntry, entries_called, entry_name
from ruleset_core.play.records import RecordError, Session, replay
from ruleset_core.play.records.playtest_files import Playtest, PlaytestEntry

PlaytestVersion: TypeAlias = tuple[str, tuple[str, ...], str, str]
"""The id of a game, its expansions, its version and the hash of its data."""
MOST_PLAYED: Final = 20_000
"""Moves of a record that are played again: more are no game between people."""
LONG: Final = 3
LEAST_SECONDS: Final = 10.0
MOST_LONG: Final = 5
"""From how many times the usual time on an answer took long, at least so many seconds; and how many of them are told."""
MOST_ASKED: Final = 4
"""Positions of a game in which it is read how a question is worded."""


@dataclass(frozen=True, slots=True)
class PlayedTest:
    """The notes of one seat, with the game as it was played.

    Attributes:
        notes: what was noted.
        session: the game; None where the file does not have it, or it does not begin here.
        problem: why that is so, or why it fits no further; None where all is well.
    """

    notes: Playtest
    session: Session | None = None
    problem: RulesetError | None = None

    def position(self, entry: PlaytestEntry) -> int | None:
        """How many moves had been made when this was noted: those before the next answer of the seat, or as many as it knew of.

        A tester was asked for the third time (`given` 2) before move 5 of the game: 5, also where she had been told of 4 alone.
        """
        if self.session is None:
            return None
        moves = self.session.steps
        if entry.question:
            own = [number for number, step in enumerate(moves) if step.move.seat == self.notes.seat]
            return own[entry.given] if entry.given < len(own) else len(moves)
        return min(entry.at, len(moves))

    def was_taken_back(self, entry: PlaytestEntry) -> bool:
        """Whether answers that led there were taken back later, so that the position is another one now."""
        place = self.notes.entries.index(entry)
        return any(later.given < entry.given for later in self.notes.entries[place:])

    def choices(self) -> Iterator[tuple[Sequence[str], Sequence[str]]]:
        """For each answer of the seat the cards that it might have chosen, and those that it chose."""
        session, game = self.session, None if self.session is None else self.session.game
        if session is None or game is None or not game.kinds:
            return
        for number, step in enumerate(session.steps):
            if step.move.seat == self.notes.seat:
                offered = {card for option in session.states[number].options for card in _cards(game, option)}
                yield sorted(offered), _cards(game, step.option)


def _cards(game: Game, option: int) -> list[str]:
    """The cards that an option picks, by their ids."""
    return [each.id.partition("#")[0] for each in game.things(option) if each.family in game.kinds]


@dataclass(frozen=True, slots=True)
class QuestionTimes:
    """How long a question was thought over: seconds of each answer, of so many testers."""

    question: str
    times: tuple[float, ...]
    testers: int

    @property
    def middle(self) -> float:
        """Half of the answers took longer."""
        return median(self.times)


@dataclass(frozen=True, slots=True)
class CardChoices:
    """How often a card could be chosen and was, and by how many testers."""

    card: str
    offered: int
    chosen: int
    offered_to: int
    chosen_by: int


@dataclass(frozen=True, slots=True)
class NotedOften:
    """Something that was noted, how often, and by how many testers."""

    what: str
    count: int
    testers: int


@dataclass
class PlaytestGroup:
    """The play-tests of one version of a game. `game` is the one that lies here, None where there is none; `problem` says why."""

    version: PlaytestVersion
    tests: list[PlayedTest] = field(default_factory=list)
    game: Game | None = None
    problem: RulesetError | None = None

    def title(self, lang: str) -> str:
        """What the game is called, with its version and expansions."""
        game_id, expansions, version, _ = self.version
        name = game_id if self.game is None else self.game.title(lang)
        return " ".join([name, version, *(f"+ {each}" for each in expansions)]).replace("  ", " ").strip()

    @property
    def notes(self) -> list[tuple[PlayedTest, PlaytestEntry]]:
        """What testers wrote."""
        return [(test, entry) for test in self.tests for entry in test.notes.entries if entry.kind == "note"]

    @cached_property
    def questions(self) -> list[QuestionTimes]:
        """Questions that were answered, those first that were thought over longest."""
        times: dict[str, list[float]] = defaultdict(list)
        testers: dict[str, set[int]] = defaultdict(set)
        for number, entry in self._entries("answer"):
            times[entry.question].append(entry.took)
            testers[entry.question].add(number)
        found = [QuestionTimes(name, tuple(each), len(testers[name])) for name, each in times.items()]
        return sorted(found, key=lambda each: (-each.middle, each.question))

    @property
    def longest(self) -> list[tuple[PlayedTest, PlaytestEntry]]:
        """The answers that took longest by far, at most so many: `LONG` times as long as half of all answers."""
        answers = [(test, entry) for test in self.tests for entry in test.notes.entries if entry.kind == "answer"]
        if not answers:
            return []
        least = max(LONG * median(entry.took for _, entry in answers), LEAST_SECONDS)
        found = sorted(answers, key=lambda each: -each[1].took)[:MOST_LONG]
        return [each for each in found if each[1].took >= least]

    def prompts(self, question: str, lang: str) -> list[str]:
        """How players read a question, in the first positions in which it was asked: with other values it reads otherwise."""
        found: dict[str, None] = {}
        for test in self.tests:
            for number in _asked(test, question)[:MOST_ASKED]:
                decision = None if test.session is None else test.session.states[number].decision
                if test.session is not None and decision is not None:
                    found[decision.prompt(lang, test.session.header.names)] = None
        return list(found)

    def looked_up(self, lang: str) -> list[NotedOften]:
        """What was looked up; one thing in several languages is one."""
        return self._often("lookup", lambda what: self._name(what, lang))

    @property
    def refused(self) -> list[NotedOften]:
        """What testers were told they cannot choose, in the words that they read."""
        return self._often("refused", str)

    def count(self, kind: str) -> int:
        """How often something of a kind was noted: `undo`, `hint`, `rules`."""
        return sum(1 for _ in self._entries(kind))

    def at_questions(self, kind: str) -> list[NotedOften]:
        """The same by what was asked then."""
        counted = Counter(entry.question for _, entry in self._entries(kind))
        testers = {name: {number for number, each in self._entries(kind) if each.question == name} for name in counted}
        return [NotedOften(name, count, len(testers[name])) for name, count in counted.most_common()]

    @cached_property
    def cards(self) -> list[CardChoices]:
        """Cards that could be chosen, those first that were offered often and chosen seldom."""
        offered, chosen = Counter[str](), Counter[str]()
        to, by = defaultdict[str, set[int]](set), defaultdict[str, set[int]](set)
        for number, test in enumerate(self.tests):
            for might, took in test.choices():
                offered.update(might)
                chosen.update(took)
                for each in might:
                    to[each].add(number)
                for each in took:
                    by[each].add(number)
        found = [
            CardChoices(each, count, chosen[each], len(to[each]), len(by[each])) for each, count in offered.items()
        ]
        return sorted(found, key=lambda each: (each.chosen > 0, -each.offered, each.card))

    def card_name(self, card: str, lang: str) -> str:
        """What players call a card."""
        return card if self.game is None else self.game.card(card).name(lang)

    def _entries(self, kind: str) -> Iterator[tuple[int, PlaytestEntry]]:
        for number, test in enumerate(self.tests):
            yield from ((number, entry) for entry in test.notes.entries if entry.kind == kind)

    def _often(self, kind: str, name: Callable[[str], str]) -> list[NotedOften]:
        named = [(number, name(entry.what)) for number, entry in self._entries(kind)]
        counted = Counter(what for _, what in named)
        return [
            NotedOften(what, count, len({number for number, each in named if each == what}))
            for what, count in sorted(counted.items(), key=lambda each: (-each[1], each[0]))
        ]

    def _name(self, what: str, lang: str) -> str:
        """What something is called in a language that was looked up by its name in any."""
        thing = None if self.game is None else _thing(self.game, what)
        return what if thing is None or self.game is None else entry_name(self.game, thing, lang)


def _thing(game: Game, name: str) -> LookupEntry | None:
    """What is called so in a language; of several things the first."""
    for lang in LANGUAGES:
        for thing in entries_called(game, name, lang):
            if thing.what != "question" and entry_name(game, thing, lang).casefold() == name.casefold():
                return thing
    return None


def _asked(test: PlayedTest, question: str) -> list[int]:
    """The positions in which a seat was asked a question and answered."""
    session = test.session
    return [] if session is None else [number for number, step in enumerate(session.steps) if step.decision == question]


def group_playtests(tests: Iterable[Playtest], roots: Sequence[Path]) -> list[PlaytestGroup]:
    """The tests by version of their games, which are loaded from `roots` or where games are found, and played again."""
    groups: dict[PlaytestVersion, PlaytestGroup] = {}
    for notes in tests:
        version = (notes.game, notes.expansions, notes.version, notes.hash)
        group = groups.get(version)
        if group is None:
            group = groups[version] = PlaytestGroup(version)
            try:
                in_order = notes.record is not None and notes.record.header.in_order
                group.game = load(notes.game, notes.expansions, roots, in_order=in_order)
            except RulesetError as problem:
                group.problem = problem
        group.tests.append(_played(notes, group.game))
    return list(groups.values())


def _played(notes: Playtest, game: Game | None) -> PlayedTest:
    """The game of a test, as far as it fits."""
    record = notes.record
    if record is None or game is None:
        return PlayedTest(notes)
    if len(record.moves) > MOST_PLAYED:
        return PlayedTest(
            notes, None, RecordError("too_large", file=notes.file, size=len(record.moves), limit=MOST_PLAYED)
        )
    try:
        session = replay(game, record, force=True)
    except RulesetError as problem:
        return PlayedTest(notes, None, problem)
    return PlayedTest(notes, session, session.misfit)
