"""The distributions hold what the checkout holds."""

import subprocess
import tarfile
import zipfile
from pathlib import Path, PurePosixPath

import pytest

pytestmark = pytest.mark.packaging

ROOT = Path(__file__).parents[2]
IN_WHEEL = {"data": "ruleset_core/_data", "examples": "ruleset_core/_examples", "games": "ruleset_core/_games"}


def tracked(*folders: str) -> list[str]:
    done = subprocess.run(["git", "ls-files", *folders], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode != 0 or not done.stdout:
        pytest.skip("not a checkout")
    return [name for name in done.stdout.split("\n") if name and (ROOT / name).is_file()]


def place_in_wheel(name: str) -> str:
    top, *rest = PurePosixPath(name).parts
    return "/".join([IN_WHEEL.get(top, top), *rest])


def test_wheel_holds_all_files_of_code_data_and_examples(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    missing = [
        name for name in tracked("ruleset_core", "games", "data", "examples") if place_in_wheel(name) not in names
    ]
    assert missing == []


def test_wheel_installs_one_package_and_nothing_else(wheel):
    """A name as common as `games` belongs to those who use the package."""
    tops = {name.split("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"ruleset_core"}


def test_wheel_carries_the_licences_and_the_notice(wheel):
    """Its own, and those of each folder of fonts and of pictures."""
    names = {name.partition(".dist-info/licenses/")[2] for name in zipfile.ZipFile(wheel).namelist()} - {""}
    fonts = {str(PurePosixPath(name).parent / "LICENSE") for name in tracked("ruleset_core") if name.endswith(".ttf")}
    art = {name for name in tracked("data") if PurePosixPath(name).name == "LICENSE"}
    assert fonts
    assert art
    assert names == {"LICENSE", "NOTICE", *fonts, *art}


def test_sdist_holds_everything_needed_to_work_on_it(distributions):
    (file,) = distributions.glob("*.tar.gz")
    with tarfile.open(file) as archive:
        names = {"/".join(PurePosixPath(name).parts[1:]) for name in archive.getnames()}
    missing = [name for name in tracked() if name not in names]
    assert missing == []
