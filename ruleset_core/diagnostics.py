"""Diagnostics: an error or a warning with the exact span in a file, notes and a suggested repair. Every pass returns these."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import total_ordering
from typing import Literal

from ruleset_core.budgets import LONGEST, spend_comparisons
from ruleset_core.cursor import CURSOR, note_candidates

Severity = Literal["error", "warning"]

SHORT = 2
"""Words of so few letters are like too many others."""
MAX_FINDINGS = 500
"""No pass reports more about one file: nobody reads them, and files may be hostile."""


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of a file. Lines and columns count from 1 in characters; the end is exclusive.

    Example:
        >>> from ruleset_core import Span
        >>> Span("game.yaml", 7, 3, 7, 8).column, Span.whole("game.yaml").line
        (3, 1)
    """

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    @classmethod
    def whole(cls, file: str) -> Span:
        """The span of a remark about a file that has no better place in it: its very start."""
        return cls(file, 1, 1, 1, 1)

    @property
    def empty(self) -> bool:
        """Whether the span covers no character."""
        return (self.line, self.column) == (self.end_line, self.end_column)


def is_within(span: Span, place: Span) -> bool:
    """Whether a place lies in another."""
    begins = (place.file, place.line, place.column) <= (span.file, span.line, span.column)
    return begins and (span.file, span.end_line, span.end_column) <= (place.file, place.end_line, place.end_column)


@dataclass(frozen=True, slots=True, order=True)
class Suggestion:
    """A repair: put `replacement` in the place of `span`. `rivals` are replacements that are as likely.

    One that is not `sure` is worth showing, and not worth making unasked: a number that would be allowed.

    Example:
        >>> from ruleset_core import Span, Suggestion
        >>> Suggestion(Span("game.yaml", 7, 3, 7, 7), "gain").sure
        True
    """

    span: Span
    replacement: str
    rivals: tuple[str, ...] = ()
    sure: bool = True


