"""What all statements of typed trees have in common: where they come from."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from ruleset_core.model.unchanging import unchanging

if TYPE_CHECKING:
    from ruleset_core.lang.origin import Origin


@unchanging
class Placed:
    """A statement: what it does stands at its `origin`, or follows from what stands there. No part of its meaning."""

    origin: Origin | None = field(default=None, kw_only=True, repr=False)
