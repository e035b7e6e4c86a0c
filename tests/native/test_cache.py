"""What is kept on disk: only where it is the user's own, never damaged, never too much, and never in the way."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from ruleset_core import disk_cache as module
from ruleset_core.disk_cache import DiskCache, cache_directory

ROOT = Path(__file__).parents[2]
POSIX = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="this system has no owners and modes")


@pytest.fixture
def kept(tmp_path):
    return DiskCache(tmp_path / "cache")


def test_what_is_put_is_got(kept):
    assert kept.get("a.wasm") is None
    kept.put("a.wasm", b"content")
    kept.put("b.wasm", b"")
    assert (kept.get("a.wasm"), kept.get("b.wasm")) == (b"content", b"")
    kept.put("a.wasm", b"other")
    assert kept.get("a.wasm") == b"other"
    assert kept.why_not is None
    assert kept.keeps_code is hasattr(os, "geteuid")


@POSIX
def test_directory_and_files_are_the_users_alone(kept, tmp_path):
    before = os.umask(0)
    try:
        kept.put("a", b"x")
    finally:
        os.umask(before)
    assert (tmp_path / "cache").stat().st_mode & 0o777 == 0o700
    assert (tmp_path / "cache" / "a").stat().st_mode & 0o777 == 0o600


@POSIX
@pytest.mark.parametrize("mode", [0o755, 0o770, 0o701, 0o720, 0o777])
def test_a_directory_open_to_others_is_not_used(kept, tmp_path, mode):
    kept.put("a", b"x")
    (tmp_path / "cache").chmod(mode)
    assert kept.get("a") is None
    kept.put("b", b"x")
    assert not (tmp_path / "cache" / "b").exists()
    assert "does not belong to the user alone" in DiskCache(tmp_path / "cache").why_not


@POSIX
def test_a_directory_of_somebody_else_is_not_used(kept, tmp_path, monkeypatch):
    kept.put("a", b"x")
    somebody = os.geteuid() + 1
    monkeypatch.setattr(os, "geteuid", lambda: somebody)
    assert kept.get("a") is None
    kept.put("b", b"x")
    assert not (tmp_path / "cache" / "b").exists()


@POSIX
@pytest.mark.parametrize("mode", [0o620, 0o602, 0o666])
def test_a_file_that_others_may_write_is_not_read(kept, tmp_path, mode):
    kept.put("a", b"x")
    (tmp_path / "cache" / "a").chmod(mode)
    assert kept.get("a") is None


@POSIX
def test_a_directory_that_is_a_link_is_not_used(kept, tmp_path):
    kept.put("a", b"x")
    (tmp_path / "link").symlink_to(tmp_path / "cache")
    linked = DiskCache(tmp_path / "link")
    assert linked.get("a") is None
    assert linked.why_not
    (tmp_path / "dangling").symlink_to(tmp_path / "nowhere")
    DiskCache(tmp_path / "dangling").put("a", b"x")
    assert not (tmp_path / "nowhere").exists()


@POSIX
def test_a_file_that_is_a_link_is_not_read_and_not_written_through(kept, tmp_path):
    kept.put("a", b"x")
    whole = (tmp_path / "cache" / "a").read_bytes()
    (tmp_path / "elsewhere").write_bytes(whole)
    (tmp_path / "cache" / "a").unlink()
    (tmp_path / "cache" / "a").symlink_to(tmp_path / "elsewhere")
    assert kept.get("a") is None
    kept.put("a", b"new")
    assert kept.get("a") == b"new"
    assert (tmp_path / "elsewhere").read_bytes() == whole


@POSIX
def test_a_pipe_or_a_directory_in_the_place_of_a_file_is_none(kept, tmp_path):
    kept.put("x", b"x")
    os.mkfifo(tmp_path / "cache" / "a")
    (tmp_path / "cache" / "b").mkdir()
    assert (kept.get("a"), kept.get("b")) == (None, None)
    kept.put("b", b"x")
    kept.put("a", b"x")
    assert (kept.get("a"), kept.get("b")) == (b"x", None)


def test_damaged_files_are_none(kept, tmp_path):
    kept.put("a", bytes(range(256)))
    path = tmp_path / "cache" / "a"
    whole = path.read_bytes()
    damages = [whole[:n] for n in (0, 1, 20, len(whole) - 1)] + [whole + b"\0", b"\0" * len(whole)]
    damages += [whole[:n] + bytes([whole[n] ^ 1]) + whole[n + 1 :] for n in range(0, len(whole), 7)]
    for damaged in damages:
        path.write_bytes(damaged)
        assert kept.get("a") is None
    path.write_bytes(whole)
    assert kept.get("a") == bytes(range(256))


def test_a_file_under_another_name_is_none(kept, tmp_path):
    kept.put("a", b"x")
    (tmp_path / "cache" / "a").rename(tmp_path / "cache" / "b")
    assert kept.get("b") is None


def test_a_name_that_cannot_be_given_is_no_error_and_leaves_nothing(kept, tmp_path, monkeypatch):
    kept.put("a", b"before")

    def full(*_about, **_more):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    kept.put("a", b"after")
    monkeypatch.undo()
    assert kept.get("a") == b"before"
    assert [each.name for each in (tmp_path / "cache").iterdir()] == ["a"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_what_a_full_device_refuses_is_no_error(kept, monkeypatch, tmp_path):
    kept.put("a", b"before")
    really = os.open

    def on_a_full_disk(path, flags, mode=0o777, *, dir_fd=None):
        if flags & os.O_CREAT:
            os.close(really(path, flags, mode, dir_fd=dir_fd))
            return really("/dev/full", os.O_WRONLY)
        return really(path, flags, mode, dir_fd=dir_fd)

    monkeypatch.setattr(os, "open", on_a_full_disk)
    kept.put("a", b"x" * 100_000)
    monkeypatch.undo()
    assert kept.get("a") == b"before"
    assert [each.name for each in (tmp_path / "cache").iterdir()] == ["a"]


def test_a_disk_that_is_not_written_to_is_read(kept, monkeypatch):
    kept.put("a", b"x")
    really = os.open

    def read_only(path, flags, mode=0o777, *, dir_fd=None):
        if flags & (os.O_CREAT | os.O_WRONLY):
            raise OSError(errno.EROFS, "Read-only file system")
        return really(path, flags, mode, dir_fd=dir_fd)

    def no_times(*_about):
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(os, "open", read_only)
    monkeypatch.setattr(os, "utime", no_times)
    kept.put("b", b"x")
    assert (kept.get("a"), kept.get("b")) == (b"x", None)


@POSIX
@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="modes do not stop the superuser")
def test_a_directory_that_cannot_be_written_to_is_read(kept, tmp_path):
    kept.put("a", b"x")
    (tmp_path / "cache").chmod(0o500)
    try:
        kept.put("b", b"x")
        assert (kept.get("a"), kept.get("b")) == (b"x", None)
    finally:
        (tmp_path / "cache").chmod(0o700)


def test_where_nothing_can_be_made_nothing_is_kept(tmp_path):
    (tmp_path / "file").write_text("")
    for directory in (tmp_path / "file", tmp_path / "file" / "below", None):
        kept = DiskCache(directory)
        kept.put("a", b"x")
        kept.drop("a")
        assert kept.get("a") is None
        assert kept.why_not


def test_the_least_recently_used_goes_first(tmp_path):
    kept = DiskCache(tmp_path / "cache", limit=4000)
    for number, name in enumerate("abc"):
        kept.put(name, bytes(1000))
        os.utime(tmp_path / "cache" / name, (1000 + number, 1000 + number))
    assert kept.get("a") == bytes(1000)
    kept.put("d", bytes(1000))
    assert [kept.get(name) is not None for name in "abcd"] == [True, False, True, True]
    kept.put("e", bytes(4001))
    assert kept.get("e") is None


def test_files_never_finished_are_removed(tmp_path):
    kept = DiskCache(tmp_path / "cache")
    kept.put("a", b"x")
    for name, age in (("old.new", 7200), ("young.new", 10)):
        path = tmp_path / "cache" / name
        path.write_bytes(b"half")
        os.utime(path, (time.time() - age, time.time() - age))
    kept.put("b", b"x")
    assert sorted(each.name for each in (tmp_path / "cache").iterdir()) == ["a", "b", "young.new"]


def test_what_is_dropped_is_gone(kept):
    kept.put("a", b"x")
    kept.drop("a")
    kept.drop("a")
    assert kept.get("a") is None


@pytest.mark.slow
def test_processes_at_once_never_see_half(tmp_path):
    program = """
