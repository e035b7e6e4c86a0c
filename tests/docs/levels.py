"""How strong the levels are, in `docs/bots.md`: made of what `ruleset tournament GAME --times --out GAME.json` wrote.

`python -m tests.docs.levels FILE.json...` takes such files into `docs/levels` and writes the tables again; files of any games, one or several in each.
"""

from __future__ import annotations

import json
import re
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from ruleset_core import __version__
from ruleset_core.discovery import list_games
from tests.docs.pages import DOCS

PAGE: Final = DOCS / "bots.md"
RESULTS: Final = DOCS / "levels"
MARK: Final = re.compile(r"(<!-- levels -->\n).*?(<!-- end -->)", re.DOTALL)
OPEN: Final = "?"
"""Behind a share: the games did not suffice to know who plays better."""
SLOWEST: Final = "strong"
Row = dict[str, Any]


def results(directory: Path = RESULTS) -> list[Row]:
    """The matches of all files, those of a game together, each with when it was told and by which version."""
    found = []
    for file in sorted(directory.glob("*.json")):
        told = json.loads(file.read_text(encoding="utf-8"))
        found += [{**match, "date": told["date"], "version": told["version"]} for match in told["matches"]]
    return found


def take(file: Path, directory: Path = RESULTS) -> list[Path]:
    """Take the matches of a file of a tournament into the documents, a file for each game; what was told of the game before goes."""
    told = json.loads(file.read_text(encoding="utf-8"))
    if not isinstance(told, dict) or not all("bot_seconds_p50" in match for match in told.get("matches", [{}])):
        raise SystemExit(f"{file} is not what `ruleset tournament ... --times --out FILE.json` writes")
    written = datetime.fromtimestamp(file.stat().st_mtime, tz=UTC).date().isoformat()
    when = {"date": told.get("date", written), "version": told.get("version", __version__)}
    made = []
    for name in dict.fromkeys(_name(match) for match in told["matches"]):
        made.append(directory / f"{name}.json")
        of_game = {**when, "matches": [match for match in told["matches"] if _name(match) == name]}
        made[-1].write_text(json.dumps(of_game, indent=2) + "\n", encoding="utf-8", newline="\n")
    return made


def _name(match: Row) -> str:
    return "+".join(filter(None, (match["game"], match["expansions"])))


def tables(rows: list[Row]) -> str:
    """What is known of who plays better, a row for each game; and how long `strong` takes for half of its answers and for 95 % of them."""
    titles = {game.id: game.header.title("en") for game in list_games()}
    played = [row for row in rows if row["games"]]
    pairings = list(dict.fromkeys((row["bot"], row["against"]) for row in played))
    heads = ["game", *(f"`{bot}` - `{against}`" for bot, against in pairings), f"`{SLOWEST}` answers in"]
    lines = [heads, ["---"] * len(heads)]
    for name in dict.fromkeys(_name(row) for row in played):
        found = {(row["bot"], row["against"]): row for row in played if _name(row) == name}
        first = next(iter(found.values()))
        title = titles[first["game"]] + (f" + {first['expansions']}" if first["expansions"] else "")
        timed = next((row for row in found.values() if row["bot"] == SLOWEST), None)
        times = ", ".join(_time(timed[f"bot_seconds_p{part}"]) for part in (50, 95)) if timed else ""
        lines.append([title, *(_share(found[each]) if each in found else "" for each in pairings), times])
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _share(row: Row) -> str:
    share, low, high = (f"{100 * row[key]:.0f}" for key in ("share", "low", "high"))
    return f"{share}%{OPEN if row['verdict'] == 'open' else ''} ({low}-{high})"


def _time(seconds: float) -> str:
    return f"{seconds:.1f}s" if seconds >= 1 else f"{1000 * seconds:.{0 if seconds >= 0.01 else 2}f}ms"


def filled(text: str) -> str:
    """The page with its tables made anew."""
    return MARK.sub(lambda match: f"{match[1]}{tables(results())}{match[2]}", text)


if __name__ == "__main__":
    for each in sys.argv[1:]:
        take(Path(each))
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")
