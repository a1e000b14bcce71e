"""What a console without Unicode shows."""

import io
import os
import subprocess
import sys

import pytest

from certlab.console.signs import let_print, plain


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("−1.5", "-1.5"),
        ("10⁻⁹ s", "10^-9 s"),
        ("2²⁰", "2^20"),
        ("β₂ ≤ 0.99", "beta2 <= 0.99"),
        ("○●", "o*"),
        ("a → b", "a -> b"),
        ("café", "cafe"),
        ("３", "3"),
        ("硬體", "??"),
    ],
)
def test_a_sign_is_said_with_others(text: str, shown: str) -> None:
    assert plain(text) == shown


def test_only_what_the_code_page_lacks_is_changed() -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="cp1252", newline="")
    let_print(stream)
    print("Größe × 2: −3", file=stream, flush=True)
    assert raw.getvalue().decode("cp1252") == "Größe × 2: -3\n"


def test_a_command_ends_where_no_sign_can_be_printed() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "certlab"],
        env=os.environ | {"PYTHONIOENCODING": "cp1252"},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"ooooooo" in done.stdout, "seven days without an answer"
