"""What is said of how a game came to lie on the table: its seed, what of a record fits, what to do where it does not."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ruleset_core.cli.said.messages import say
from ruleset_core.record import RecordError, changes_since
from ruleset_core.texts.records import explain, what_changed

if TYPE_CHECKING:
    from ruleset_core.record import Header, Record, Session

__all__ = ["fit_notes", "seed_line", "unsaved_notes", "with_command"]


def seed_line(header: Header, lang: str) -> str:
    """The seed of a game, with its number if it is one of many."""
    if header.number is None:
        return say("seed", lang, seed=header.seed)
    return say("seed_number", lang, seed=header.seed, number=header.number)


def fit_notes(session: Session, record: Record, lang: str) -> list[str]:
    """What is to be said of a record whose rules have changed since."""
    if session.misfit is not None:
        notes = [say("fits_so_far", lang, problem=explain(session.misfit, lang), file=record.file)]
    else:
        changes = changes_since(session.game, record.header)
        if not changes.any:
            return []
        notes = [say("still_fits", lang, file=record.file, changed=what_changed(changes, lang))]
    return [*notes, *([say("new_file", lang)] if session.journal is not None else [])]


def unsaved_notes(error: RecordError | None, lang: str) -> list[str]:
    """Why a game is not being saved; nothing where it is."""
    return [] if error is None else [explain(error, lang), say("not_saved", lang)]


def with_command(error: RecordError, data: Sequence[Path], lang: str, *, look: bool = False) -> str:
    """What is wrong with a record, with the command that goes on with it: if it is of another game, or fits in part (to `look`, the one that shows it)."""
    problem = explain(error, lang)
    if error.key == "other_game":
        key, words = ("other_game_look", ("replay",)) if look else ("other_game_go_on", ("play", "--resume"))
        return say(key, lang, problem=problem, command=shlex.join(["ruleset", *words, str(error.values["file"])]))
    if error.key == "unknown_bot" and not look:
        return say("other_bot_go_on", lang, problem=problem)
    if "fits" not in error.values:
        return problem
    roots = [word for root in data for word in ("--data", str(root))]
    there = [str(error.values["file"]), *roots, "--force"]
    go_on = shlex.join(["ruleset", "play", "--resume", *there])
    if look:
        problem = say("misfit_look", lang, problem=problem, command=shlex.join(["ruleset", "replay", *there]))
    return say("misfit_go_on", lang, problem=problem, command=go_on)
