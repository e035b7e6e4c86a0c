#!/usr/bin/env python3
"""Run `ruleset` from a checkout: makes the environment `.venv` when needed, then does what you ask.

    python3 dev.py play [...]     play Troyes Dice against bots, or what you name: play pig, play --seed 7
    python3 dev.py serve [...]    the same in the browser: opens tables and prints their links
    python3 dev.py test [...]     run the tests, on all cores; arguments go to pytest
    python3 dev.py near [...]     within a minute: the tests nearest to what changed, or to packages: near lang
    python3 dev.py lint           ruff, mypy and the layers; scripts and styles of pages where there is npm
    python3 dev.py check [...]    check games and expansions for mistakes
    python3 dev.py run COMMAND    any other command of ruleset: run list, run --help

Needs nothing but Python 3.11 with its standard library. This file itself is written for older ones too, so that they
can say what is missing.
"""

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from shutil import which

OLDEST = (3, 11)
NEWER = ("python3.14", "python3.13", "python3.12", "python3.11")
ROOT = Path(__file__).resolve().parent
PROJECT = ROOT / "pyproject.toml"
VENV = ROOT / ".venv"
STAMP = VENV / "ruleset-stamp"
SCRIPTS = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = str(SCRIPTS / "python")
LINTERS = (
    ("ruff", "check", "."),
    ("ruff", "format", "--check", "."),
    ("mypy",),
    ("mypy", "dev.py"),
    ("lint-imports",),
)
PAGES = ("npx", "--yes", "@biomejs/biome@2.6", "lint", "--error-on-warnings")
"""Scripts and styles, by `biome.jsonc`. It comes from npm, which only who changes pages needs."""
COMFORTS = {
    "full": "what the whole screen needs (everything works without it but `play --full`)",
    "web": "what tables in the browser need (everything works without it but `serve`)",
}
"""Extras that a player gets where they can be had, and what is said where not."""
NO_NETWORK = ("new connection", "name resolution", "Network is unreachable", "timed out", "No matching distribution")


class Trouble(Exception):
    """What stands in the way, as one message."""


