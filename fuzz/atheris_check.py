#!/usr/bin/env python3
"""A long campaign against `ruleset check`, guided by coverage.

It needs atheris, which nothing else here needs:

    pip install atheris
    python fuzz/atheris_check.py corpus/ -max_total_time=3600

Arguments go to libFuzzer; `corpus/` is a directory in which it keeps what it learns between campaigns. The first byte of
an input says what it is: a file, a text of the effect language, or a seed of changes to a sound game. An input that ends in
anything but diagnostics, or takes too long, is written to a file `crash-...`, and

    python fuzz/atheris_check.py crash-...

runs it again. Add what was found as an `@example` to tests/check/test_fuzz.py before you mend it.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))


def try_one(data: bytes) -> None:
    """One input: anything but diagnostics raises."""
    from tests.check.fuzzing import effect_game, must_end_in_diagnostics, part_game, scrambled_game

    kind, rest = data[:1], data[1:]
    if not kind:
        return
    match kind[0] % 4:
        case 0:
            files = part_game(rest)
        case 1:
            files = {"game.yaml": rest}
        case 2:
            files = effect_game(rest.decode("utf-8", "replace"))
        case _:
            files = scrambled_game(int.from_bytes(rest[:8], "little"), 1 + len(rest) % 12)
    with TemporaryDirectory() as directory:
        must_end_in_diagnostics(files, Path(directory) / "fair")


def main() -> int:
    """Run the campaign."""
    try:
        import atheris
    except ImportError:
        sys.stderr.write("This campaign needs atheris: pip install atheris\n")
        return 2
    with atheris.instrument_imports(include=["ruleset_core"]):
        import ruleset_core.check.checker  # noqa: F401 - instrumented while it is imported
    atheris.Setup(sys.argv, try_one)
    atheris.Fuzz()
    return 0


if __name__ == "__main__":
    sys.exit(main())
