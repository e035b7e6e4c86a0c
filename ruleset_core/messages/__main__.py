"""Compiles the catalogues: `python -m ruleset_core.messages`."""

import sys

from ruleset_core.messages.po_files import write_catalogues

if __name__ == "__main__":
    for file in write_catalogues():
        sys.stdout.write(f"wrote {file}\n")
