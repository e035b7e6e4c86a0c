"""Headers of games and expansions read without a full parser, and the lineage of variants."""

from __future__ import annotations

import json
import os
import re
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NoReturn, Protocol

from ruleset_core.errors import RulesetError
from ruleset_core.files import HEADERS, is_file, read_regular_file
from ruleset_core.values import VERSION_PATTERN, as_range, is_name, is_path_text, is_player_range, set_within

# The header of a `game.yaml` or `expansion.yaml`, read by light means.
#
# Listing games must be quick and must survive broken files, so only the head of the file is parsed, by the reader
# that the loader uses, with its limits. The loader reads the same keys again, and checks them.

_HEADER_KEYS = frozenset(
    {"at_least", "expansion", "game", "like", "name", "of", "players", "requires", "rights", "version", "with"}
)
_CHANGES = frozenset({"override", "remove", "extend", "board"})
_TOP_LEVEL_KEY = re.compile(r"""^(["']?)([A-Za-z_]\w*)\1[ \t]*:""", re.MULTILINE | re.ASCII)
_COMMENT = re.compile(r"^#[^\n]*\n?", re.MULTILINE)
_LIMIT = 200_000
"""Bytes read at most; a header is far shorter."""
_LONGEST_HEAD = 2000
"""Characters of a key with its value; what is longer is not read."""


RIGHTS = ("free", "permission", "private")
"""What may be done with a game, from most to least: everybody may publish it, somebody allowed it, nobody may."""


@dataclass(frozen=True, slots=True)
class Rights:
    """What others may do with a game, as its header says.

    Attributes:
        status: one of `RIGHTS`; a game that says nothing is `private`.
        holder: who holds the rights.
        licence: under which licence, if it has one.
        notice: what to show beside the game, by language.
    """

    status: str = "private"
    holder: str = ""
    licence: str = ""
    notice: Mapping[str, str] = field(default_factory=dict)
    stated: bool = False
    """Whether the header says it."""

    @property
    def is_free(self) -> bool:
        """Whether everybody may publish it."""
        return self.status == "free"

    def text(self, lang: str) -> str:
        """What players read: whether it may be published, by whom it is, and the notice; empty where the header says nothing."""
        if not self.stated:
            return ""
        from ruleset_core.messages import message

        status = message(f"rights.{self.status}", lang)
        made = ", ".join(filter(None, (self.licence, self.holder)))
        said = (
            message("rights.line", lang, status=status, details=made)
            if made
            else message("rights.bare", lang, status=status)
        )
        return " ".join(filter(None, (said, self.notice.get(lang) or self.notice.get("en"))))

    @classmethod
    def of_all(cls, all_of_them: Iterable[Rights]) -> Rights:
        """What may be done with things together, a game and its expansions: the least that one of those that say it allows."""
        stated = [each for each in all_of_them if each.stated]
        return max(stated, key=lambda each: RIGHTS.index(each.status), default=cls())


@dataclass(frozen=True, slots=True)
class GameHeader:
    """What the head of a file says. `id` is empty when the head cannot be read, `at_least` maps ids to versions."""

    id: str = ""
    of: str = ""
    name: Mapping[str, str] = field(default_factory=dict)
    players: tuple[int, int] | None = None
    requires: tuple[str, ...] = ()
    like: str = ""
    with_: tuple[str, ...] = ()
    version: str = ""
    rights: Rights = Rights()
    at_least: Mapping[str, str] = field(default_factory=dict)

    def title(self, lang: str) -> str:
        """The name in `lang`, else in English, else the id."""
        return self.name.get(lang) or self.name.get("en") or self.id

    def as_data(self) -> dict[str, Any]:
        """The header as a file says it, as plain data, of which `header_of` makes the same."""
        rights = self.rights
        found: dict[str, Any] = {
            ("expansion" if self.of else "game"): self.id, "of": self.of, "name": dict(self.name),
            "players": "..".join(map(str, self.players or ())), "requires": [*self.requires], "like": self.like, "with": [*self.with_],
            "version": self.version, "at_least": dict(self.at_least),
        }  # fmt: skip
        if rights.stated:
            found["rights"] = {
                "status": rights.status, "holder": rights.holder, "licence": rights.licence, "notice": dict(rights.notice),
            }  # fmt: skip
        return {key: value for key, value in found.items() if value}