import sys
from pathlib import Path
from ruleset_core.disk_cache import DiskCache
kept, mine = DiskCache(Path(sys.argv[1]), limit=900_000), sys.argv[2].encode()
for turn in range(150):
    kept.put(f"{turn % 5}", mine * 100_000)
    found = kept.get(f"{(turn + 2) % 5}")
    assert found is None or (len(found) == 100_000 and len(set(found)) == 1), len(found)
"""
    command = [sys.executable, "-c", program, str(tmp_path / "cache")]
    with ThreadPoolExecutor(3) as threads:
        done = list(
            threads.map(lambda x: subprocess.run([*command, x], cwd=ROOT, capture_output=True, check=False), "abc")
        )
    assert [(each.returncode, each.stderr) for each in done] == [(0, b"")] * 3
    assert sum(each.stat().st_size for each in (tmp_path / "cache").iterdir()) < 1_000_000


def test_where_things_are_kept(monkeypatch, tmp_path):
    monkeypatch.setenv("RULESET_CACHE", str(tmp_path / "own"))
    assert cache_directory() == tmp_path / "own"
    monkeypatch.delenv("RULESET_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_directory() == tmp_path / "ruleset"
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    for system, place in (
        ("linux", ".cache/ruleset"),
        ("darwin", "Library/Caches/ruleset"),
        ("win32", "AppData/Local/ruleset/cache"),
    ):
        monkeypatch.setattr(sys, "platform", system)
        monkeypatch.delenv("LOCALAPPDATA", raising=False)
        assert cache_directory() == tmp_path / place


def test_without_a_home_nothing_is_kept(monkeypatch):
    def homeless():
        raise RuntimeError("no home")

    monkeypatch.delenv("RULESET_CACHE")
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    assert cache_directory() is None


def test_a_system_without_owners_keeps_no_native_code(monkeypatch, tmp_path):
    monkeypatch.setattr(module, "_HAS_OWNERS", False)
    kept = DiskCache(tmp_path / "cache")
    assert not kept.keeps_code
    kept.put("a", b"x")
    assert kept.get("a") == b"x"
