"""What runs in an exported file begins without the packages that such a file has not."""

from __future__ import annotations

import subprocess
import sys

from ruleset_core.web.single_file.module_closure import ABSENT, BEGIN

BEGUN = """
import sys
sys.modules.update(dict.fromkeys({absent!r}.split()) | {{"js": type(sys)("js")}})
import {begin}
"""


def test_it_begins_without_what_no_file_holds() -> None:
    absent = " ".join(sorted(ABSENT - {"multiprocessing"}))
    done = subprocess.run(
        [sys.executable, "-c", BEGUN.format(absent=absent, begin=BEGIN)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