def read_header(file: Path) -> GameHeader:
    """The header in `file`; an empty one when it cannot be read (the check says why, a list must go on)."""
    try:
        raw = read_regular_file(file, _LIMIT)
        text = getincrementaldecoder("utf-8-sig")().decode(raw)  # the limit may cut a character
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    except (OSError, UnicodeDecodeError):
        return GameHeader()
    if text.startswith("{"):  # JSON is YAML, and needs no parser of ours
        with suppress(ValueError, RecursionError):
            data = json.loads(text)
            return header_of(data) if isinstance(data, dict) else GameHeader()
    if len(raw) == _LIMIT:
        text = text[: text.rfind("\n") + 1]
    head = "".join(_head(text))
    memory = _MEMORY.get()
    known = None if memory is None else memory.get(head)
    if known is not None:
        return known
    from ruleset_core.model.yaml_documents import load_text

    document, _ = load_text(head, str(file))
    found = header_of(document.data) if document is not None and isinstance(document.data, dict) else GameHeader()
    if memory is not None:
        memory.note(head, found)
    return found


class HeaderCache(Protocol):
    """Knows headers that were read before by the text of the head, so that no parser is needed for them."""

    def get(self, head: str) -> GameHeader | None:
        """The header that this text says, if it is known."""

    def note(self, head: str, header: GameHeader) -> None:
        """Remember what a text says."""


_MEMORY: ContextVar[HeaderCache | None] = ContextVar("_MEMORY", default=None)


def with_header_cache(memory: HeaderCache) -> AbstractContextManager[object]:
    """Look up headers in a memory for a while, in this thread."""
    return set_within(_MEMORY, memory)


def header_has_id(file: Path, name: str) -> bool:
    """Whether the header in `file` has this id. A file in which the name does not stand is not read any further."""
    try:
        raw = read_regular_file(file, _LIMIT)
    except OSError:
        return False
    stands = name.encode("utf-8", "surrogatepass") in raw or b"\\" in raw  # an escape may stand for any character
    return stands and read_header(file).id == name


def changed_sections(directory: Path) -> tuple[str, ...]:
    """What an expansion says it changes of the game it is for, by its keys: `override`, `remove`, `extend`, and `board` for the plan of one.

    Only the beginnings of lines are looked at, as a header is: whether it is right is for the check to say.
    """
    found: dict[str, None] = {}
    for folder in (directory, directory / "boards"):
        for file in sorted(folder.glob("*.yaml")):
            try:
                text = read_regular_file(file, _LIMIT).decode("utf-8", "replace")
            except OSError:
                continue
            found |= dict.fromkeys(match[2] for match in _TOP_LEVEL_KEY.finditer(text) if match[2] in _CHANGES)
    return tuple(found)


def _head(text: str) -> Iterator[str]:
    """The top-level blocks of `text` that belong to the header; the others may be long and need not be parsed."""
    starts = list(_TOP_LEVEL_KEY.finditer(text))
    ends = [match.start() for match in starts[1:]] + [len(text)]
    wanted = set(_HEADER_KEYS)
    for match, end in zip(starts, ends, strict=False):
        if match[2] in wanted:
            wanted.remove(match[2])
            block = _COMMENT.sub("", text[match.start() : end])
            yield block if len(block) <= _LONGEST_HEAD else ""


def header_of(data: Mapping[Any, object]) -> GameHeader:
    """The header that the data of a file say: what is as it should be; the rest is left out."""
    own, of, name = data.get("game") or data.get("expansion"), data.get("of"), data.get("name")
    ends, needs, like, always = as_range(data.get("players")), data.get("requires"), data.get("like"), data.get("with")
    return GameHeader(
        id=own if isinstance(own, str) and is_name(own) else "",
        of=of if isinstance(of, str) and is_name(of) else "",
        name=_texts(name),
        players=ends if ends is not None and is_player_range(*ends) else None,
        requires=tuple(each for each in needs if isinstance(each, str) and is_name(each))
        if isinstance(needs, list)
        else (),
        like=like if isinstance(like, str) and is_path_text(like) else "",
        with_=tuple(each for each in always if isinstance(each, str) and is_path_text(each))
        if isinstance(always, list)
        else (),
        version=version if isinstance(version := data.get("version"), str) else "",
        rights=_rights(data.get("rights")),
        at_least=_texts(data.get("at_least")),
    )


