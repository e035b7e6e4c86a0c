"""Plays games in generated Python and in the core side by side, and compares all that their states hold after every decision.

    python -m tests.campaign                                     every included game, with each expansion: a million decisions each
    python -m tests.campaign troyes troyes+bonus_2011 --decisions 200000
    python -m tests.campaign my/game --slow 0.1                  every tenth game in the interpreter too

Numbers of players and options of the game go round, all choices are at random; --seed begins elsewhere. It ends with exit code 1 at
the first disagreement of a game, which is told with everything that is needed to play it again. Ctrl-C tells what was done.
"""

from __future__ import annotations

import argparse
import sys

from tests.campaign.run import Campaign, boxes


def main(arguments: list[str]) -> int:
    """Do what the arguments ask for; the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.campaign", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", nargs="*", help="a name or directory, expansions behind it: troyes+bonus_2011")
    parser.add_argument("--decisions", type=int, default=1_000_000, help="as many for each game, or a few more")
    parser.add_argument("--slow", type=float, default=0.01, help="the share of games that the interpreter plays too")
    parser.add_argument("--seed", type=int, default=1, help="of the first game; each other has the next")
    wanted = parser.parse_args(arguments)
    code = 0
    for name in wanted.game or boxes():
        campaign = Campaign(name, wanted.seed, wanted.slow)
        try:
            found = campaign.run(wanted.decisions)
        except KeyboardInterrupt:
            sys.stdout.write(f"{campaign}; stopped\n")
            return 130
        sys.stdout.write(f"{campaign}\n" + (f"  {found}\n" if found else ""))
        sys.stdout.flush()
        code = code or int(bool(found))
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
