"""`python -m ruleset_core.testing.conformance` plays the games asked for on its input, for `testing.conformance.game_checks.digest_in_new_process`."""

import json
import sys

from ruleset_core import load
from ruleset_core.testing.conformance.check_results import ConformanceGame
from ruleset_core.testing.conformance.game_checks import PlayedTestGame, game_digest

request = json.load(sys.stdin)
source = request["source"]
game = load(source["name"], source["expansions"], source["roots"], in_order=source["in_order"])
for players, seed, options, taken in request["games"]:
    table = ConformanceGame(players, seed, options)
    sys.stdout.write(game_digest(PlayedTestGame(game, table, taken, table.new(game))) + "\n")