def main(args: "list[str]") -> int:
    """Do what `args` ask for and return the exit code."""
    command, rest = (args[0], args[1:]) if args else ("--help", [])
    if command in ("-h", "--help", "help"):
        print((__doc__ or "").strip())
        return 0
    if command not in ("play", "serve", "test", "near", "lint", "check", "run"):
        print(f"There is no `dev.py {command}`; `python3 dev.py --help` lists what there is.", file=sys.stderr)
        return 2
    try:
        if sys.version_info < OLDEST:
            return with_newer_python(args)
        prepare("test" if command in ("test", "near", "lint") else "")
    except Trouble as trouble:
        print(f"dev.py: {trouble}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("dev.py: stopped; the next run starts this step again.", file=sys.stderr)
        return 130
    return run(command, rest)


def run(command: str, rest: "list[str]") -> int:
    """Run a command in the environment, which is ready."""
    if command == "test":
        return start([PYTHON, "-m", "pytest", *workers(rest), *rest], ROOT)
    if command == "near":
        return start([PYTHON, "-m", "tests.near", *rest], ROOT)
    if command == "lint":
        return lint()
    if command == "play" and "--resume" not in rest and (not rest or rest[0].startswith("-")):
        rest = ["troyes_dice", *rest]
    os.environ["RULESET_TYPED"] = "python3 " + os.path.relpath(__file__)
    return start([str(SCRIPTS / "ruleset"), *([] if command == "run" else [command]), *rest])


def workers(rest: "list[str]") -> "list[str]":
    """Tests run on all cores, unless something is said of it or somebody wants to watch one process."""
    alone = ("-n", "--numprocesses", "--dist", "-s", "--capture", "--pdb", "--trace", "--collect-only", "--co")
    return [] if any(word.startswith(alone) for word in rest) else ["-n", "auto", "--dist", "worksteal"]


def lint() -> int:
    """Run every linter, also after one has failed, and return 1 if any has."""
    failed = []
    npx = which(PAGES[0])
    for words in (*LINTERS, *([PAGES] if npx else [])):
        say("$ " + " ".join(words))
        program = npx if words is PAGES else str(SCRIPTS / words[0])
        if start([str(program), *words[1:]], ROOT) != 0:
            failed.append(" ".join(words))
    if npx is None:
        say("scripts and styles of pages were left out: there is no npx here, which comes with npm.")
    if failed:
        say("failed: " + ", ".join(failed))
    return 1 if failed else 0


def start(command: "list[str]", folder: "Path | None" = None) -> int:
    """Run a program to its end and return its exit code; an interrupt is the program's to handle."""
    process = subprocess.Popen(command, cwd=folder)
    while True:
        try:
            code = process.wait()
        except KeyboardInterrupt:
            continue
        return code if code >= 0 else 128 - code


def prepare(extra: str) -> None:
    """Make `.venv` fit: new, mended, or brought up to date with `pyproject.toml`."""
    if ready(extra):
        return
    with one_at_a_time():
        if ready(extra):  # another dev.py has just done it
            return
        if not healthy():
            make_venv()
        install(extra)


def ready(extra: str) -> bool:
    """Whether the last installation was of this `pyproject.toml`, at this place, with `extra`, and still works."""
    try:
        done, extras = STAMP.read_text(encoding="utf-8").split("\n")[:2]
    except (OSError, ValueError):
        return False
    return done == fingerprint() and extra in (extras, "") and healthy()


def healthy() -> bool:
    """Whether the environment's Python starts and has pip: the Python it was made from may be gone."""
    try:
        return subprocess.call([PYTHON, "-c", "import pip"], stderr=subprocess.DEVNULL) == 0
    except OSError:
        return False


def fingerprint() -> str:
    """Changes with the place of the checkout and with `pyproject.toml`."""
    return hashlib.sha256(str(ROOT).encode() + PROJECT.read_bytes()).hexdigest()


def make_venv() -> None:
    """Create `.venv` from this Python, in place of a broken one."""
    if find_spec("venv") is None or find_spec("ensurepip") is None:
        raise Trouble(
            f"this Python ({sys.executable}) comes without venv or ensurepip. Debian and Ubuntu have them in the "
            "package python3-venv; elsewhere, install Python 3.11 or newer whole."
        )
    say("making .venv ...")
    code, output = quietly([sys.executable, "-m", "venv", "--clear", str(VENV)])
    if code != 0 or not healthy():
        raise Trouble(f"the environment {VENV} could not be made. Python said:\n{gist(output)}")


def install(extra: str) -> None:
    """Install the checkout, editable, with what it needs, and stamp the environment."""
    say("installing what ruleset needs into .venv; about a minute, only now and when pyproject.toml changes ...")
    code, output = pip_install(f"{ROOT}[{extra}]" if extra else str(ROOT))
    if code != 0:
        hint = "; is there a network?" if any(sign in output for sign in NO_NETWORK) else "."
        raise Trouble(f"what ruleset needs could not be installed{hint} pip said:\n{gist(output)}")
    for wanted, without in COMFORTS.items():
        if pip_install(f"{ROOT}[{wanted}]")[0] != 0:
            say(f"{without} could not be installed here.")
    STAMP.write_text(f"{fingerprint()}\n{extra}\n", encoding="utf-8")
    say("ready.")


def pip_install(target: str) -> "tuple[int, str]":
    """Install something, editable, and return pip's exit code and what it printed."""
    options = ["--quiet", "--disable-pip-version-check", "--no-input"]
    return quietly([PYTHON, "-m", "pip", "install", *options, "--editable", target])


def quietly(command: "list[str]") -> "tuple[int, str]":
    """Run a program unseen; return its exit code and what it printed."""
    environment = dict(os.environ, PIP_USER="0")  # a user-wide setting that pip refuses inside an environment
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment, check=False)
    except OSError as error:
        return 1, str(error)
    return done.returncode, done.stdout.decode(errors="replace")


def gist(output: str) -> str:
    """The lines of a failed program's output that say why, indented: its errors, else its last words."""
    lines = [line.strip() for line in output.strip().splitlines()]
    errors = [line for line in lines if line.lower().startswith("error")]
    return "\n".join("  " + line for line in (errors or lines)[-4:])


@contextmanager
def one_at_a_time() -> "Iterator[None]":
    """Let a second dev.py wait while the first makes the environment, where the system can lock files."""
    try:
        import fcntl
    except ImportError:
        yield
        return
    with PROJECT.open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def with_newer_python(args: "list[str]") -> int:
    """Start again with a newer Python if this machine has one."""
    for name in NEWER:
        try:
            found = subprocess.call([name, "-c", ""], stderr=subprocess.DEVNULL) == 0
        except OSError:
            found = False
        if found:
            return start([name, str(ROOT / "dev.py"), *args])
    wanted, here = ".".join(map(str, OLDEST)), ".".join(map(str, sys.version_info[:2]))
    raise Trouble(
        f"ruleset needs Python {wanted} or newer, and this is {here} ({sys.executable}). "
        f"Install a newer one and run dev.py with it."
    )


def say(message: str) -> None:
    """Tell the person at the terminal what goes on, apart from the output of programs."""
    print(message, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
