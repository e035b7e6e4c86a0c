"""What `ruleset serve` says of the options by which players may be told of their turn."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

pytest.importorskip("uvicorn", reason="pages are an extra: `pip install 'ruleset[web]'`")

from ruleset_core.cli.commands.play import serve_command


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--webhooks", "https://discord.com/x"], "is not a host"),
        (["--smtp", "none.toml"], "none.toml cannot be read: no such file or directory"),
        (["--smtp", "bad.toml"], "bad.toml is not written in TOML"),
        (["--smtp", "odd.toml"], "`colour` is not a key of such a file; the keys are server, port"),
        (["--smtp", "short.toml"], "short.toml: `from` is missing"),
    ],
)
def test_options_that_make_no_sense_are_refused(
    options: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.toml").write_text("server = ")
    Path("odd.toml").write_text('server = "x"\ncolour = 3')
    Path("short.toml").write_text('server = "x"')
    result = CliRunner().invoke(serve_command, [*options, "--port", "0", "--lang", "en"])
    assert result.exit_code == 2
    assert said in " ".join(result.output.split()).replace("│ ", "")
