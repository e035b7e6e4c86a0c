#!/usr/bin/env python3
"""Run `ruleset` from a checkout: makes the environment `.venv` when needed, then does what you ask.

    python3 dev.py play [...]     play Troyes Dice against bots, or what you name: play pig, play --seed 7
    python3 dev.py serve [...]    the same in the browser: opens tables and prints their links
    python3 dev.py test [...]     run the tests, on all cores; arguments go to pytest
    python3 dev.py near [...]     within a minute: tests that run what you changed, or a package: near lang
    python3 dev.py install all    what few tests need, which are skipped without it: Ray, OpenSpiel, a browser's driver
    python3 dev.py lint           ruff, mypy and the layers; scripts and styles of pages where there is npm
    python3 dev.py vscode         build the extension for VS Code, with npm
    python3 dev.py check [...]    check games and expansions for mistakes
    python3 dev.py run COMMAND    any other command of ruleset: run list, run --help

Needs nothing but Python 3.11 with its standard library. This file itself is written for older ones too, so that they
can say what is missing.
"""

import hashlib
import json
import os
import re
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from shutil import rmtree, which
from typing import Any

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
NEEDS = {
    "": "what ruleset needs",
    "full": "what the whole screen needs (everything but `--full` works without it)",
    "web": "what tables in the browser need (everything but `serve` works without it)",
    "test": "what tests and linters need",
    "test-all": "what all tests need (without it those of Ray, OpenSpiel and browsers are skipped)",
}
"""What is installed for a command, by its extra; what every command needs is under the empty name."""
NO_NETWORK = ("new connection", "name resolution", "Network is unreachable", "timed out", "No matching distribution")


class Trouble(Exception):
    """What stands in the way, as one message."""


def main(args: "list[str]") -> int:
    """Do what `args` ask for and return the exit code."""
    command, rest = (args[0], args[1:]) if args else ("--help", [])
    if command in ("-h", "--help", "help"):
        print((__doc__ or "").strip())
        return 0
    if command not in ("play", "serve", "test", "near", "install", "lint", "vscode", "check", "run"):
        print(f"There is no `dev.py {command}`; `python3 dev.py --help` lists what there is.", file=sys.stderr)
        return 2
    try:
        if sys.version_info < OLDEST:
            return with_newer_python(args)
        if command != "vscode":  # which needs npm alone
            prepare(needed(command, rest))
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
    if command == "vscode":
        return pack_extension()
    if command == "install":
        return 0
    if command == "play" and "--resume" not in rest and (not rest or rest[0].startswith("-")):
        rest = ["troyes_dice", *rest]
    os.environ["RULESET_TYPED"] = "python3 " + os.path.relpath(__file__)
    # -P: a file in the folder of the player, such as `yaml.py`, is not imported in place of a package
    return start([PYTHON, "-P", "-m", "ruleset_core", *([] if command == "run" else [command]), *rest])


def needed(command: str, rest: "list[str]") -> str:
    """The extra that a command needs: `web` for `serve` and `run serve`, `full` for `play --full`, none for `play`."""
    if command == "install":
        if rest != ["all"]:
            raise Trouble(
                "`python3 dev.py install all` installs what all tests need; other commands install what they need."
            )
        return "test-all"
    if command in ("test", "near", "lint"):
        return "test"
    if "serve" in (command, *(rest[:1] if command == "run" else [])):
        return "web"
    return "full" if "--full" in rest else ""


