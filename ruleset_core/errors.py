"""The errors of the public API. Every message names what was found and what to do next; none is meant to be seen as a traceback."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ruleset_core.messages import LANGUAGES, message

if TYPE_CHECKING:
    from ruleset_core.diagnostics import Diagnostic, Span


class RulesetError(Exception):
    """Common to everything raised on purpose.

    Example:
        >>> from ruleset_core import NotationError, RulesetError
        >>> issubclass(NotationError, RulesetError)
        True
    """


class LoadError(RulesetError):
    """A game cannot be loaded; `diagnostics` say why and where.

    Example:
        >>> from ruleset_core import LoadError
        >>> LoadError([]).diagnostics
        []
    """

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        self.diagnostics = list(diagnostics)
        errors = [each for each in self.diagnostics if each.severity == "error"]
        first = errors[0] if errors else None
        where = (
            f"{first.span.file}:{first.span.line}:{first.span.column}: {first.code} {first.message}"
            if first
            else "no game"
        )
        more = f" (and {len(errors) - 1} more; run `ruleset check`)" if len(errors) > 1 else ""
        super().__init__(where + more)


class OptionError(RulesetError, ValueError):
    """A game cannot begin with these players or options; `path` leads to what is wrong, beginning with the argument.

    Example:
        >>> from ruleset_core import OptionError, load
        >>> try:
        ...     load("tic_tac_toe").new(players=5)
        ... except OptionError as error:
        ...     error.path
        ('players',)
    """

    def __init__(self, message: str, path: tuple[str | int, ...] = ()) -> None:
        super().__init__(message)
        self.path = path


class NumberError(RulesetError, ValueError):
    """A number of a game that is to be another one is not there, or cannot be that; `suggestions` are names of close ones.

    Example:
        >>> from ruleset_core import NumberError, load
        >>> try:
        ...     load("pig", numbers={"nothing": 1})
        ... except NumberError as error:
        ...     error.suggestions
        ()
    """

    def __init__(self, message: str, suggestions: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.suggestions = tuple(suggestions)


class NotationError(RulesetError, ValueError):
    """A text that is not the notation of any option of the game; `suggestions` are close ones.

    Example:
        >>> from ruleset_core import NotationError, load
        >>> try:
        ...     load("tic_tac_toe").parse("mark b4")
        ... except NotationError as error:
        ...     "mark b2" in error.suggestions
        True
    """

    def __init__(self, message: str, suggestions: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.suggestions = tuple(suggestions)


class IllegalOption(RulesetError, ValueError):
    """An option of the game that is not offered now; `why` explains, where the rules know.

    Example:
        >>> from ruleset_core import IllegalOption, load
        >>> state = load("tic_tac_toe").new(seed=1)
        >>> state.apply("mark b2")
        >>> try:
        ...     state.apply("mark b2")
        ... except IllegalOption as error:
        ...     error.why
        'That cell is already marked.'
    """

    def __init__(self, message: str, why: str | None = None) -> None:
        super().__init__(message)
        self.why = why


class SaveError(RulesetError, ValueError):
    """Something saved cannot be used: damaged, of another game, or of other data.

    Example:
        >>> from ruleset_core import SaveError, load
        >>> try:
        ...     load("pig").from_json({})
        ... except SaveError:
        ...     "not a saved state"
        'not a saved state'
    """


class BrokenRuleError(RulesetError):
    """The data of a game asked for something without meaning, or never came to an end.

    Attributes:
        place: the file of the game, line and column of what asked for it, such as `cards/river.yaml:12:5`; None if unknown.
        owner: whose text that is, such as "`effect` of the card `ferryman`"; empty if unknown.
        span: the same place as diagnostics name it; None if unknown.
        phase: the phase in which it happened; empty if unknown.
        reason: what was asked for, without game, phase and place.

    Example:
        >>> from ruleset_core import BrokenRuleError
        >>> BrokenRuleError("7 lies outside 1..6", {"es": "7 no está en 1..6"}).text("es")
        '7 no está en 1..6'
    """

    place: str | None = None
    owner: str = ""
    span: Span | None = None
    phase: str = ""

    def __init__(self, message: str, translated: Mapping[str, str] | None = None, reason: str = "") -> None:
        super().__init__(message)
        self.reason = reason or message
        self._texts = {**(translated or {}), "en": message}

    @classmethod
    def endless(cls, titles: Mapping[str, str], decisions: int) -> BrokenRuleError:
        """A game of this title that has not ended after so many decisions."""
        reasons = {
            lang: message(
                "game.endless", lang, count=f"{decisions:,}".replace(",", message("play.thousands_mark", lang))
            )
            for lang in LANGUAGES
        }
        return cls(reasons["en"], reasons, reasons["en"]).within(titles)

    def text(self, lang: str = "en") -> str:
        """The message in a language."""
        return self._texts.get(lang, self._texts["en"])

    def within(self, places: Mapping[str, str]) -> BrokenRuleError:
        """The same, with what it happened in said before it, by language: one of many games, say."""
        texts = {lang: f"{place}: {self.text(lang)}" for lang, place in places.items()}
        error = BrokenRuleError(texts["en"], texts, self.reason)
        error.place, error.owner, error.span, error.phase = self.place, self.owner, self.span, self.phase
        return error
