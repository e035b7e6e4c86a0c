"""Data files: YAML with positions, their shape, and the diagnostics every later pass reports with."""
