"""Labs whose stored outputs are older than the data that they show."""

import json
from pathlib import Path
from typing import Any

import pytest

from certlab.course import check, followed, ledger, location
from certlab.course.catalogue import read
from certlab.course.notebook import canonical
from tests.command_line import certlab

CODE = """
from certlab.course import load
facts = load().facts
print("a warp:", facts["warp.threads"].value)
print(*[one.id for one in facts.values() if one.unit == "TB/s"])
"""
TIME = "import time\ntime.time()"


def lab(root: Path, *, follows: list[str], code: str = CODE) -> Path:
    """A lab in the small course, as it was run before the course had its facts."""
    cells: list[dict[str, Any]] = [
        {
            "id": id,
            "cell_type": "code",
            "execution_count": 1,
            "metadata": {"tags": tags, "certlab": {"reason": "of today"}}
            if tags
            else {},
            "source": source,
            "outputs": [{"name": "stdout", "output_type": "stream", "text": said}],
        }
        for id, source, said, tags in (
            ("shows", code, "a warp: 16\n\n", []),
            ("when", TIME, "once\n", ["nbval-ignore-output"]),
        )
    ]
    mark: dict[str, Any] = {
        "title": "A lab",
        "paths": ["C"],
        "objectives": ["nca-test.1.1"],
    }
    mark |= {"minutes": 5, "needs": [], "follows": follows}
    path = root / "labs" / "small" / "10_show.ipynb"
    path.parent.mkdir(exist_ok=True)
    path.write_text(canonical({"cells": cells, "metadata": {"certlab": mark}}), "utf-8")
    ledger.enter(read(root, []))
    return path


def says(root: Path) -> list[str]:
    return [one.says for one in check.check(root)[1] if one.file.startswith("labs/")]


def store(root: Path, path: Path) -> None:
    """As if it had been run on the data of now."""
    notebook = json.loads(path.read_text("utf-8"))
    course = read(root, [])
    (lab,) = (one for one in course.labs.values() if one.path == path)
    digest = followed.digest(course, lab, notebook)
    notebook["metadata"]["certlab"]["data"] = digest
    path.write_text(canonical(notebook), "utf-8")


HOW = "certlab check --fix --run-labs runs it again"
OLD = [
    f"it shows data that has changed; {HOW}, which is its author's program on your machine."
]
FACTS = "content/facts/small.toml"


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("value = 32", "value = 64", OLD),  # named in the code
        ("value = 3.35", "value = 4.8", OLD),  # followed by a pattern
        ('id = "card.bandwidth"', 'id = "card.rate"', OLD),
        ('tier = "A"', 'tier = "A"\nnote = "Read again."', []),  # shown by nothing
    ],
)
def test_data_that_a_lab_shows_and_no_other_makes_it_old(
    small: Path, old: str, new: str, found: list[str]
) -> None:
    store(small, lab(small, follows=["card.*"]))
    assert says(small) == []
    facts = small / FACTS
    text = facts.read_text("utf-8")
    assert old in text
    facts.write_text(text.replace(old, new), "utf-8")
    assert [one for one in says(small) if one in OLD] == found


def test_a_pattern_that_stands_for_nothing_is_told(small: Path) -> None:
    store(small, lab(small, follows=["card.*", "crad.*"]))
    assert says(small) == ["follows: no fact and no table is 'crad.*'."]


def test_a_lab_of_no_data_needs_no_digest(small: Path) -> None:
    lab(small, follows=[], code="print('a warp.threads is no text of its own')")
    assert says(small) == []


def test_fix_runs_it_again_and_leaves_what_is_not_compared(
    small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CERTLAB_COURSE", str(small))
    path = lab(small, follows=["card.*"])
    done = certlab("check", "--fix", "--run-labs")
    assert "fixed labs/small/10_show.ipynb" in done.stdout + done.stderr
    cells = {one["id"]: one for one in json.loads(path.read_text("utf-8"))["cells"]}
    (output,) = cells["shows"]["outputs"]
    assert output["text"] == ["a warp: 32\n", "card.bandwidth\n"]
    assert cells["when"]["outputs"][0]["text"] == ["once\n"]
    assert says(small) == []
    before = path.read_bytes()
    assert "fixed labs/" not in certlab("check", "--fix", "--run-labs").stdout
    assert path.read_bytes() == before


def test_a_lab_that_stops_stays_as_it_was_and_the_check_is_red(
    small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CERTLAB_COURSE", str(small))
    path = lab(small, follows=["card.*"], code='print({}["warp.threads"])')
    before = path.read_bytes()
    done = certlab("check", "--fix", "--run-labs")
    assert done.returncode == 1
    assert "a cell stopped with KeyError: 'warp.threads'." in done.stdout + done.stderr
    assert OLD[0] in done.stdout + done.stderr
    assert path.read_bytes() == before


def test_a_lab_of_doubled_ids_is_not_said_to_run(
    small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CERTLAB_COURSE", str(small))
    path = lab(small, follows=["card.*"])
    path.write_text(path.read_text("utf-8").replace('"when"', '"shows"'), "utf-8")
    done = certlab("check", "--fix", "--run-labs")
    assert "is run again" not in done.stderr
    assert "give each an id of its own" in done.stderr


def test_fix_alone_runs_nothing_of_another_course_and_mends_the_rest(
    small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever names the course: somebody's program does not run because it was checked."""
    written = small / "written"
    code = f"open({str(written)!r}, 'w').write('warp.threads')"
    path = lab(small, follows=["card.*"], code=code)
    notebook = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps(notebook), "utf-8")  # out of order, which --fix mends
    monkeypatch.chdir(small)  # standing in a folder is no trust in it
    done = certlab("--course", str(small), "check", "--fix")
    assert done.returncode == 1
    assert "fixed labs/small/10_show.ipynb" in done.stdout + done.stderr
    assert OLD[0] in done.stdout + done.stderr
    assert path.read_text("utf-8") == canonical(notebook)
    assert not written.exists()
    certlab("--course", str(small), "check", "--fix", "--run-labs")
    assert written.exists()


def test_the_course_that_came_with_certlab_is_ours_however_it_is_named(
    small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("CERTLAB_COURSE", raising=False)
    ours = location.find()
    monkeypatch.setenv("CERTLAB_COURSE", str(ours))
    assert location.is_ours(location.find())
    assert not location.is_ours(small)


@pytest.mark.parametrize("follows", [5, [1], [["a"]], "*"])
def test_what_is_no_list_of_patterns_is_told(small: Path, follows: object) -> None:
    path = lab(small, follows=[])
    notebook = json.loads(path.read_text("utf-8"))
    notebook["metadata"]["certlab"]["follows"] = follows
    path.write_text(json.dumps(notebook), "utf-8")
    assert any("follows" in one for one in says(small))
