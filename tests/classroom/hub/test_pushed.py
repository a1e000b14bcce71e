"""What a push says of a learner's files: replaced, added, beside an edited one, unchanged."""

import json
from dataclasses import asdict
from pathlib import Path

from certlab.classroom.hub.pushed import as_data, lines, summary
from certlab.course import load
from certlab.course.workspace import Filled, fill

PAGE, FIGURE = "modules/small.md", "modules/figures/small-warps.svg"


def test_each_file_is_told_by_what_became_of_it(small: Path, tmp_path: Path) -> None:
    def push(name: str) -> list[str]:
        done = asdict(fill(load(small), tmp_path / name))
        return list(lines(name, Filled(**json.loads(json.dumps(done)))))

    (first, *_) = push("ada")
    assert first.split() == ["ada", "2", "added,", "0", "unchanged"]
    push("bob")
    assert [line.split() for line in push("ada")] == [["ada", "2", "unchanged"]]

    (tmp_path / "bob" / PAGE).write_text("My notes.\n", "utf-8")
    (tmp_path / "ada" / FIGURE).unlink()
    page = small / "content/modules/small.md"
    page.write_text(page.read_text("utf-8") + "\nCorrected.\n", "utf-8")
    head, *files = push("ada")
    assert head.split(maxsplit=1)[1] == "1 replaced, 1 added, 0 unchanged"
    assert files == [f"  replaced: {PAGE}", f"  added: {FIGURE}"]
    head, *files = push("bob")
    assert head.split(maxsplit=1)[1] == "1 put beside an edited one, 1 unchanged"
    assert files == ["  put beside an edited one: modules/small.new.md"]
    assert push("bob")[0].split(maxsplit=1)[1] == "2 unchanged"


def test_all_learners_are_summed_up_in_one_line() -> None:
    ada = Filled(["a.md", "b.md"], ["b.md"], [], 7)
    bob = Filled([], [], ["a.new.md"], 8)
    assert summary({"ada": ada, "bob": bob}, 0) == (
        "2 learners: 1 replaced, 1 added, 1 put beside an edited one, 15 unchanged."
    )
    assert summary({"bob": Filled([], [], [], 9)}, 2) == (
        "1 learner: 9 unchanged. 2 could not be reached; see above."
    )
    assert as_data(ada) == {
        "replaced": ["a.md"],
        "added": ["b.md"],
        "beside": [],
        "unchanged": 7,
    }
