"""Which claims a name chooses, and what a claim looks like when all is done."""

from dataclasses import replace

import pytest

from certlab.bench import drawing, entries, lines, wording
from certlab.bench.entries import NO_LAB, Entry, chosen, entry, jobs, run_all
from certlab.bench.trial import NO_GPU, STOPPED, Trial
from certlab.compute.gpus import Gpus
from certlab.compute.interval import Interval
from certlab.course import Course
from certlab.course.speedups import ClaimSide
from certlab.errors import CourseError
from tests.bench.made import ROW, contest, weighing

FOUND = Interval(2.0, 1.5, 2.5)
KNOWN = {"sums": contest(), "halves": weighing()}
TRIALS = {
    "sums": Trial(KNOWN["sums"], "measured", "", FOUND, Interval(2e-3, 1e-3, 3e-3), FOUND),
    "halves": Trial(KNOWN["halves"], "measured", "", Interval(2, 2, 2), Interval(4e6, 4e6, 4e6), Interval(2e6, 2e6, 2e6)),
}  # fmt: skip


@pytest.fixture
def claimed(course: Course) -> Course:
    """The small course with a claim, and with one that is not alike."""
    other = replace(
        ROW,
        id="fp8-over-fp16",
        module="large",
        old=ClaimSide(dtype="FP16", device="A100"),
        new=ClaimSide(dtype="FP8", device="A100"),
        low=None,
        worked=(),
        limit="",
        lab="",
        contest="",
        beside=(),
        claims=("HW-002",),
    )
    return replace(course, speedups={ROW.id: ROW, other.id: other})


def both(claimed: Course) -> list[Entry]:
    return [entry(claimed, row, TRIALS) for row in claimed.speedups.values()]


@pytest.mark.parametrize(
    ("names", "ids"),
    [
        ([], ["builtin-over-loop", "fp8-over-fp16"]),
        (["fp8-over-fp16"], ["fp8-over-fp16"]),
        (["small"], ["builtin-over-loop"]),
        (["small/10_sums"], ["builtin-over-loop"]),
        (["10_sums", "HW-002"], ["builtin-over-loop", "fp8-over-fp16"]),
        (["HW-002", "HW-002"], ["fp8-over-fp16"]),
    ],
)
def test_claims_are_chosen_by_id_module_lab_or_claim(
    claimed: Course, names: list[str], ids: list[str]
) -> None:
    assert [row.id for row in chosen(claimed, names)] == ids


@pytest.mark.parametrize(
    ("device", "lab", "here"),
    [
        ("four H100", "small/10_sums", "needs a GPU"),
        ("a CPU", "small/10_sums", "no contest yet"),
        ("four H100", "", NO_LAB),
    ],
)
def test_a_claim_without_a_contest_says_what_it_takes_to_measure_it(
    course: Course, monkeypatch: pytest.MonkeyPatch, device: str, lab: str, here: str
) -> None:
    monkeypatch.setattr(entries, "gpus", lambda: Gpus((), "none"))
    new = ClaimSide(engine="sum", device=device)
    row = replace(
        ROW, new=new, lab=lab, contest="", worked=(), about=("engine", "device")
    )
    assert wording.here(entry(course, row, {})) == here


def test_an_unknown_name_is_refused_with_those_near_it(claimed: Course) -> None:
    with pytest.raises(CourseError) as caught:
        chosen(claimed, ["fp8-over-fp61"])
    assert "did you mean fp8-over-fp16?" in str(caught.value)
    with pytest.raises(CourseError, match="lab zzzzz; choose one of "):
        chosen(claimed, ["zzzzz"])


def test_a_contest_runs_once_for_all_the_claims_that_name_it(claimed: Course) -> None:
    twice = [ROW, replace(ROW, id="again")]
    wanted = jobs(twice, KNOWN)
    assert wanted == {"sums": ("engine",), "halves": ("dtype",)}
    said: list[str] = []
    found, stopped = run_all(wanted, KNOWN, 0.01, said.append)
    assert not stopped
    assert said == ["sums", "halves"]
    assert {one.state for one in found.values()} == {"measured"}
    assert jobs(claimed.speedups.values(), {}) == {}


