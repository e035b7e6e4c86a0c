"""Reports of many games: an HTML page that needs nothing else, with findings, plots and tables, in English or Spanish."""

from __future__ import annotations

from ruleset_core.lab.report.report_pages import simulation_html

__all__ = ["simulation_html"]
