"""Packages of games: which files belong to one, writing them as a zip file, and unpacking a foreign one with care.

    pack(inn)       inn-1.2.zip with inn-1.2/game.yaml, inn-1.2/cards/rooms.yaml, ...; the same files give the same bytes
    unpack(zip)     refuses `../x`, `/etc/x`, links, programs, two names that differ in case, more than `MOST_FILES` files or `MOST_BYTES`

A package is data: what is run, and what is hidden, is left out when it is packed and refused when it is unpacked.
"""

from __future__ import annotations

import io
import os
import re
import stat
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Final

from ruleset_core.files import HEADERS, os_error_reason, read_regular_file
from ruleset_core.installed import LibraryError
from ruleset_core.safe_text import clean_line

MOST_FILES: Final = 5000
MOST_BYTES: Final = 64 * 1024 * 1024
"""Bytes of all files of a package together, and of the package itself."""
MOST_DEPTH: Final = 8
"""Folders within folders."""
ENDINGS: Final = frozenset({".csv", ".json", ".md", ".otf", ".po", ".png", ".svg", ".ttf", ".txt", ".yaml", ".yml"})
PLAIN_NAMES: Final = frozenset({"AUTHORS", "COPYING", "LICENCE", "LICENSE", "NOTICE", "README"})
"""Files without an ending that a package may have."""
NAME: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.+-]{0,99}")
"""Names of files and folders that every system can have."""
RESERVED: Final = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?", re.IGNORECASE)
"""Names that Windows keeps for devices."""
OLDEST: Final = (1980, 1, 1, 0, 0, 0)
"""The date of every file of a package, so that it depends on its content alone."""


def package_files(directory: Path) -> tuple[dict[str, bytes], list[str]]:
    """The files of a game or expansion by their place, and the places of files that do not go into a package.

    Raises:
        LibraryError: it is too large, or a file cannot be read.
    """
    files: dict[str, bytes] = {}
    left_out: list[str] = []
    room = MOST_BYTES
    for path in _walk(directory, directory):
        place = path.relative_to(directory).as_posix()
        if path.is_symlink() or unfit_place(place):
            left_out.append(place)
            continue
        try:
            content = read_regular_file(path, room + 1)
        except OSError as problem:
            raise LibraryError(f"`{path}` cannot be read: {os_error_reason(problem)}") from None
        room -= len(content)
        files[place] = content
        if room < 0 or len(files) > MOST_FILES:
            raise LibraryError(f"`{directory}` is too large for a package: {MOST_FILES} files, {_megabytes()} at most")
    return files, left_out


def _walk(folder: Path, top: Path) -> Iterator[Path]:
    """The files below a folder in order, without what is hidden or made by Python."""
    try:
        inside = sorted(folder.iterdir())
    except OSError as problem:
        raise LibraryError(f"`{folder}` cannot be read: {os_error_reason(problem)}") from None
    for path in inside:
        if path.name.startswith(".") or path.name == "__pycache__":
            continue
        if path.is_dir() and not path.is_symlink():
            if len(path.relative_to(top).parts) < MOST_DEPTH:
                yield from _walk(path, top)
        else:
            yield path


def unfit_place(place: str) -> str:
    """Why a file of this place, with `/`, may not be in a package, as the end of a sentence; empty if it may."""
    parts = place.split("/")
    if place.startswith("/") or ".." in parts or "\\" in place or ":" in place:
        return "it leads out of the package"
    if len(parts) > MOST_DEPTH:
        return f"more than {MOST_DEPTH} folders lie in one another"
    if not all(map(NAME.fullmatch, parts)) or any(map(RESERVED.fullmatch, parts)):
        return "names have letters, digits, `.`, `_`, `-` and `+`, and begin with none of the signs"
    if Path(place).suffix.lower() not in ENDINGS and parts[-1] not in PLAIN_NAMES:
        return f"a package has files of data ({', '.join(sorted(ENDINGS))}) and no programs"
    return ""


