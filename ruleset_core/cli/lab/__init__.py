"""Figures for designers: many games played while somebody waits, and what came out, put into words."""
