"""Signs that Markdown would take for marks: found in what is read as Markdown, nowhere else."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from certlab.course.quality.stray_marks import MARKED, said, stray

TESTS = Path(__file__).parents[1]
VECTORS: list[tuple[str, list[list[str]]]] = json.loads(
    (TESTS / "vectors" / "check_marks.json").read_text("utf-8")
)
CELLS = Path("src/certlab/app/labextension/certlab/static/lab_cells.js")


def pieces(text: str) -> list[list[str]]:
    """A text as the card of a check reads it: tag and words."""
    found, place = [], 0
    for match in MARKED.finditer(text):
        _, code, bold, star = match.groups()
        tag = "code" if code else "strong" if bold else "em"
        found += [["", text[place : match.start()]], [tag, code or bold or star]]
        place = match.end()
    return [piece for piece in [*found, ["", text[place:]]] if piece[1]]


@pytest.mark.parametrize(("text", "read"), VECTORS)
def test_marks_of_a_check(text: str, read: list[list[str]]) -> None:
    assert pieces(text) == read


def test_the_card_reads_them_so_too() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    ran = subprocess.run(
        [node, TESTS / "widgets" / "check_marks_run.mjs", TESTS.parent / CELLS],
        input=json.dumps([text for text, _ in VECTORS]),
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(ran.stdout) == [read for _, read in VECTORS]


@pytest.mark.parametrize(
    ("text", "around"),
    [
        ("It is 2**(5 - 7) * 1.", "It is 2**(5 - 7) * 1."),
        ("It is `2**(5 - 7) * 1`, *surely* or **so**.", ""),
        ("About {calc:3 * fact(a)} and {fact:a.b_c}, {{x}}, $a * b$", ""),
        (r"an escaped \* and snake_case_name, hf_ or _x", ""),
        ("the folder _old files_ here", "the folder _old files_ here"),
        ("```\n$ ls *.toml *\n```\nWhat is listed?", ""),
        ("zweimal **in**nen", "zweimal **in**nen"),
    ],
)
def test_what_is_stray(text: str, around: str) -> None:
    assert stray(text) == around


def test_what_a_cell_says() -> None:
    code = (
        "%pip list\n"
        "def cases():\n"
        '    """Not said: 2 * 3."""\n'
        '    yield (1,), 2, f"{1} is 2**{3}."\n'
        'key = "a*b"'
    )
    check = {
        "cell_type": "code",
        "source": code,
        "metadata": {"certlab": {"role": "check"}},
    }
    assert list(said(check)) == ["0 is 2**0."]
    check["metadata"] = {"certlab": {"hints": ["a hint"]}}
    assert list(said(check)) == ["a hint"]
    compares = 'print("x * y")\nguess.compare(1, why={"A": "so * so"})'
    cell = {"cell_type": "code", "source": compares, "metadata": {}}
    assert list(said(cell)) == ["so * so"]
