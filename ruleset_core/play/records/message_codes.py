"""A whole game as a short text, to be sent to somebody who plays it too: a code.

    AcuJ3_qrVkrOT9S...     version, checksum, then deflated: what the game begins with as JSON, and a number for each move

A move is its place among the options that were offered, one byte for most. What was drawn is not written: the seed says it. So a code
is for games without secrets between seats. It comes from anybody, so what is read is bounded, and checked by playing it.
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NoBase64
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from ruleset_core import RulesetError
from ruleset_core.play.records.record_lines import Seat
from ruleset_core.play.records.sessions import Session
from ruleset_core.safe_text import clean_line

if TYPE_CHECKING:
    from ruleset_core import Game

VERSION: Final = 1
"""The first byte of a code."""
LONGEST: Final = 12_000
"""Characters of a code."""
MOST_BYTES: Final = 32_000
"""Bytes that it unpacks to."""
NAME: Final = 24
"""Characters of a player's name."""
_HEAD: Final = 5
_DIGEST: Final = 16
_LINK: Final = "#play="
"""What stands before a code in a link."""


class MessageCodeError(RulesetError):
    """A code that is not taken; `key`: why (`damaged`, `newer`, `too_long`, `other_game`, `other_version`, `moves`)."""

    def __init__(self, key: str, **values: object) -> None:
        self.key, self.values = key, values
        super().__init__(key)


@dataclass(frozen=True, slots=True)
class CodedGame:
    """What a code says.

    Attributes:
        game, expansions, in_order, options, seed, seats: what the game was begun with.
        digest: the beginning of the hash of its data.
        moves: for each move its place among the options that were offered.
        check: a checksum of the moves in notation.
    """

    game: str
    digest: str
    seed: int
    seats: tuple[Seat, ...]
    expansions: tuple[str, ...]
    options: Mapping[str, bool | int | str]
    in_order: bool
    check: int
    moves: tuple[int, ...]


def encode_session(session: Session) -> str:
    """The code of a game up to its last move."""
    header = session.header
    rest = {"x": [*session.game.expansions], "o": dict(header.options), "i": int(header.in_order)}
    head = [
        header.game, session.game.hash[:_DIGEST], header.seed, [[seat.name, seat.kind] for seat in header.seats], _check(session),
        {key: value for key, value in rest.items() if value},
    ]  # fmt: skip
    content = (
        json.dumps(head, ensure_ascii=False, separators=(",", ":")).encode()
        + b"\n"
        + b"".join(map(_number, _places(session)))
    )
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    body = bytes([VERSION]) + packer.compress(content) + packer.flush()
    return urlsafe_b64encode(body[:1] + zlib.crc32(body).to_bytes(4, "big") + body[1:]).decode().rstrip("=")


def decode_code(text: str) -> CodedGame:
    """What a code says, or a link that ends with one, however it was broken into lines. Raises `MessageCodeError`."""
    if len(text) > 2 * LONGEST:
        raise MessageCodeError("too_long")
    code = re.sub(r"\s+", "", text).rpartition(_LINK)[2].strip("`'\"<>.,")
    if len(code) > LONGEST:
        raise MessageCodeError("too_long")
    try:
        body = _checked(code)
    except (ValueError, NoBase64):
        raise MessageCodeError("damaged") from None
    if body[0] != VERSION:
        raise MessageCodeError("newer")
    try:
        return _read(_unpacked(body[1:]))
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError, zlib.error):
        raise MessageCodeError("damaged") from None


def _checked(code: str) -> bytes:
    """The version and what is packed. Raises ValueError, NoBase64."""
    if not re.fullmatch(r"[\w-]+", code, re.ASCII):
        raise ValueError("other characters")
    raw = urlsafe_b64decode(code + "=" * (-len(code) % 4))
    body = raw[:1] + raw[_HEAD:]
    if len(raw) <= _HEAD or zlib.crc32(body) != int.from_bytes(raw[1:_HEAD], "big"):
        raise ValueError("another checksum")
    return body


def _unpacked(packed: bytes) -> bytes:
    """Raises ValueError for more than may be in a code, and zlib.error."""
    unpacker = zlib.decompressobj(-15)
    content = unpacker.decompress(packed, MOST_BYTES)
    if not unpacker.eof or unpacker.unused_data:
        raise ValueError("too large")
    return content


def play_coded(coded: CodedGame, game: Game, roots: Sequence[str] = ()) -> Session:
    """The game that a code holds, played again. Raises `MessageCodeError` where it is of other data, or its moves do not fit."""
    if game.id != coded.game:
        raise MessageCodeError("other_game", game=coded.game)
    if game.hash[:_DIGEST] != coded.digest:
        raise MessageCodeError("other_version")
    low, high = game.players
    if not low <= len(coded.seats) <= high:
        raise MessageCodeError("damaged")
    try:
        session = Session.start(game, coded.seats, coded.seed, coded.options, tuple(game.expansions), roots)
        for place in coded.moves:
            session.apply(session.live.options[place])
    except (ValueError, IndexError, RulesetError):
        raise MessageCodeError("moves") from None
    if _check(session) != coded.check:
        raise MessageCodeError("moves")
    return session


def _places(session: Session) -> Iterator[int]:
    """The place of each move among the options that were offered."""
    state = session.states[0].clone()
    for step in session.steps:
        yield state.options.index(step.option)
        state.apply(step.option)


def _check(session: Session) -> int:
    return zlib.crc32("\n".join(step.move.notation for step in session.steps).encode())


def _number(value: int) -> bytes:
    """A number in bytes of seven bits, the lowest first; all but the last have the highest bit set."""
    found = bytearray()
    while value > 127:
        found.append(value & 127 | 128)
        value >>= 7
    return bytes([*found, value])


def _numbers(raw: bytes) -> Iterator[int]:
    value = shift = 0
    for byte in raw:
        value |= (byte & 127) << shift
        shift += 7
        if shift > 35:
            raise ValueError("too large a number")
        if byte < 128:
            yield value
            value = shift = 0
    if shift:
        raise ValueError("it ends in the middle of a number")


def _read(content: bytes) -> CodedGame:
    """What is unpacked. Raises ValueError, and what wrong shapes raise."""
    head, _, moves = content.partition(b"\n")
    game, digest, seed, seats, check, rest = json.loads(head)
    found = CodedGame(
        _text(game), _text(digest), _integer(seed), tuple(Seat(_text(name)[:NAME], _text(kind)) for name, kind in seats),
        tuple(map(_text, rest.get("x", []))), {_text(key): _plain(value) for key, value in rest.get("o", {}).items()},
        bool(rest.get("i")), _integer(check), tuple(_numbers(moves)),
    )  # fmt: skip
    if len(digest) != _DIGEST or len({seat.name.casefold() for seat in found.seats}) < len(found.seats):
        raise ValueError("something is wrong with it")
    return found


def _text(value: Any) -> str:
    if not isinstance(value, str) or not 0 < len(value) <= 100 or clean_line(value) != value:
        raise ValueError("no text")
    return value


def _integer(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not -(2**63) <= value < 2**63:
        raise ValueError("no number")
    return value


def _plain(value: Any) -> bool | int | str:
    if isinstance(value, bool):
        return value
    return _integer(value) if isinstance(value, int) else _text(value)