def test_an_entry_has_its_limit_and_its_own_figures_worked_out(
    claimed: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entries, "cores", lambda: 4)
    first, second = both(claimed)
    assert (first.limit, first.worked, first.refused) == (40.0, (3.0,), ())
    assert (second.limit, second.worked) == (None, ())
    assert second.refused == ("FP8 against FP16",)
    assert second.trial.says == NO_LAB
    assert first.trials[1].contest is KNOWN["halves"]


def test_what_had_no_turn_says_that_it_was_stopped(claimed: Course) -> None:
    found = entry(claimed, ROW, {"sums": TRIALS["sums"]})
    assert found.beside[0][1].says == STOPPED


@pytest.mark.parametrize(
    ("trial", "cell"),
    [
        (TRIALS["sums"], "2x (1.5 to 2.5)"),
        (Trial(None, "left out", NO_GPU), "3x, worked out"),
        (Trial(KNOWN["sums"], "left out", NO_GPU), "needs a GPU"),
        (Trial(KNOWN["sums"], "left out", "x is not installed; run"), "not installed"),
        (Trial(KNOWN["sums"], "left out", "it has no BF16"), "left out"),
        (Trial(KNOWN["sums"], "failed", "failed: so"), "failed"),
        (Trial(KNOWN["sums"], "refused", "refused: so"), "refused"),
        (Trial(None, "stopped", STOPPED), "stopped"),
    ],
)
def test_a_cell_says_what_became_of_it(
    claimed: Course, trial: Trial, cell: str
) -> None:
    assert wording.here(replace(both(claimed)[0], trial=trial)) == cell


def test_the_table_fits_80_columns_and_says_what_was_compared(claimed: Course) -> None:
    text = lines.table(both(claimed), 80)
    assert max(map(len, text.splitlines())) <= 80
    flat = " ".join(text.split())
    assert "builtin-over-loop 5x to 9x 2x (1.5 to 2.5)" in flat
    assert (
        "here a sum, 100 numbers, float64, on the CPU, one thread: a loop against sum: "
        "2 ms against 2 s" in flat
    )
    assert "beside halves: 2x, storing numbers" in flat
    assert "4 MB against 2 MB. What the type adds." in flat
    assert "refused FP8 against FP16" in flat
    assert "fair The same numbers, the same sum." in flat
    assert "fp8-over-fp16 up to 9x refused no figure" in flat
    assert "not said: types, threads, transfers, cold or warm, size" in flat
    short = lines.table(both(claimed), 80, short=True)
    assert len(short.splitlines()) == 7


def test_the_listing_measures_nothing(claimed: Course) -> None:
    text = lines.listing(claimed.speedups.values(), 80)
    assert max(map(len, text.splitlines())) <= 80
    assert "small/10_sums" in text
    assert "no lab yet" in text
    assert "(HW-001)" in text


def test_the_chart_has_a_bar_a_point_and_a_limit(claimed: Course) -> None:
    found = drawing.drawn(both(claimed))
    assert (
        "builtin-over-loop: claimed 5x to 9x, measured 2x (1.5 to 2.5)" in found.words
    )
    assert "1 of 2 claims were not measured here" in found.words
    assert 'class="limit"' in found.svg
    assert "fp8-over-fp16" in found.svg
    alone = drawing.standalone(found)
    assert "prefers-color-scheme: dark" in alone
    assert alone.count("<svg") == 1
    with pytest.raises(ValueError, match="no claims"):
        drawing.drawn([])


@pytest.mark.parametrize(("high", "wide"), [(1.4, False), (1.6, True)])
def test_an_interval_that_says_little_says_so(high: float, wide: bool) -> None:
    trial = replace(TRIALS["sums"], found=Interval(1.2, 1.0, high))
    assert wording.told(trial).endswith(wording.UNSTEADY) is wide


def test_sides_that_differ_say_in_what() -> None:
    old = replace(KNOWN["sums"].old, dtype="mixed", threads=2, warm=False)
    new = replace(old, name="sum", device="gpu", threads=0, transfers=True)
    assert wording.compared(replace(KNOWN["sums"], old=old, new=new)) == (
        "a sum, 100 numbers, mixed types, cold: a loop (on the CPU, 2 threads) against "
        "sum (on the GPU, copies counted)"
    )


def test_a_chart_without_a_limit_says_that_none_is_known(claimed: Course) -> None:
    assert drawing.drawn(both(claimed)[1:]).words
