"""The wheel and the source distribution of this checkout, and an environment with the wheel alone."""

import subprocess
import sys
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def run(*words: object, cwd: Path | str = "/") -> subprocess.CompletedProcess[str]:
    """Run a program apart from the checkout; what it printed is in the message when it fails a test."""
    command = [str(word) for word in words]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False, encoding="utf-8")


@pytest.fixture(scope="session")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with the sdist, and the wheel built from it."""
    directory = tmp_path_factory.mktemp("dist")
    done = run(sys.executable, "-m", "build", "--no-isolation", "--outdir", directory, ROOT)
    assert done.returncode == 0, done.stdout + done.stderr
    return directory


@pytest.fixture(scope="session")
def wheel(distributions: Path) -> Path:
    """The wheel."""
    (file,) = distributions.glob("*.whl")
    return file


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The scripts of a new environment that holds the wheel and what it asks for, and no tools of development."""
    directory = tmp_path_factory.mktemp("env")
    venv.create(directory)  # a pip of its own would take longer than all the rest
    scripts = directory / ("Scripts" if sys.platform == "win32" else "bin")
    pip = (sys.executable, "-m", "pip", "--python", scripts / "python")
    done = run(*pip, "install", "--quiet", "--no-compile", "--disable-pip-version-check", wheel)
    assert done.returncode == 0, done.stdout + done.stderr
    return scripts
