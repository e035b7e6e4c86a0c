"""What the seam raises. Every message names what was found and what to do next; none is meant to be seen as a traceback."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ruleset_core.model.diagnostic import Diagnostic, Span


class RulesetError(Exception):
    """Common to everything raised on purpose."""


class LoadError(RulesetError):
    """A game cannot be loaded; `diagnostics` say why and where."""

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
    """A game cannot begin with these players or options; `path` leads to what is wrong, beginning with the argument."""

    def __init__(self, message: str, path: tuple[str | int, ...] = ()) -> None:
        super().__init__(message)
        self.path = path


class NumberError(RulesetError, ValueError):
    """A number of a game that is to be another one is not there, or cannot be that; `suggestions` are names of close ones."""

    def __init__(self, message: str, suggestions: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.suggestions = tuple(suggestions)


class NotationError(RulesetError, ValueError):
    """A text that is not the notation of any option of the game; `suggestions` are close ones."""

    def __init__(self, message: str, suggestions: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.suggestions = tuple(suggestions)


class IllegalOption(RulesetError, ValueError):
    """An option of the game that is not offered now; `why` explains, where the rules know."""

    def __init__(self, message: str, why: str | None = None) -> None:
        super().__init__(message)
        self.why = why


class SaveError(RulesetError, ValueError):
    """Something saved cannot be used: damaged, of another game, or of other data."""


class BrokenRuleError(RulesetError):
    """The data of a game asked for something without meaning, or never came to an end.

    Attributes:
        place: the file of the game, line and column of what asked for it, such as `cards/river.yaml:12:5`; None if unknown.
        owner: whose text that is, such as "`effect` of the card `ferryman`"; empty if unknown.
        span: the same place as diagnostics name it; None if unknown.
        phase: the phase in which it happened; empty if unknown.
        reason: what was asked for, without game, phase and place.
        is_too_long: whether what happened took more steps than the interpreter, or any executor, may take.
    """

    place: str | None = None
    owner: str = ""
    span: Span | None = None
    phase: str = ""
    is_too_long: bool = False

    def __init__(self, message: str, spanish: str = "", reason: str = "") -> None:
        super().__init__(message)
        self.reason = reason or message
        self._texts = {"en": message, "es": spanish or message}

    @classmethod
    def endless(cls, title: str, spanish_title: str, decisions: int) -> BrokenRuleError:
        """A game of this title that has not ended after so many decisions."""
        said = f"no end after {decisions:,} decisions: it is taken for a game that never ends"
        spanish = f"sin final tras {decisions:,} decisiones: se toma por una partida que no acaba nunca".replace(
            ",", " "
        )
        return cls(f"{title}: {said}", f"{spanish_title}: {spanish}", said)

    def said(self, lang: str = "en") -> str:
        """The message in a language."""
        return self._texts.get(lang, self._texts["en"])

    def of(self, english: str, spanish: str) -> BrokenRuleError:
        """The same, with what it happened in said before it: one of many games, say."""
        error = BrokenRuleError(f"{english}: {self}", f"{spanish}: {self.said('es')}", self.reason)
        error.place, error.owner, error.span, error.phase = self.place, self.owner, self.span, self.phase
        error.is_too_long = self.is_too_long
        return error
