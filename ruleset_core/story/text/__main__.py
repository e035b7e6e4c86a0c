"""Compiles the packs of languages: `python -m ruleset_core.story.text`."""

import sys

from ruleset_core.story.text.language import write_packs

if __name__ == "__main__":
    for file in write_packs():
        sys.stdout.write(f"wrote {file}\n")
