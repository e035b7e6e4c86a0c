"""The reference interpreter: what every effect means."""
