"""What `certlab class push` did to a learner's files, as the instructor reads it."""

from collections.abc import Iterator

from certlab.course.workspace import Filled

OPEN_FILES = (
    "A learner who has a replaced lab open still sees the old one. Tell them to choose "
    "Reload Notebook from Disk in the menu File before they save."
)


def lines(name: str, done: Filled) -> Iterator[str]:
    """One learner: how many files were replaced, added, put beside or left, then which."""
    replaced = [file for file in done.written if file not in done.added]
    groups = (
        ("replaced", replaced),
        ("added", done.added),
        ("put beside an edited one", done.offered),
    )
    counts = [f"{len(files)} {what}" for what, files in groups if files]
    yield f"{name:24} {', '.join([*counts, f'{done.unchanged} unchanged'])}"
    for what, files in groups:
        for file in files:
            yield f"  {what}: {file}"