def _rights(given: object) -> Rights:
    if not isinstance(given, dict) or given.get("status") not in RIGHTS:
        return Rights()
    holder, licence = (each if isinstance(each := given.get(key), str) else "" for key in ("holder", "licence"))
    return Rights(given["status"], holder, licence, _texts(given.get("notice")), stated=True)


def _texts(given: object) -> dict[str, str]:
    """The texts of a mapping by name; what is none is left out."""
    return {name: text for name, text in given.items() if _is_text(name, text)} if isinstance(given, dict) else {}


def version_key(version: str) -> tuple[int, ...] | None:
    """A version as numbers that can be compared, `(1, 2)` for `1.2` and `1.2.0`; None for what is no version."""
    if not re.fullmatch(VERSION_PATTERN, version):
        return None
    numbers = [int(part) for part in version.split(".")]
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers)


def is_older(version: str, other: str) -> bool:
    """Whether a version comes before another; what is no version comes before all."""
    return (version_key(version) or ()) < (version_key(other) or ())


def _is_text(lang: object, text: object) -> bool:
    return isinstance(lang, str) and isinstance(text, str)


# What a game is made of before anybody lays an expansion on it: itself, or for a variant the game that it is like.
#
# A variant is a `game.yaml` that says `like:`. It may be like a variant in turn. Only headers are read here.

GAME_FILE, EXPANSION_FILE = HEADERS
MOST_LIKE = 8
"""So many variants may be like one another in a row."""
_LONGEST = 200_000
"""Bytes in which `like:` is looked for; a header is far shorter."""


@dataclass(frozen=True, slots=True)
class LineageProblem:
    """Why a variant cannot be put together: what is wrong, at which key of its header, and what may be done."""

    key: tuple[str | int, ...]
    message: str
    advice: str = ""
    code: str = "E427"
    of_all: bool = False
    """Whether it is about all variants on the way, so that each of them tells it in the same words."""
    cause: str = ""
    """What is wrong in the first place, if that is in a game that this one is like."""


@dataclass(frozen=True, slots=True)
class Lineage:
    """A game, and what it is made of.

    Attributes:
        directory: that of the game.
        game: that of the game which it is like in the end; the same, unless it is a variant.
        ids: its own id, then those of the games it is like.
        layers: what is laid on `game`, in order: expansions that variants always have, and variants; each with its header's file.
        below: the lineage of the game it is like; None for a game that is no variant.
        mishap: why it cannot be put together; `below` is None then.
    """

    directory: Path
    game: Path
    ids: tuple[str, ...] = ()
    layers: tuple[tuple[Path, str], ...] = ()
    below: Lineage | None = None
    mishap: LineageProblem | None = None

    @property
    def is_variant(self) -> bool:
        """Whether it is like another game, or should be."""
        return self.below is not None or self.mishap is not None

    @property
    def directories(self) -> list[Path]:
        """Those of the game and of all that it is like."""
        variants = [path for path, header in reversed(self.layers) if header == GAME_FILE]
        return [*variants, self.game]

    def is_inside(self, file: str | Path, directories: Iterable[Path]) -> bool:
        """Whether a file lies in one of some directories, and not in a game within it that this one is like."""
        below = self.below
        others = [] if below is None else [*below.directories, *(path for path, _ in below.layers)]
        path = Path(file).resolve()
        mine, theirs = (
            max((len(each.resolve().parts) for each in places if path.is_relative_to(each.resolve())), default=0)
            for places in (directories, others)
        )
        return mine > theirs

    @property
    def included(self) -> dict[str, Path]:
        """The expansions that it always has, by name."""
        return {
            read_header(path / header).id or path.name: path for path, header in self.layers if header == EXPANSION_FILE
        }


Find = Callable[[str], Path]
"""Gives the directory of a game by its name; raises a `RulesetError` that says what is known instead."""
Known = Callable[[Sequence[str], Sequence[Path]], Mapping[str, Path]]
"""Gives the expansions that fit one of several ids, found in the roots and in some directories."""
Needed = Callable[[Sequence[Path], Mapping[str, Path]], list[Path]]
"""Puts before each expansion what it requires."""


