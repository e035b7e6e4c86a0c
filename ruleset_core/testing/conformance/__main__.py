"""`python -m ruleset_core.testing.conformance` plays the games asked for on its input, for `fresh.elsewhere`."""

import json
import sys

from ruleset_core import load

from .fresh import digest
from .report import Table
from .whole import Played

request = json.load(sys.stdin)
source = request["source"]
game = load(source["name"], source["expansions"], source["roots"], in_order=source["in_order"])
for players, seed, options, taken in request["games"]:
    table = Table(players, seed, options)
    sys.stdout.write(digest(Played(game, table, taken, table.new(game))) + "\n")
