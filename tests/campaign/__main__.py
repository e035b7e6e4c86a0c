"""Plays games in all executors side by side, and compares all that their states hold after every decision.

    python -m tests.campaign                                     generated games, every included game, every example
    python -m tests.campaign troyes troyes+bonus_2011 --decisions 200000
    python -m tests.campaign boards --games 500 --seed 7000      generated games 7000 to 7499
    python -m tests.campaign --keep done.json                    goes on where an earlier run with this file ended

Generated games are of two kinds: `boards`, grids and plans of 3x3 to 12x12 with what they are made of, and `vocabulary`, a little
of everything over small sets. In included games numbers of players and options of the game go round; all choices are at random.
What differs is told with everything that is needed to play it again, and makes the exit code 1; of an included game the first
disagreement ends the campaign. Ctrl-C tells what was done.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ruleset_core.discovery import EXAMPLES_ROOT
from tests.campaign.generated import KINDS, Generated
from tests.campaign.run import Campaign, Kept, boxes


def main(arguments: list[str]) -> int:
    """Do what the arguments ask for; the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.campaign", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", nargs="*", help="a name or directory, expansions behind it: troyes+bonus_2011")
    parser.add_argument("--games", type=int, default=10_000, help="as many generated games of each kind")
    parser.add_argument("--decisions", type=int, default=100_000, help="as many for each game, or a few more")
    parser.add_argument("--examples", type=int, default=20_000, help="as many for each example")
    parser.add_argument("--seed", type=int, default=1, help="of the first game; each other has the next")
    parser.add_argument("--keep", type=Path, help="a file for what was done, from which another run goes on")
    wanted = parser.parse_args(arguments)
    kept, examples = Kept(wanted.keep), set(boxes(EXAMPLES_ROOT))
    code = 0
    for name in wanted.game or [*KINDS, *boxes()]:
        campaign: Campaign | Generated
        if name in KINDS:
            campaign = Generated(name, wanted.seed, kept)
        else:
            campaign = Campaign(name, wanted.seed, kept)
        try:
            if isinstance(campaign, Generated):
                found = campaign.run(wanted.games)
            else:
                first = campaign.run(wanted.examples if name in examples else wanted.decisions)
                found = [first] if first else []
        except KeyboardInterrupt:
            sys.stdout.write(f"{campaign}; stopped\n")
            return 130
        sys.stdout.write("".join(f"{line}\n" for line in (str(campaign), *(f"  {each}" for each in found))))
        sys.stdout.flush()
        code = code or int(bool(found))
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
