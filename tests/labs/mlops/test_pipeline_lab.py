"""The lab's own cells on a cut of the log, without Triton; all of it with Triton in the soak."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from certlab.course import load
from certlab.course.notebook import source
from certlab.errors import Refusal
from certlab.labs.mlops.pipeline.line import HOLDS
from certlab.labs.mlops.real.pipeline import rows, serving, whole
from certlab.labs.triton.environment import ENVIRONMENT
from certlab.servers.own_environment import OwnEnvironment
from tests.labs.rapids.etl import paper_cudf
from tests.late import Late

pd = Late("pandas")


def cells() -> list[str]:
    path = load().labs["mlops/30_end_to_end"].path
    every = json.loads(path.read_text("utf-8"))["cells"]
    return [source(one) for one in every if one["cell_type"] == "code"]


def run(log: str, until: str = "") -> dict[str, Any]:
    """What the cells leave behind; up to the first that begins so."""
    shared: dict[str, Any] = {}
    assert any("rows.csv()" in one for one in cells())
    for cell in cells():
        if until and cell.startswith(until):
            break
        cut = cell.replace("rows.csv()", log).replace("p379", "p147")  # also sent twice
        exec(cut, shared)  # noqa: S102 -- a lab's own cells
    shared["folder"].cleanup()
    return shared


@pytest.fixture
def no_triton(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CERTLAB_WORKSPACE", str(tmp_path))
    lock = tmp_path / "lock.txt"
    lock.write_text("nothing==1 --hash=sha256:0\n")
    elsewhere = OwnEnvironment(
        "triton", lock, tmp_path, ("no such system",), ((3, 11),)
    )
    monkeypatch.setattr(serving, "ENVIRONMENT", elsewhere)


@pytest.mark.usefixtures("no_triton")
def test_the_lab_runs_without_triton_on_a_cut_and_follows_anybody() -> None:
    shared = run("rows.csv(240)", until="def keeps_surgery")
    done = shared["done"]
    assert "stand-in" in done.made["serve"].says
    seen = set()
    for patient in (f"p{number:03}" for number in range(40)):
        trail = [*whole.follow(patient, done)]
        assert trail[0][0] == "raw"
        seen.add(trail[-1][0])
    assert seen >= {"clean", "watch"}  # some are dropped, and some come to the end
    (only,) = whole.follow("nobody", done)
    assert only == ("raw", "nobody was never sent; take a name from the log")


@pytest.mark.usefixtures("no_triton")
def test_a_stage_that_forgets_something_is_stopped_at_its_own_seam() -> None:
    shared = run("rows.csv(240)", until="done = line.run")
    line, raw = shared["line"], shared["raw"]
    done = line.run(raw)
    clean, split = shared["clean"], shared["split"]

    def told(name: str, does: Any) -> str:
        return str(line.attempt(name, does, done))

    assert "area is missing" in told(
        "clean", lambda raw: clean(raw).drop(columns="area")
    )
    assert "has the type float64" in told(
        "clean", lambda raw: clean(raw).astype({"area": "float64"})
    )
    assert "a frame was expected" in told("clean", lambda _: 3)
    assert "the part test is empty" in told(
        "split", lambda t: split(t, lambda p: "calibration" if p < "p100" else "train")
    )
    assert "two columns are called radius" in told(
        "clean", lambda raw: pd.concat([clean(raw), clean(raw)["radius"]], axis=1)
    )
    assert "and list came" in told("split", lambda t: [t])
    assert told("train", lambda part: shared["train"](part.head(0))).startswith(
        "train: "
    )
    assert "takes" in told("train", lambda part: shared["train"](part.head(60)))
    assert "calibration inputs hold NaN" in told(
        "quantise",
        lambda network, part: shared["quantise"](
            network, part.assign(area=float("nan"))
        ),
    )
    assert "calibration set is empty" in told(
        "quantise", lambda network, part: shared["quantise"](network, part.head(0))
    )
    assert "cannot be read" in told("serve", lambda _: "http://here")
    assert "turns away" in told("guard", lambda request, limits: ["no"])  # noqa: ARG005
    assert "counts 0" in told("watch", lambda _: "tumour 1\n")
    with pytest.raises(Refusal, match=r"^clean: "):
        line.run(raw, clean=lambda raw: raw)


@pytest.mark.usefixtures("no_triton")
def test_a_stage_that_changes_what_it_was_given_spoils_no_run() -> None:
    shared = run("rows.csv(240)", until="done = line.run")
    line, raw = shared["line"], shared["raw"]
    done = line.run(raw)

    def in_place(raw: Any) -> Any:
        raw["radius"] *= raw["unit"]
        raw["perimeter"] *= raw["unit"]
        raw["area"] *= raw["unit"] ** 2
        return shared["clean"](raw, one_unit=lambda raw: raw)

    def cut(name: str) -> Any:
        def does(rows: Any) -> Any:
            rows.drop(rows.index[5:], inplace=True)
            return shared[name](rows)

        return does

    def zeroed(network: Any, part: Any) -> Any:
        network.last.weight.data.zero_()
        return shared["quantise"](network, part)

    def guard(request: dict[str, Any], limits: dict[str, Any]) -> Iterator[str]:
        found = shared["guard"].reasons(request, limits)
        request.clear()
        limits.clear()
        yield from found

    assert line.attempt("clean", in_place, done) == HOLDS
    assert line.attempt("clean", in_place, done) == HOLDS  # the second time as well
    for name in ("clean", "split", "train"):
        assert line.attempt(name, cut(name), done) != HOLDS
    assert "differently from the network" in line.attempt("quantise", zeroed, done)
    assert line.attempt("guard", guard, done) == HOLDS
    line.attempt("watch", lambda rounds: rounds.clear(), done)
    for name in ("clean", "split", "train", "quantise", "watch"):
        assert line.attempt(name, shared[name], done) == HOLDS


@pytest.mark.usefixtures("no_triton")
def test_a_guard_of_one_text_and_a_page_without_chances_are_told() -> None:
    shared = run("rows.csv(240)", until="done = line.run")
    line = shared["line"]
    done = line.run(shared["raw"])
    text = done.made["watch"].splitlines()

    def one_text(request: Any, limits: Any) -> str:
        return "too large" if shared["guard"].reasons(request, limits) else ""

    def page_without(what: str) -> str:
        page = "\n".join(one for one in text if what not in one)
        return str(line.attempt("watch", lambda _: page, done))

    assert "a list of reasons" in line.attempt("guard", one_text, done)
    assert "tumour_chance_count of the round as sent is 0" in page_without("chance")
    assert "tumour_reasons_total of the round as sent is 0" in page_without("reasons")


def test_cleaning_calls_only_what_cudf_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CERTLAB_WORKSPACE", str(tmp_path))
    shared = run("rows.csv(60)", until="guess_dirt")
    wanted = shared["clean"](shared["raw"])
    used: set[str] = set()
    found = shared["clean"](paper_cudf.put_behind(shared["raw"], used))
    assert isinstance(found, paper_cudf.Door)
    pd.testing.assert_frame_equal(found._behind, wanted)
    assert "DataFrame.drop_duplicates" in used


def test_the_next_run_has_the_same_names_with_other_hashes() -> None:
    names = [f"p{number}" for number in range(20)]
    later = [*map(rows.NextRun, names)]
    assert later == names
    assert [rows.part_of(one) for one in later] == [rows.part_of(one) for one in names]
    assert [hash(one) for one in later] != [hash(one) for one in names]


@pytest.mark.parametrize("patients", [0, 570, -1])
def test_a_log_of_patients_that_are_not_there_is_refused(patients: int) -> None:
    with pytest.raises(Refusal, match="1 to 569"):
        rows.csv(patients)


@pytest.mark.soak  # a server for each seed
@pytest.mark.skipif(bool(ENVIRONMENT.lacks), reason=ENVIRONMENT.lacks)
@pytest.mark.parametrize("seed", range(12))
def test_the_whole_lab_with_triton_on_other_dirt(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CERTLAB_WORKSPACE", str(tmp_path))
    shared = run(f"rows.csv(seed={seed})")
    rounds = shared["done"].made["guard"].rounds
    assert {one.became for one in rounds["as sent"]} >= {"answered", "refused"}
