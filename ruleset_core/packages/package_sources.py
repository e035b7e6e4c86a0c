"""Where a game is added from: a directory, a zip file, or an address on the web."""

from __future__ import annotations

from http.client import HTTPMessage
from pathlib import Path
from typing import IO, Final
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import HTTPHandler as PlainHandler
from urllib.request import HTTPRedirectHandler, HTTPSHandler, ProxyHandler, Request, build_opener

from ruleset_core import __version__
from ruleset_core.files import os_error_reason, read_regular_file
from ruleset_core.installed import LibraryError
from ruleset_core.packages.archives import MOST_BYTES, package_files, unpack
from ruleset_core.safe_text import clean_line

TIMEOUT: Final = 20
"""Seconds that a server may be silent."""
SCHEMES: Final = ("https", "http")


def full_source(source: str) -> str:
    """A source as it is kept for updates: an address, or a whole path."""
    return source if is_address(source) else str(Path(source).expanduser().resolve())


def is_address(source: str) -> bool:
    """Whether a source is on the web."""
    return urlsplit(source).scheme.lower() in SCHEMES if "://" in source else False


def fetch_package(source: str) -> dict[str, bytes]:
    """The files of a game or expansion by their place.

    Raises:
        LibraryError: it cannot be reached or read, or holds what a package may not hold.
    """
    if "://" in source and not is_address(source):
        raise LibraryError(f"`{source}`: only addresses with {' or '.join(SCHEMES)} are fetched")
    if is_address(source):
        return unpack(_download(source), source)
    path = Path(source).expanduser()
    if path.is_dir():
        files, _ = package_files(path)
        return files
    try:
        raw = read_regular_file(path, MOST_BYTES + 1)
    except OSError as problem:
        raise LibraryError(f"`{source}` cannot be read: {os_error_reason(problem)}") from None
    if len(raw) > MOST_BYTES:
        raise LibraryError(f"`{source}` is refused: it is larger than {MOST_BYTES // 2**20} MB")
    return unpack(raw, source)


class _WebOnly(HTTPRedirectHandler):
    """Follows an address to others on the web, and nowhere else."""

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> Request | None:
        """Refuse what is neither http nor https, and a step from https to http."""
        if not is_address(newurl) or (req.full_url.startswith("https:") and not newurl.startswith("https:")):
            raise URLError(f"it leads to `{newurl}`")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _download(address: str) -> bytes:
    # An opener of its own: the usual one also reads `file:` and `ftp:`.
    opener = build_opener(ProxyHandler(), PlainHandler(), HTTPSHandler(), _WebOnly())
    request = Request(address, headers={"User-Agent": f"ruleset/{__version__}"})  # noqa: S310 - http and https alone
    try:
        with opener.open(request, timeout=TIMEOUT) as answer:
            raw: bytes = answer.read(MOST_BYTES + 1)
    except URLError as problem:
        raise LibraryError(f"`{address}` cannot be fetched: {clean_line(str(problem.reason))}") from None
    except (OSError, ValueError) as problem:
        raise LibraryError(f"`{address}` cannot be fetched: {clean_line(str(problem))}") from None
    if len(raw) > MOST_BYTES:
        raise LibraryError(f"`{address}` is refused: it is larger than {MOST_BYTES // 2**20} MB")
    return raw
