"""Put the slips of both lists into games, one after the other, and print what `ruleset check` makes of them.

    python -m tests.check.slips             the table
    python -m tests.check.slips names       one family, and what is said about each of its slips
    python -m tests.check.slips --jobs 2    on two cores

Of each slip it tells whether it is found at all, in one finding at its line (`one`), with a suggestion, whether the
suggestion, applied, makes the file say what it said before (`restored`), and whether a finding stands at a line that is
right (`blames`).
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.check.slips.corpus import FAMILIES, Slip, outdated, slips
from tests.check.slips.measure import Outcome, copy_data, outcome, table


def _measured(part: list[Slip]) -> list[Outcome]:
    with TemporaryDirectory() as place:
        data = copy_data(Path(place))
        return [outcome(slip, data) for slip in part]


def measured(chosen: list[Slip], jobs: int = 1) -> list[Outcome]:
    """What comes of slips, in their order."""
    if jobs == 1:
        return _measured(chosen)
    parts = [chosen[first::jobs] for first in range(jobs)]
    with ProcessPoolExecutor(jobs) as pool:
        made = {each.slip.name: each for part in pool.map(_measured, parts) for each in part}
    return [made[slip.name] for slip in chosen]


def main() -> None:
    """The command."""
    parser = ArgumentParser(prog="python -m tests.check.slips")
    parser.add_argument("families", nargs="*", choices=[*FAMILIES, []], help="only these, with all that is said")
    parser.add_argument("--jobs", type=int, default=1)
    given = parser.parse_args()
    chosen = [slip for slip in slips() if not given.families or slip.family in given.families]
    outcomes = measured(chosen, given.jobs)
    for each in outcomes if given.families else ():
        sys.stdout.write(f"{each.marks} {each.slip.name} {each.slip.file} {sorted(each.slip.lines)[:3]}\n")
        sys.stdout.write("".join(f"       {line}\n" for line in each.told[:4]))
        if len(each.told) > 4:
            sys.stdout.write(f"       and {len(each.told) - 4} more\n")
    sys.stdout.write(table(outcomes))
    sys.stdout.write("".join(f"no longer there: {name}\n" for name in outdated()))


if __name__ == "__main__":
    main()