def workers(rest: "list[str]") -> "list[str]":
    """Tests run on all cores, unless something is said of it or somebody wants to watch one process.

    Every second core gets one process more: tests of pages spend half of their time waiting for a browser.
    """
    alone = ("-n", "--numprocesses", "--dist", "-s", "--capture", "--pdb", "--trace", "--collect-only", "--co")
    if any(word.startswith(alone) for word in rest):
        return []
    cores = os.cpu_count() or 1
    return ["-n", str(cores + cores // 2), "--dist", "worksteal"]


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


def pack_extension() -> int:
    """Build the extension for VS Code in `editors/vscode` and pack it into a file that VS Code installs."""
    npm, folder = which("npm"), ROOT / "editors" / "vscode"
    if npm is None:
        say("The extension is built with npm, which is not installed here.")
        return 1
    for words in (["ci", "--no-audit", "--no-fund"], ["run", "check"], ["run", "package"]):
        if code := start([npm, *words], folder):
            return code
    return 0


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
    done, extras = installed()
    return done == fingerprint() and covers(extras, extra) and healthy()


def covers(extras: "Iterable[str]", extra: str) -> bool:
    """Whether `extra` is among what is installed: `test` includes the others, but for `test-all`."""
    return extra in ("", *extras) or ("test" in extras and extra != "test-all")


def installed() -> "tuple[str, list[str]]":
    """What the stamp says: the fingerprint and the extras of the last installation that came to its end."""
    try:
        done, extras = STAMP.read_text(encoding="utf-8").split("\n")[:2]
    except (OSError, ValueError):
        return "", []
    return done, extras.split()


def healthy() -> bool:
    """Whether the environment's Python starts and has pip: the Python it was made from may be gone."""
    try:
        return subprocess.call([PYTHON, "-c", "import pip"], stderr=subprocess.DEVNULL) == 0
    except OSError:
        return False


def fingerprint() -> str:
    """Changes with the place of the checkout and with what `pyproject.toml` says of the package."""
    said = json.dumps([project(), str(ROOT)], sort_keys=True)
    return hashlib.sha256(said.encode()).hexdigest()


def project() -> "dict[str, Any]":
    """The table `project` of `pyproject.toml`: dependencies and extras."""
    import tomllib  # not in the older Pythons that come as far as the head of this file

    table: dict[str, Any] = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    return table


def make_venv() -> None:
    """Create `.venv` from this Python, in place of a broken one.

    `python -m venv` takes seven CPU seconds to install pip with pip. The wheel of pip that Python brings need only be
    unpacked; where Python keeps it elsewhere, `venv` has to do it.
    """
    if find_spec("venv") is None or find_spec("ensurepip") is None:
        raise Trouble(
            f"this Python ({sys.executable}) comes without venv or ensurepip. Debian and Ubuntu have them in the "
            "package python3-venv; elsewhere, install Python 3.11 or newer whole."
        )
    say("making .venv ...")
    wheel = pip_wheel()
    without = ["--without-pip"] if wheel else []
    code, output = quietly([sys.executable, "-m", "venv", "--clear", *without, str(VENV)])
    if code == 0 and wheel:
        script("pip", "-m pip")
        unpack(wheel, packages())
    if code != 0 or not healthy():
        raise Trouble(f"the environment {VENV} could not be made. Python said:\n{gist(output)}")


def pip_wheel() -> "Path | None":
    """The wheel of pip that this Python brings; Debian keeps it in the folder of wheels of the system.

    None on Windows, where programs in the environment are more than a script.
    """
    if os.name == "nt":
        return None
    spec = find_spec("ensurepip")
    own = Path(spec.origin).parent / "_bundled" if spec and spec.origin else None
    system = sysconfig.get_config_var("WHEEL_PKG_DIR")
    for folder in (Path(system) if system else None, own):
        for file in sorted(folder.glob("pip-*.whl")) if folder else ():
            return file
    return None


def script(name: str, words: str) -> None:
    """Write the program `.venv/bin/NAME`, for who works in the environment itself."""
    file = SCRIPTS / name
    file.write_text(f'#!/bin/sh\nexec "$(dirname "$0")/python" {words} "$@"\n', encoding="utf-8")
    file.chmod(0o755)


def unpack(wheel: Path, folder: Path) -> None:
    """Unpack the wheel of pip; the file by which `healthy` finds it comes last, so that half of it is not taken for pip."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder, sorted(archive.namelist(), key=lambda name: name == "pip/__init__.py"))


def packages() -> Path:
    """The folder of packages of `.venv`, whose Python may be another than this one."""
    code, output = quietly([PYTHON, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"])
    if code != 0:
        raise Trouble(f"the environment {VENV} does not work; delete it. Its Python said:\n{gist(output)}")
    return Path(output.strip())


def install(extra: str) -> None:
    """Install what the checkout needs with `extra`, and with the extras it had, and stamp the environment."""
    done, before = installed()
    for_tests = extra in ("test", "test-all")
    extras = sorted({*before, extra, *(["test"] if for_tests else [])} - {""})
    if done == fingerprint() or for_tests:
        say(f"installing {NEEDS[extra]} into .venv, once:")
    else:
        say(f"installing {NEEDS['']} into .venv; again only when pyproject.toml changes:")
    about = project()
    wanted = [*about["dependencies"], *(each for name in extras for each in about["optional-dependencies"][name])]
    code, output = pip_install(*wanted)
    if code != 0:
        what = NEEDS[extra if done == fingerprint() or for_tests else ""]
        hint = "; is there a network?" if any(sign in output for sign in NO_NETWORK) else "."
        raise Trouble(f"{what} could not be installed{hint} pip said:\n{gist(output)}")
    link(packages())
    if os.name != "nt":
        script("ruleset", "-P -m ruleset_core")
    STAMP.write_text(f"{fingerprint()}\n{' '.join(extras)}\n", encoding="utf-8")
    say("ready.")


def link(folder: Path) -> None:
    """Make the checkout importable in `.venv`, and known to pip as `ruleset` with its extras.

    It is what `pip install --editable` does after it has installed hatchling to do it, which takes eight CPU seconds.
    """
    about = project()
    version = re.findall(r'"(.+)"', (ROOT / "ruleset_core" / "version.py").read_text(encoding="utf-8"))[-1]
    lines = ["Metadata-Version: 2.1", f"Name: {about['name']}", f"Version: {version}"]
    lines += [f"Requires-Dist: {each}" for each in about["dependencies"]]
    for extra, wanted in about["optional-dependencies"].items():
        lines.append(f"Provides-Extra: {extra}")
        for each in wanted:
            package, _, marker = each.partition(";")
            both = f"({marker.strip()}) and " if marker else ""
            lines.append(f"Requires-Dist: {package}; {both}extra == '{extra}'")
    for old in folder.glob("ruleset-*.dist-info"):
        rmtree(old)  # pip's own has folders
    known = folder / f"ruleset-{version}.dist-info"
    known.mkdir()
    files = {
        folder / "ruleset.pth": f"{ROOT}\n",
        known / "METADATA": "\n".join(lines) + "\n",
        known / "INSTALLER": "dev.py\n",
    }
    record = known / "RECORD"
    files[record] = "".join(f"{file.relative_to(folder).as_posix()},,\n" for file in [*files, record])
    for file, text in files.items():
        file.write_text(text, encoding="utf-8")


def pip_install(*wanted: str) -> "tuple[int, str]":
    """Install something, name each package as its turn comes, and return pip's exit code and what it printed.

    Files are compiled when they are first imported: of most packages few ever are.
    """
    options = ["--disable-pip-version-check", "--no-input", "--no-compile", "--progress-bar=off"]
    return watched([PYTHON, "-m", "pip", "install", *options, *wanted])


def watched(command: "list[str]") -> "tuple[int, str]":
    """Run pip and show what it is at on one line, which any terminal can; return as `quietly` does."""
    lines = []
    try:
        with subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=environment(),
            encoding="utf-8",
            errors="replace",
        ) as process:
            assert process.stdout is not None
            for line in process.stdout:
                lines.append(line)
                print(end=step(line), file=sys.stderr, flush=True)
    except OSError as error:
        return 1, str(error)
    finally:
        if any(map(step, lines)):
            say("")
    return process.returncode, "".join(lines)


def step(line: str) -> str:
    """What a line of pip adds to the line of progress: the package that is fetched, or that unpacking begins.

    `Collecting click>=8.1` adds `click`, and `Processing /wheels/rich-15.0.0-py3-none-any.whl` adds `rich`.
    """
    if line.startswith("Installing collected packages"):
        return "... unpacking"
    found = re.match(r"Collecting ([\w.-]+)|Processing (?:.*[/\\])?([\w.]+)-\S+\.(?:whl|gz)", line)
    return "  " + (found[1] or found[2]).replace("_", "-") if found else ""


def environment() -> "dict[str, str]":
    """The variables for Python and pip: without a user-wide setting that pip refuses inside an environment."""
    return dict(os.environ, PIP_USER="0", PYTHONIOENCODING="utf-8")


def quietly(command: "list[str]") -> "tuple[int, str]":
    """Run a program unseen; return its exit code and what it printed."""
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment(), check=False)
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
