"""The index of docs/decisions, written from the heads of its files.

python -m tools.decisions            writes docs/decisions/README.md anew, below its mark
python -m tools.decisions --check    only says whether it should be
"""

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "docs" / "decisions"
# Folder: what its decisions are about.
AREAS = {
    "architecture": "How the code is cut",
    "course": "What a course says, and what is checked",
    "questions": "Questions and how they are graded",
    "study": "Drills, the plan and the day",
    "exams": "Mock exams and the score",
    "history": "Where answers and files are kept",
    "app": "Pages in a browser",
    "notebooks": "Notebooks, JupyterLab and JupyterLite",
    "terminal": "The command line",
    "formats": "Files of others",
    "labs": "Labs, simulators and checkers",
    "classroom": "A class",
    "language": "Languages",
    "tests": "Tests and CI",
    "packaging": "Packages, environments and licences",
}
MARK = "<!-- index: python -m tools.decisions -->\n"
STANDS, OVERTURNED = "What would change our mind", "What changed our mind"
LONGEST = 200  # characters of the first sentence, which is the line of the index
_FILE = re.compile(
    r"# (?P<title>[^\n]+)\n\n- Date: (?P<day>\S+)\n(?:- Changed: (?P<changed>\S+)\n)?"
    r"- Status: (?:stands|overturned by \[[^\]\n]+\]\((?P<instead>[^)\n]+)\))\n\n"
    r"(?P<text>.+)",
    re.DOTALL,
)
_SENTENCE = re.compile(r"[^\s#>|-](?:(?!\n\n).)*?\.(?=\s)", re.DOTALL)
_LAST = re.compile(r"\n## ([^\n]+)\n\n[^#\n][^\n]*\n(?:[^\n]+\n)*\Z")


@dataclass(frozen=True)
class Decision:
    """A decision.

    Attributes:
        file: from the folder of decisions, "labs/one-folder-a-module.md".
        changed: the day on which it was last refined, None if never.
        first: its first sentence, which says what was decided.
        instead: the file of what stands in its place, None as long as it stands.
    """

    file: str
    title: str
    day: date
    changed: date | None
    first: str
    instead: str | None


def read(text: str, file: str) -> Decision:
    """A decision from the text of its file.

    Raises:
        ValueError: it has not the form that docs/decisions/README.md shows.
    """
    head = _FILE.fullmatch(text)
    if not head:
        raise ValueError(f"{file}: the head is not that of the template in README.md.")
    first = _SENTENCE.match(head["text"])
    if not first or len(first.group()) > LONGEST:
        raise ValueError(
            f"{file}: it does not begin with a sentence of at most {LONGEST} characters."
        )
    last, wanted = _LAST.search(text), OVERTURNED if head["instead"] else STANDS
    if not last or last[1] != wanted:
        raise ValueError(f'{file}: it does not end with a paragraph "## {wanted}".')
    return Decision(
        file,
        head["title"],
        date.fromisoformat(head["day"]),
        date.fromisoformat(head["changed"]) if head["changed"] else None,
        " ".join(first.group().split()),
        head["instead"],
    )


def decisions(folder: Path = FOLDER) -> list[Decision]:
    """All decisions, the oldest of an area first."""
    files = (path.relative_to(folder) for path in folder.glob("*/*.md"))
    found = [
        read((folder / file).read_text("utf-8"), file.as_posix()) for file in files
    ]
    return sorted(found, key=lambda one: (one.day, one.file))


def index(found: list[Decision]) -> Iterator[str]:
    """The lines of the index, by area."""
    for area, title in AREAS.items():
        yield f"\n### {title}\n\n"
        for one in found:
            if one.file.startswith(f"{area}/"):
                yield f"- {_row(one)}\n"


def _row(one: Decision) -> str:
    days = f"{one.day}, changed {one.changed}" if one.changed else f"{one.day}"
    if one.instead:
        return f"~~[{one.title}]({one.file})~~ ({days}; overturned)"
    return f"[{one.title}]({one.file}) ({days}): {one.first}"


def with_index(readme: str, found: list[Decision]) -> str:
    """The README with its index as it should be."""
    before, mark, _ = readme.partition(MARK)
    if not mark:
        raise ValueError(f"README.md: the line {MARK.strip()} is not there.")
    return before + mark + "".join(index(found))


def main(arguments: list[str]) -> int:
    """Write the index, or with --check only compare it."""
    if set(arguments) - {"--check"}:
        sys.exit("usage: python -m tools.decisions [--check]")
    file = FOLDER / "README.md"
    old = file.read_text("utf-8")
    try:
        new = with_index(old, decisions())
    except ValueError as error:
        sys.exit(f"docs/decisions/{error}")
    if new == old:
        return 0
    if arguments:
        print("docs/decisions/README.md is old; run python -m tools.decisions.")
        return 1
    file.write_text(new, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