def may_be_variant(file: Path) -> bool:
    """Whether a `game.yaml` may be that of a variant; most games need not be read for this."""
    try:
        return b"like" in read_regular_file(file, _LONGEST)
    except OSError:
        return False


def find_lineage(directory: Path, find: Find, known: Known, needed: Needed, around: tuple[Path, ...] = ()) -> Lineage:
    """The lineage of the game in a directory. Never raises: what is in the way is its `mishap`.

    Args:
        directory: that of the game.
        find: finds a game.
        known: finds expansions.
        needed: completes expansions.
        around: variants that are like this one, resolved.
    """
    file = directory / GAME_FILE
    header = read_header(file) if may_be_variant(file) else GameHeader()
    if not header.like:
        return Lineage(directory, directory)
    own = header.id or directory.name
    around = (*around, directory.resolve())
    try:
        if len(around) > MOST_LIKE:
            _fail(("like",), f"more than {MOST_LIKE} variants are like one another in a row", _SHORTER, of_all=True)
        below = _below(directory, header.like, find, known, needed, around)
        ids = (own, *(below.ids or (read_header(below.game / GAME_FILE).id or below.game.name,)))
        if own in ids[1:]:
            _fail(("game",), f"`{own}` is the id of the game it is like", "a variant has an id of its own")
        mine = _always(directory, header, below, ids[1:], known, needed)
    except _MishapError as problem:
        return Lineage(directory, directory, (own,), mishap=problem.mishap)
    there = {path.resolve() for path, _ in below.layers}
    added = [(path, EXPANSION_FILE) for path in mine if path.resolve() not in there]
    return Lineage(directory, below.game, ids, (*below.layers, *added, (directory, GAME_FILE)), below)


_SHORTER = "be like one of the first of them"


def _fail(
    key: tuple[str | int, ...], message: str, advice: str = "", code: str = "E427", *, of_all: bool = False
) -> NoReturn:  # fmt: skip
    raise _MishapError(LineageProblem(key, message, advice, code, of_all))


class _MishapError(Exception):
    def __init__(self, mishap: LineageProblem) -> None:
        super().__init__(mishap.message)
        self.mishap = mishap


def _below(
    directory: Path, like: str, find: Find, known: Known, needed: Needed, around: tuple[Path, ...]
) -> Lineage:  # fmt: skip
    try:
        base = _at(directory, like, GAME_FILE) or find(like)
    except RulesetError as problem:
        _fail(("like",), str(problem), "name a game, or the path of its directory as seen from this file")
    if base.resolve() == around[-1]:
        _fail(("like",), "a game cannot be like itself", "name another game")
    if base.resolve() in around:
        names = ", ".join(f"`{each.name}`" for each in around[around.index(base.resolve()) :])
        _fail(("like",), f"these games are like each other: {names}", "one of them has to be written out", of_all=True)
    below = find_lineage(base, find, known, needed, around)
    if (inner := below.mishap) is not None:
        if inner.of_all:
            raise _MishapError(replace(inner, key=("like",)))
        cause = inner.cause or inner.message
        message = f"`{like}` cannot be used: {cause}"
        raise _MishapError(LineageProblem(("like",), message, f"correct it in {base / GAME_FILE}", cause=cause))
    return below


def _always(
    directory: Path, header: GameHeader, below: Lineage, ids: Sequence[str], known: Known, needed: Needed
) -> list[Path]:  # fmt: skip
    """The expansions that a variant always has, with what they require."""
    if not header.with_:
        return []
    there = known(ids, below.directories)
    found = []
    for place, name in enumerate(header.with_):
        try:
            path = _at(directory, name, EXPANSION_FILE) or there.get(name)
        except RulesetError as problem:
            _fail(("with", place), str(problem), code="E404")
        if path is None:
            said = ", ".join(f"`{each}`" for each in there) or "none"
            _fail(("with", place), f"there is no expansion `{name}` of `{ids[0]}`", f"known: {said}", "E404")
        found.append(path)
    return needed(found, there)


def _at(directory: Path, name: str, header: str) -> Path | None:
    """A directory named by a path, seen from that of the variant; None for a name."""
    if os.sep not in name and "/" not in name and not name.startswith("."):
        return None
    path = Path(os.path.normpath(directory / name))
    if is_file(path / header):
        return path
    raise RulesetError(f"there is no {header} in `{path}`")
