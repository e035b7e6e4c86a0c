"""`python -m ruleset_core` is the command `ruleset`."""

import sys

from ruleset_core.cli import main

sys.exit(main())
