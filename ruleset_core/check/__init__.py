"""Checking data files: passes over them, and how their findings are shown."""
