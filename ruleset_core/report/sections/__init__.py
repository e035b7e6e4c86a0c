"""The sections of a report: each makes its plots, or none where there is nothing to show."""
