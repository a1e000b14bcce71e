"""The two verbs: what they write, what they say, and that nothing is overwritten."""

import json
import resource
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from certlab.cli import exchange
from certlab.course.banks import read_bank
from certlab.course.problems import Problem
from certlab.errors import CourseError

APP = typer.Typer()
APP.command("import")(exchange.import_file)
APP.command("export")(exchange.export_questions)

GIFT = """\
::Warp::How many threads has a warp? {=32#Always. ~16}

Why? {}

::Weighed::Which two are memories? {~%30%Shared ~%70%Global ~Warp}
"""
JUPYTERQUIZ = """\
[{"type": "many_choice", "question": "So?", "answers": [
  {"answer": "A", "correct": true}, {"answer": "B", "correct": false}
]}]
"""
MIG = ("--module", "mig", "--objective", "ncp-aii.2.2")


def run(*words: str) -> Result:
    return CliRunner().invoke(APP, list(words))


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    Path("quiz.gift").write_text(GIFT, "utf-8")
    return folder


def test_import_writes_drafts_and_says_what_did_not_fit() -> None:
    done = run(
        "import", "quiz.gift", "--to", "new.toml", "--source", "mig-guide-start", *MIG
    )
    assert done.exit_code == 0
    assert done.output.startswith(
        "1 did not come in:\n"
        "  line 3: it asks for an essay, which nothing here can grade.\n\n"
        "1 came in changed:\n"
        "  line 5: right options of different weight now count alike.\n\n"
        "4 to do, as certlab check will say:\n"
    )
    assert done.output.endswith("2 questions from gift written to new.toml.\n")
    problems: list[Problem] = []
    items = read_bank(Path("new.toml").read_text("utf-8"), "new.toml", problems)
    assert [item.kind for item in items] == ["single", "multi"]
    assert {item.module for item in items} == {"mig"}
    assert len(problems) == 4


def test_the_bank_is_named_after_the_file_when_nobody_names_it(here: Path) -> None:
    assert run("import", "quiz.gift", *MIG).exit_code == 0
    assert (here / "quiz.toml").exists()


def test_import_as_json_says_the_same() -> None:
    told = json.loads(run("import", "quiz.gift", "--json", *MIG).output)
    assert told["format"] == "gift"
    assert len(told["items"]) == 2
    assert told["lost"] == [
        "line 3: it asks for an essay, which nothing here can grade."
    ]
    assert len(told["changed"]) == 1
    assert told["to_do"]


@pytest.mark.parametrize("verb", ["import", "export"])
def test_a_file_that_is_there_is_never_overwritten(verb: str, here: Path) -> None:
    there = here / "there"
    there.write_text("mine", "utf-8")
    words = {
        "import": ("quiz.gift", "--to", "there", *MIG),
        "export": ("--to", "json", "--output", "there"),
    }
    done = run(verb, *words[verb])
    assert isinstance(done.exception, CourseError)
    assert str(done.exception) == "there: is there already; name a new file."
    assert there.read_text("utf-8") == "mine"


def test_a_file_that_comes_while_we_work_is_not_overwritten_either(here: Path) -> None:
    (here / "there").write_text("mine", "utf-8")
    (here / "link").symlink_to("nowhere")
    for name in ("there", "link"):
        with pytest.raises(CourseError, match="is there already; name a new file"):
            exchange._write_new(Path(name), b"ours")
    assert (here / "there").read_text("utf-8") == "mine"
    assert not (here / "nowhere").exists()


def test_a_file_that_is_there_is_said_before_the_work(here: Path) -> None:
    (here / "there").write_text("mine", "utf-8")
    done = run("import", "none.gift", "--to", "there", *MIG)
    assert str(done.exception).startswith("there: is there already")


def test_nothing_is_written_when_no_question_comes_in(here: Path) -> None:
    Path("empty.gift").write_text("Why? {}\n", "utf-8")
    done = run("import", "empty.gift", *MIG)
    assert done.exit_code == 1
    assert "line 1: it asks for an essay" in done.output
    assert not (here / "empty.toml").exists()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            ("quiz.gift", "--module", "A B", "--objective", "ncp-aii.2.2"),
            "A B: a module is",
        ),
        (
            ("quiz.gift", "--module", "mig", "--objective", "x"),
            "There is no objective x;",
        ),
        (("quiz.gift", "--source", "x", *MIG), "There is no source x;"),
        (
            ("quiz.gift", "--from", "x", *MIG),
            "There is no format x; use one of jupyterquiz,",
        ),
        (("none.gift", *MIG), "none.gift: there is no such file; check the path."),
        (
            ("quiz.gift", "--to", "none/x.toml", *MIG),
            "none/x.toml: cannot be written (",
        ),
        (("odd.txt", *MIG), "odd.txt: nothing tells its format; name it with --from,"),
    ],
)
def test_what_can_be_mended_is_one_sentence(words: tuple[str, ...], says: str) -> None:
    Path("odd.txt").write_text("just words\n", "utf-8")
    done = run("import", *words)
    assert isinstance(done.exception, CourseError)
    assert str(done.exception).startswith(says)


@pytest.mark.parametrize(
    ("name", "text", "form"),
    [
        ("a.json", JUPYTERQUIZ, "jupyterquiz"),
        ("a.txt", "#separator:tab\nfront\tback\n", "anki"),
        ("a.txt", "front\tback\n", "anki"),
        ("a.txt", "So? {=A ~B}\n", "gift"),
        ("a.md", "<quiz>\nSo?\n- [x] A\n- [ ] B\n</quiz>\n", "mkdocs-quiz"),
    ],
)  # fmt: skip
def test_the_format_is_told_by_name_or_text(name: str, text: str, form: str) -> None:
    Path(name).write_text(text, "utf-8")
    told = json.loads(run("import", name, "--json", *MIG).output)
    assert (told["format"], len(told["items"])) == (form, 1)


@pytest.mark.parametrize(
    ("target", "name"),
    [
        ("qti", "certlab-mig-qti.zip"),
        ("gift", "certlab-mig.gift"),
        ("json", "certlab-mig.json"),
        ("csv", "certlab-mig.csv"),
    ],
)
def test_export_writes_a_file_and_says_what_is_lost(
    target: str, name: str, here: Path
) -> None:
    done = run("export", "--to", target, "--module", "mig")
    assert done.exit_code == 0
    assert done.output.endswith(f" questions written to {name}.\n")
    assert (here / name).stat().st_size > 10_000
    if target in ("qti", "gift"):
        assert "items left out: " in done.output
        assert "mig-card-" in done.output


def test_export_as_json_lists_each_loss() -> None:
    told = json.loads(run("export", "--to", "gift", "--json").output)
    assert told["written"] == "certlab.gift"
    assert {"item", "says", "whole"} == set(told["lost"][0])


def test_export_to_anki(here: Path) -> None:
    done = run("export", "--to", "apkg", "--exam", "NCP-AII", "--output", "my.apkg")
    assert done.exit_code == 0
    assert (here / "my.apkg").read_bytes().startswith(b"PK")


def test_an_unknown_target_is_said() -> None:
    done = run("export", "--to", "pdf")
    assert str(done.exception).startswith(
        "There is no format pdf; use one of apkg, qti,"
    )


def test_what_could_not_be_written_whole_is_taken_away(here: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (5_000, hard))  # as a disk fills up
    try:
        done = run("export", "--to", "json")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    says = "certlab.json: cannot be written (File too large); make room or name another"
    assert str(done.exception).startswith(says)
    assert not (here / "certlab.json").exists()