def content_hash(files: Mapping[str, bytes]) -> str:
    """SHA-256 of the places and contents of files, whatever package they came in."""
    total = sha256()
    for place in sorted(files):
        total.update(f"{place}\0{len(files[place])}\0".encode())
        total.update(files[place])
    return total.hexdigest()


def package_bytes(files: Mapping[str, bytes], name: str) -> bytes:
    """A zip file with the files in a folder of this name."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for place in sorted(files):
            info = zipfile.ZipInfo(f"{name}/{place}", OLDEST)
            info.external_attr = (stat.S_IFREG | 0o644) << 16
            info.create_system = 3
            archive.writestr(info, files[place], zipfile.ZIP_DEFLATED)
    return packed.getvalue()


def unpack(raw: bytes, source: str) -> dict[str, bytes]:
    """The files of a package by their place below the folder with its `game.yaml` or `expansion.yaml`.

    Args:
        raw: the bytes of a zip file.
        source: where it is from, for messages.

    Raises:
        LibraryError: it is damaged, too large, or holds what a package may not hold.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            files = _members(archive, source)
    except (
        zipfile.BadZipFile,
        zlib.error,
        EOFError,
        OSError,
        ValueError,
        NotImplementedError,
        RuntimeError,
    ) as problem:
        raise LibraryError(f"`{source}` is not a sound zip file: {clean_line(str(problem))}") from None
    return _below_header(files, source)


def _members(archive: zipfile.ZipFile, source: str) -> dict[str, bytes]:
    infos = [info for info in archive.infolist() if not info.is_dir()]
    if len(infos) > MOST_FILES:
        raise LibraryError(f"`{source}` has {len(infos)} files; a package has {MOST_FILES} at most")
    found: dict[str, bytes] = {}
    seen: dict[str, str] = {}
    room = MOST_BYTES
    for info in infos:
        place = info.filename
        mode = info.external_attr >> 16
        why = "it is a link or a device" if stat.S_IFMT(mode) not in {0, stat.S_IFREG} else _unfit_member(place)
        why = why or ("it is encrypted" if info.flag_bits & 1 else "")
        folded = place.casefold()
        if not why and folded in seen:
            why = f"`{clean_line(seen[folded])}` is the same file on some systems"
        if why:
            raise LibraryError(f"`{source}` is refused because of `{clean_line(place)}`: {why}")
        seen[folded] = place
        with archive.open(info) as stream:
            content = stream.read(room + 1)  # the size that is written in the package may be wrong
        room -= len(content)
        if room < 0:
            raise LibraryError(f"`{source}` is refused: unpacked it is larger than {_megabytes()}")
        found[place] = content
    return found


def _unfit_member(place: str) -> str:
    """As `unfit_place`; hidden files, and what other programs put into packages, are left out later."""
    hidden = any(part.startswith(".") and part not in {".", ".."} for part in place.split("/"))
    return "" if hidden and ".." not in place.split("/") and not place.startswith("/") else unfit_place(place)


def _below_header(files: Mapping[str, bytes], source: str) -> dict[str, bytes]:
    tops = {place.split("/", 1)[0] for place in files if not place.startswith(".")}
    shown = {
        place: content for place, content in files.items() if not any(part.startswith(".") for part in place.split("/"))
    }
    if not any(name in shown for name in HEADERS) and len(tops) == 1:
        (top,) = tops
        shown = {place.removeprefix(f"{top}/"): content for place, content in shown.items()}
    if not any(name in shown for name in HEADERS):
        raise LibraryError(
            f"`{source}` is no package of a game: there is no {' or '.join(HEADERS)} at its top or in its only folder"
        )
    return shown


def write_files(files: Mapping[str, bytes], directory: Path) -> None:
    """Write files into a new directory. Raises OSError."""
    directory.mkdir(parents=True)
    for place, content in files.items():
        path = directory.joinpath(*place.split("/"))
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("xb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())


def _megabytes() -> str:
    return f"{MOST_BYTES // 2**20} MB"
