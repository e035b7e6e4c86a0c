"""What many games say, as a page that needs nothing else: plain sentences, plots, tables, in English or Spanish."""

from __future__ import annotations

from .simulating import simulation

__all__ = ["simulation"]
