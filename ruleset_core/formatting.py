"""The formatter of data files, for the command line."""

from ruleset_core.lang.fmt.files import Formatted, files_under, format_all, format_file, is_text

__all__ = ["Formatted", "files_under", "format_all", "format_file", "is_text"]
