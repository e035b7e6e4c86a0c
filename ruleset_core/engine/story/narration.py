"""What a game needs to be told: evaluators that record and look ahead, made when somebody first asks for a story."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from ruleset_core.engine.story.naming import Naming
from ruleset_core.engine.story.notes import is_of_note
from ruleset_core.engine.story.subjects import Subject, places, subjects
from ruleset_core.lang.evaluate.access import Access
from ruleset_core.lang.evaluate.evaluator import Evaluator
from ruleset_core.lang.evaluate.foresight import Foresight
from ruleset_core.lang.evaluate.recording import Recorder
from ruleset_core.lang.secrets import Secrets
from ruleset_core.lang.text.effects import LANGUAGES
from ruleset_core.lang.text.nouns import Nouns

if TYPE_CHECKING:
    from ruleset_core.engine.game import Game
    from ruleset_core.lang.vocabulary import Field
    from ruleset_core.model.outward.story import Plain


class Narration:
    """Tells of one game."""

    def __init__(self, game: Game) -> None:
        self._game, self._program, self._hooks = game, game.program, game.hooks
        self._subjects: dict[int, list[Subject]] = {}
        self._places: dict[tuple[str, int], dict[tuple[Plain, ...], int]] = {}

    @cached_property
    def recorder(self) -> Recorder:
        """Records what happens in a step."""
        recorder = Recorder()
        Evaluator(self._program, self._hooks, Access(patient=True), recorder)
        return recorder

    @cached_property
    def naming(self) -> Naming:
        """What puts its parts into words."""
        return Naming(self._game)

    @cached_property
    def nouns(self) -> dict[str, Nouns]:
        """What things are called, by language."""
        return {lang: Nouns(self._program.vocabulary, language) for lang, language in LANGUAGES.items()}

    def subjects(self, seats: int) -> list[Subject]:
        """What can be asked about in a game of so many players."""
        if seats not in self._subjects:
            self._subjects[seats] = subjects(self._game, seats)
        return self._subjects[seats]

    @cached_property
    def secret_rows_of_others(self) -> frozenset[str]:
        """The categories of the score that a seat may not be told of another one."""
        return Secrets(self._program, own=False).rows()

    def places(self, field: Field, seats: int) -> dict[tuple[Plain, ...], int]:
        """Where the values of a field lie in a game of so many players; see `subjects.places`."""
        if (field.name, seats) not in self._places:
            self._places[field.name, seats] = places(self._game, field, seats)
        return self._places[field.name, seats]

    @cached_property
    def worked_out(self) -> tuple[frozenset[str], frozenset[str]]:
        """The categories of the score that say something new of an option to the seat that decides: in turn, and at once.

        Those are left out that depend on what it may not know, and those that are an amount, whose change is told anyway.
        """
        news = {each.name for each in self._program.scores if each.resource is None}
        in_turn, at_once = self.open_rows
        return in_turn & news, at_once & news

    @cached_property
    def open_rows(self) -> tuple[frozenset[str], frozenset[str]]:
        """The categories of the score that the seat that decides may be told: in turn, and at once."""
        names = {each.name for each in self._program.scores}
        in_turn, at_once = self._game.secret_rows
        return frozenset(names - in_turn), frozenset(names - at_once)

    @cached_property
    def counters(self) -> frozenset[int]:
        """Where the values lie that the flow counts with, such as the number of the round."""
        fields = self._program.vocabulary.fields.values()
        return frozenset(field.offset for field in fields if field.counted and is_of_note(self._program, field))

    @cached_property
    def foresight(self) -> Foresight:
        """Looks ahead as far as a seat can."""
        return Foresight(self._program, self._hooks)
