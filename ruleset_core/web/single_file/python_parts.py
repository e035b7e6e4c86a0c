"""Python in an exported file: Pyodide, and of the library and this program what plays, compiled for it.

Python of another version than this one runs them, so its own program compiles them (in node) and finds out
which are needed (`module_closure`):

    find_pyodide(None)       ~/.cache/ruleset/pyodide-314.0.7, fetched with npm the first time
    compiled_parts(...)      the library, 1.9 MB, and the program, 1.6 MB
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tarfile
import tempfile
from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping
from hashlib import blake2b, sha512
from io import BytesIO
from pathlib import Path
from typing import Final
from zipfile import ZIP_STORED, ZipFile, ZipInfo

import ruleset_core
from ruleset_core.errors import RulesetError
from ruleset_core.files import file_bytes, user_directory
from ruleset_core.messages import LANGUAGES
from ruleset_core.messages.po_files import compile_catalogue, read_catalogue

PYODIDE: Final = "314.0.7"
"""The version of Pyodide that a file holds."""
INTEGRITY: Final = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
"""The SHA-512 of its package."""
CACHE: Final = "RULESET_CACHE"
"""The user's directory of caches."""
NEEDED: Final = (
    "pyodide.js",
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "python_stdlib.zip",
    "pyodide-lock.json",
)
ROOT: Final = Path(ruleset_core.__file__).resolve().parent
CATALOGUES: Final = ROOT / "messages"
GRAMMARS: Final = ROOT / "story" / "text" / "grammar"
UNREAD: Final = ("cli.", "report.", "terminal.", "print.", "expansion.", "playtest.")
"""Messages of what does not run in a file."""


class PyodideMissing(RulesetError):
    """There is no Pyodide here, and none can be fetched; `key` is that of the message that says what to do."""

    def __init__(self, key: str, detail: str = "") -> None:
        super().__init__(f"{key}: {detail}")
        self.key, self.detail = key, detail


def find_pyodide(given: Path | None, fetching: Callable[[], object] = lambda: None) -> Path:
    """The directory with Pyodide: the given one, or that in the user's cache, where it is fetched to once with npm. `fetching` is called before.

    Raises:
        PyodideMissing: there is none.
    """
    if given is not None:
        if not _is_whole(given):
            raise PyodideMissing("incomplete", str(given))
        return given
    cache_home = user_directory(CACHE)
    if cache_home is None:
        raise PyodideMissing("no_cache")
    found = cache_home / f"pyodide-{PYODIDE}"
    if not _is_whole(found):
        fetching()
        _fetch(found)
    return found


def _is_whole(directory: Path) -> bool:
    return all((directory / each).is_file() for each in NEEDED)


def _fetch(home: Path) -> None:
    """Fetch the package with the user's npm client and compare its checksum."""
    npm = shutil.which("npm")
    if npm is None:
        raise PyodideMissing("no_npm")
    with tempfile.TemporaryDirectory() as place:
        command = [npm, "pack", f"pyodide@{PYODIDE}", "--silent", "--pack-destination", place]
        done = subprocess.run(command, cwd=place, capture_output=True, text=True, check=False)  # noqa: S603 - a program of the user's own
        package = Path(place) / f"pyodide-{PYODIDE}.tgz"
        if done.returncode or not package.is_file():
            raise PyodideMissing("not_fetched", (done.stderr.strip().splitlines() or [""])[-1])
        if b64encode(sha512(file_bytes(package)).digest()).decode() != INTEGRITY:
            raise PyodideMissing("wrong_checksum")
        with tarfile.open(package) as archive:
            for each in NEEDED:
                archive.extract(f"package/{each}", place, filter="data")
        home.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        unfinished = Path(tempfile.mkdtemp(dir=home.parent))
        for each in NEEDED:
            shutil.move(Path(place) / "package" / each, unfinished / each)
        shutil.rmtree(home, ignore_errors=True)
        unfinished.rename(home)


def compiled_parts(pyodide: Path) -> tuple[bytes, bytes]:
    """The library as an archive, and the program as a pack of files, both compiled by the Python that runs them.

    Raises:
        PyodideMissing: there is no node to compile with.
    """
    sources = {each.relative_to(ROOT.parent).as_posix(): file_bytes(each) for each in sorted(ROOT.rglob("*.py"))}
    compiled = _compile(pyodide, _archive(sources))
    own = {name: raw for name, raw in compiled.items() if name.startswith(f"{ROOT.name}/")}
    own |= {each.relative_to(ROOT.parent).as_posix(): file_bytes(each) for each in GRAMMARS.glob("*.json")}
    for lang in LANGUAGES:
        entries = read_catalogue(CATALOGUES / f"{lang}.po")
        read = {key: texts for key, texts in entries.items() if not key.startswith(UNREAD)}
        own[(CATALOGUES / f"{lang}.mo").relative_to(ROOT.parent).as_posix()] = compile_catalogue(read)
    return _archive({name: raw for name, raw in compiled.items() if name not in own}), pack(own.items())


def _compile(pyodide: Path, sources: bytes) -> dict[str, bytes]:
    """Modules by their files; what was compiled before is kept in the user's cache."""
    home = user_directory(CACHE)
    kept = None if home is None else home / f"pyodide-{PYODIDE}-{blake2b(sources, digest_size=16).hexdigest()}.zip"
    if kept is not None and kept.is_file():
        return _files_of(kept)
    node = shutil.which("node")
    if node is None:
        raise PyodideMissing("no_node")
    with tempfile.TemporaryDirectory() as place:
        given, found, here = Path(place, "sources.zip"), Path(place, "compiled.zip"), Path(__file__).parent
        given.write_bytes(sources)
        command = [node, *map(str, (here / "compile.mjs", pyodide.resolve(), given, found, here / "module_closure.py"))]
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - a program of the user's own
        if done.returncode:
            raise PyodideMissing("not_compiled", (done.stderr.strip().splitlines() or [""])[-1])
        if kept is not None and home is not None:
            home.mkdir(parents=True, exist_ok=True, mode=0o700)
            unfinished = kept.with_suffix(f".{os.getpid()}")
            shutil.copyfile(found, unfinished)
            unfinished.replace(kept)
        return _files_of(found)


def _files_of(archive: Path) -> dict[str, bytes]:
    with ZipFile(archive) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def _archive(files: Mapping[str, bytes]) -> bytes:
    """An archive whose files are not compressed: it is compressed as a whole. It says of no time, so the same files make the same archive."""
    made = BytesIO()
    with ZipFile(made, "w", ZIP_STORED) as archive:
        for name, raw in sorted(files.items()):
            archive.writestr(ZipInfo(name), raw)
    return made.getvalue()


def pack(files: Iterable[tuple[str, bytes]]) -> bytes:
    """Files one after the other, as `worker.js` unpacks them: a line of JSON with names and sizes, then all bytes."""
    listed = sorted(files)
    head = json.dumps([[name, len(raw)] for name, raw in listed], separators=(",", ":"))
    return head.encode() + b"\n" + b"".join(raw for _, raw in listed)
