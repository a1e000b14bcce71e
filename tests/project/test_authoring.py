"""What docs/authoring shows passes `certlab check`, and what it names is there."""

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from certlab.labs.systems.topology import Context, captures, read
from tests.command_line import certlab
from tests.conftest import FIXED

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "authoring"
# A fence that is a file of a course: the code before its colon says of which.
EXAMPLE = re.compile(
    r"`([\w.-]+(?:/[\w.-]+)+)`[^`]{0,200}:\n\n```(toml|markdown|svg|text)\n(.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
FENCE = re.compile(r"^```(?:toml|markdown|svg|text)$", re.MULTILINE)
# What these show is made by commands, and tried where the commands are.
MADE = {"a-lab.md", "a-course.md"}
PAGES = {
    path.name: EXAMPLE.findall(path.read_text("utf-8"))
    for path in sorted(FOLDER.glob("*.md"))
    if path.name not in MADE
}
CAPTURES = "content/captures/"
Said = set[tuple[str, str, str]]


def told(root: Path) -> Said:
    """What `certlab check` says of a course after it has mended what it can."""
    run = certlab("--course", str(root), "check", "--fix", "--json")
    said = json.loads(run.stdout)
    return {
        (one["file"], one["id"], one["says"])
        for one in (*said["problems"], *said["warnings"])
    }


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Said:
    """What it says of the small course as it is: warnings of shortened pages."""
    return told(copied(tmp_path_factory.mktemp("before")))


def copied(folder: Path) -> Path:
    return Path(shutil.copytree(FIXED, folder / "course"))


def put(root: Path, file: str, text: str) -> None:
    """An example in its file, at the end where there is one."""
    path = root / file
    path.parent.mkdir(parents=True, exist_ok=True)
    old = path.read_text("utf-8").rstrip() + "\n\n" if path.exists() else ""
    path.write_text(old + text, "utf-8")


def shown() -> Iterator[str]:
    for name, examples in PAGES.items():
        if any(not file.startswith(CAPTURES) for file, _, _ in examples):
            yield name


@pytest.mark.parametrize("name", [*shown()])
def test_what_a_page_shows_passes_the_check(
    name: str, before: Said, tmp_path: Path
) -> None:
    root = copied(tmp_path)
    for file, _, text in PAGES[name]:
        put(root, file, text)
    assert told(root) - before == set()


@pytest.mark.parametrize("name", [*shown()])
def test_what_a_page_shows_is_read(name: str, tmp_path: Path) -> None:
    """Else it would pass in a file that nobody looks at."""
    root, spoilt, odd = copied(tmp_path), [], "odd_field = 1\n"
    for file, kind, text in PAGES[name]:
        ends = {"toml": text + odd, "markdown": text.replace("\n", f"\n{odd}", 1)}
        put(root, file, ends.get(kind, text))
        if kind in ends:  # a figure is named by the page beside it
            spoilt.append(file)
    found = [file for file, _, says in told(root) if "odd_field" in says]
    assert sorted(found) == sorted(spoilt)


@pytest.mark.parametrize("name", PAGES)
def test_each_example_says_which_file_it_is_of(name: str) -> None:
    text = (FOLDER / name).read_text("utf-8")
    assert len(FENCE.findall(text)) == len(PAGES[name])


def test_the_captured_output_is_read(tmp_path: Path) -> None:
    for file, _, text in PAGES["a-captured-output.md"]:
        put(tmp_path, file, text)
    (one,) = captures(tmp_path).values()
    _, report = read(one.kind, one.text, Context({}, {}))  # type: ignore[arg-type]
    assert report.findings
