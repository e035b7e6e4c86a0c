"""What there is to say about the file a game is kept in, as data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from ruleset_core.record import Journal, RecordError, Session

__all__ = ["Keeping", "News", "NewsKey"]

NewsKey: TypeAlias = Literal["kept_anew", "trouble", "trouble_over", "kept", "lost", "not_kept"]


@dataclass(frozen=True, slots=True)
class News:
    """Something that players should know about saving.

    Attributes:
        key: `kept_anew`: the file was deleted, replaced or written to, and the game goes into `file` now; `trouble`: it
            cannot be saved, `problem` says why; `trouble_over`; `kept`: it is all in `file`; `lost`: but for the last
            `count` moves; `not_kept`: nothing of it is anywhere.
        file: where the game is, or should have been.
        count: how many moves are not there.
        problem: why it cannot be written.
    """

    key: NewsKey
    file: Path | None = None
    count: int = 0
    problem: RecordError | None = None

    @property
    def is_bad(self) -> bool:
        """Whether something of the game is in danger, or lost: not where nobody wanted it to be kept."""
        return self.key not in {"trouble_over", "kept"} and (self.key != "not_kept" or self.file is not None)


class Keeping:
    """Says once when saving fails, works again or goes into another file, and in the end where the game is."""

    def __init__(self) -> None:
        self._troubled = False
        self._kept_in: Journal | None = None

    def sit_down(self) -> None:
        """Another game lies on the table now, with a file of its own."""
        self._kept_in = None

    def news(self, session: Session) -> Iterator[News]:
        """What has changed about saving since this was last asked."""
        journal = session.journal
        was, self._kept_in = self._kept_in, journal
        if journal is not None and was not in {None, journal}:
            yield News("kept_anew", journal.path)
        trouble = journal.trouble if journal else None
        troubled, self._troubled = self._troubled, trouble is not None
        if trouble is not None and not troubled:
            yield News("trouble", problem=trouble)
        elif trouble is None and troubled:
            yield News("trouble_over")

    def at_last(self, session: Session) -> Iterator[News]:
        """Bring the game to the disk, and say where it is."""
        if session.journal is None:
            yield News("not_kept")
            return
        session.sync()
        yield from self.news(session)
        journal = session.journal  # the file may be another one now
        if not journal.holds:
            yield News("not_kept", journal.path)
            return
        if journal.waiting:
            yield News("lost", journal.path, journal.waiting)
        yield News("kept", journal.path)
