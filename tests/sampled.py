"""How large samples are that every change is tried with. RULESET_LONG=1 takes the long forms."""

from __future__ import annotations

import os

LONG = bool(os.environ.get("RULESET_LONG"))

CLOSELY = 1.0 if LONG else 0.4
"""Of long games, the share of the first decisions at which all that the engine promises is looked at: most of the time goes there."""
