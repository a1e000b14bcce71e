"""What `certlab class push` did to a learner's files, as the instructor reads it."""

from collections.abc import Iterator, Mapping
from typing import Any

from certlab.course.workspace import Filled

OPEN_FILES = (
    "Whoever has such a lab open is offered the new edition in it, and what they have "
    "written stays."
)
# What became of a file, in this order.
WORDS = {
    "replaced": "replaced",
    "added": "added",
    "beside": "put beside an edited one",
}


def as_data(done: Filled) -> dict[str, Any]:
    """One learner's files by what became of them; of the unchanged ones how many."""
    return {
        "replaced": [file for file in done.written if file not in done.added],
        "added": done.added,
        "beside": done.offered,
        "unchanged": done.unchanged,
    }


def lines(name: str, done: Filled) -> Iterator[str]:
    """One learner: how many files were replaced, added, put beside or left, then which."""
    found = as_data(done)
    yield f"{name:24} {_counts({key: len(found[key]) for key in WORDS}, done.unchanged)}"
    for key, words in WORDS.items():
        for file in found[key]:
            yield f"  {words}: {file}"


def summary(all_done: Mapping[str, Filled], failed: int) -> str:
    """All learners in one line."""
    found = [as_data(done) for done in all_done.values()]
    sums = {key: sum(len(one[key]) for one in found) for key in WORDS}
    left = sum(one["unchanged"] for one in found)
    learners = "1 learner" if len(found) == 1 else f"{len(found)} learners"
    wrong = f" {failed} could not be reached; see above." if failed else ""
    return f"{learners}: {_counts(sums, left)}.{wrong}"


def _counts(sums: Mapping[str, int], unchanged: int) -> str:
    told = [f"{sums[key]} {words}" for key, words in WORDS.items() if sums[key]]
    return ", ".join([*told, f"{unchanged} unchanged"])