@total_ordering
@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding. Diagnostics sort by place, then by code and message.

    `about` is the name that is wrong or missing: what is said about the same name has one cause. `alike` are further
    places of the same finding.

    Example:
        >>> from ruleset_core import Diagnostic, Span
        >>> found = Diagnostic("W501", "warning", "nothing uses this", Span("game.yaml", 7, 3, 7, 8))
        >>> found.code, found.span.line
        ('W501', 7)
    """

    code: str
    severity: Severity
    message: str
    span: Span
    label: str = ""
    notes: tuple[str, ...] = ()
    help: str = ""
    suggestion: Suggestion | None = None
    related: tuple[tuple[Span, str], ...] = ()
    about: str = ""
    alike: tuple[Span, ...] = ()

    def __lt__(self, other: Diagnostic) -> bool:
        return self._order() < other._order()

    def _order(self) -> tuple[Span, str, str, str, str]:
        return self.span, self.code, self.message, self.label, self.help


def shared_ends(old: str, new: str) -> tuple[int, int]:
    """How many characters two texts share at their beginning, and how many at the end of the rest."""
    start = _shared(old, new)
    return start, _shared(old[start:][::-1], new[start:][::-1])


def _shared(one: str, other: str) -> int:
    return next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def suggested_repairs(item: Diagnostic) -> list[Suggestion]:
    """The suggestion of a finding, and the same for its further places; none when it has rivals."""
    first = item.suggestion
    if first is None or first.rivals or not first.sure:
        return []
    if first.span != item.span:
        return [first] if not item.alike else []
    return [first, *(replace(first, span=span) for span in item.alike)]


def error(
    code: str,
    message: str,
    span: Span,
    *,
    label: str = "",
    notes: tuple[str, ...] = (),
    help: str = "",  # noqa: A002 - the field of Diagnostic has this name
    suggestion: Suggestion | None = None,
    related: tuple[tuple[Span, str], ...] = (),
    about: str = "",
) -> Diagnostic:
    """An error diagnostic; short for `Diagnostic(code, "error", ...)`."""
    return Diagnostic(code, "error", message, span, label, notes, help, suggestion, related, about)


def first_diagnostics(diagnostics: Iterable[Diagnostic], limit: int = MAX_FINDINGS) -> list[Diagnostic]:
    """The first `limit` diagnostics in order of place, each once; the last one tells how many were left out."""
    ordered = sorted(dict.fromkeys(diagnostics))
    left = len(ordered) - limit
    if left <= 0:
        return ordered
    last = ordered[limit - 1]
    return [*ordered[: limit - 1], replace(last, notes=(*last.notes, f"{left} more findings in this file"))]


def diagnostic_order(item: Diagnostic) -> tuple[int, Diagnostic]:
    """The order in which findings are told: what keeps a file from being read, other errors, warnings; each by place."""
    if item.severity == "warning":
        return 2, item
    return int(item.code[:2] not in {"E0", "E1"}), item


def counted(number: int, noun: str) -> str:
    """`1 value`, `2 values`."""
    return f"{number} {noun}{'s' * (number != 1)}"


def friendly_list(items: Iterable[str], conjunction: str = "or") -> str:
    """Names as a phrase: "`a`, `b` or `c`"."""
    quoted = [f"`{item}`" for item in items]
    if len(quoted) < 2:
        return "".join(quoted)
    return f"{', '.join(quoted[:-1])} {conjunction} {quoted[-1]}"


def shorten(text: str, limit: int = 40) -> str:
    """`text` on one line and at most `limit` characters long, fit for quoting in a message."""
    flat = " ".join(text[: 4 * limit].split())
    return flat if len(flat) <= limit and len(text) <= 4 * limit else flat[: limit - 1] + "…"


def did_you_mean(word: str, candidates: Iterable[str]) -> list[str]:
    """The at most three candidates most like `word`, best first; empty when none is close.

    Closeness is the number of typing slips (a letter missing, added, wrong, or two swapped), ignoring case and
    the difference between space, `-` and `_`. Pass only candidates that would be valid in the place of the word.
    """
    if word == CURSOR:
        note_candidates(word, candidates)
        return []
    if len(word) > LONGEST:
        return []
    wanted = _plain(word)
    ranked = []
    for candidate in dict.fromkeys(candidates):
        if not spend_comparisons(1):
            return []
        slips = _closeness(wanted, _plain(candidate))
        if slips is not None and candidate != word:
            ranked.append((slips, candidate))
    return [candidate for _, candidate in sorted(ranked)[:3]]


def closest_candidates(word: str, candidates: Iterable[str], aliases: Mapping[str, str] | None = None) -> list[str]:
    """What was probably meant: the candidate with the fewest slips, and others that have as few.

    Args:
        word: what is written.
        candidates: what would be valid there.
        aliases: other words for some of the candidates, such as the names players read.
    """
    known = list(candidates)
    meant = (aliases or {}).get(_plain(word))
    if meant in known:
        return [str(meant)]
    close = did_you_mean(word, known)
    if not close:
        return most_similar(word, known)
    return [each for each in close if _slips(word, each) == _slips(word, close[0])]


def most_similar(word: str, candidates: Iterable[str], share: float = 0.65) -> list[str]:
    """The candidate most like a word by what they have in common; none with a smaller share than that.

    For words with too many slips to count.
    """
    known = [each for each in candidates if len(each) <= LONGEST]
    return (
        get_close_matches(word, known, n=1, cutoff=share)
        if len(word) <= LONGEST and spend_comparisons(30 * len(known))
        else []
    )


def nearest_repair(
    word: str, candidates: Iterable[str], span: Span, aliases: Mapping[str, str] | None = None
) -> Suggestion | None:
    """The same as a repair of what is written at `span`; it is sure where few letters of many are wrong."""
    close = closest_candidates(word, candidates, aliases)
    if not close:
        return None
    meant = (aliases or {}).get(_plain(word)) == close[0]
    return Suggestion(span, close[0], tuple(close[1:]), meant or is_typo(word, close[0]))


def is_typo(word: str, candidate: str) -> bool:
    """Whether a word is another one mistyped, and not only like it: `gian` is `gain`, but `name` is neither `fame` nor `me`.

    Who mistypes a word begins it rightly, or swaps its first two letters.
    """
    wrong, right = _plain(word), _plain(candidate)
    slips = _closeness(wrong, right)
    if slips is None or slips != int(slips) or min(len(wrong), len(right)) <= SHORT:
        return False
    return wrong[0] == right[0] or wrong[:2] == right[1::-1] or set(wrong.split("_")) == set(right.split("_"))


def nearest_number(given: int, low: int, high: int, span: Span) -> Suggestion:
    """The number within bounds that was probably meant: without a digit that slipped in, or else the nearest one."""
    text = str(abs(given))
    ways = [text[:-1], text[1:], text] if len(text) > 1 else [text]
    fitting = [each for each in ways if each and low <= int(each) <= high]
    return Suggestion(span, fitting[0] if fitting else str(min(max(given, low), high)), sure=False)


def _slips(word: str, candidate: str) -> float:
    return _closeness(_plain(word), _plain(candidate)) or 0


def unknown_name_help(word: str, candidates: Sequence[str], what: str = "names") -> str:
    """A help line for an unknown word: the close candidates, else all of them when they are few, else nothing."""
    close = did_you_mean(word, candidates)
    if close:
        return f"did you mean {friendly_list(close)}?"
    if 0 < len(candidates) <= 8:
        return f"{what}: {', '.join(f'`{candidate}`' for candidate in candidates)}"
    return ""


def _plain(word: str) -> str:
    return word.lower().replace("-", "_").replace(" ", "_")


def _closeness(wanted: str, candidate: str) -> float | None:
    """Number of slips between two words, or None when they are too different to be the same word mistyped.

    The beginning of a word counts as a little more than the slips that are allowed.
    """
    if len(candidate) > 2 * LONGEST:
        return None
    allowed = max(1, min(len(wanted), len(candidate)) // 3)
    if "_" in wanted and sorted(wanted.split("_")) == sorted(candidate.split("_")):
        return 1  # the same words in another order
    longer, shorter = sorted((wanted, candidate), key=len, reverse=True)
    if len(shorter) >= 3 and len(longer) <= 40 and longer.startswith(shorter):
        return len(longer) - len(shorter) if len(longer) - len(shorter) <= allowed else allowed + 0.5
    if len(longer) - len(shorter) > allowed or _unshared(wanted, candidate) > allowed:
        return None  # most words of a long list are no closer: that is seen at once
    slips = _distance(wanted, candidate)
    return slips if slips <= allowed else None


def _unshared(left: str, right: str) -> int:
    """How many letters one word has that the other has not: at least as many slips lie between them."""
    missing = sum(max(0, left.count(letter) - right.count(letter)) for letter in set(left))
    return max(missing, len(right) - len(left) + missing)


def _distance(left: str, right: str) -> int:
    """Optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours."""
    spend_comparisons(len(left) * len(right) // 32)
    before: list[int] = []
    previous = list(range(len(right) + 1))
    for i, a in enumerate(left, 1):
        row = [i]
        for j, b in enumerate(right, 1):
            best = min(previous[j] + 1, row[j - 1] + 1, previous[j - 1] + (a != b))
            if i > 1 and j > 1 and a == right[j - 2] and left[i - 2] == b:
                best = min(best, before[j - 2] + 1)
            row.append(best)
        before, previous = previous, row
    return previous[-1]
