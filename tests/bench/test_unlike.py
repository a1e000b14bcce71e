"""Each reason to refuse a comparison, apart and in words."""

from dataclasses import fields, replace

import pytest

from certlab.bench import unlike as rules
from certlab.bench.unlike import unlike, unlike_answers, unsaid
from certlab.compute.contest import Side
from certlab.course.speedups import ASPECTS, ClaimSide
from tests.bench.made import SIDE

GPU = replace(SIDE, engine="CuPy", device="gpu", threads=0)


@pytest.mark.parametrize(
    ("old", "new", "about", "says"),
    [
        (ClaimSide(sparsity="dense"), ClaimSide(sparsity="sparse"), "engine", "sparse against dense"),
        (ClaimSide(dtype="FP16"), ClaimSide(dtype="FP8"), "engine", "FP8 against FP16"),
        (SIDE, replace(SIDE, threads=8), "engine", "8 threads against one thread"),
        (replace(SIDE, threads=8), SIDE, "engine", "one thread against 8 threads"),
        (SIDE, replace(SIDE, transfers=True), "engine", "with transfers against without them"),
        (replace(GPU, transfers=True), GPU, "engine", "without them against with transfers"),
        (SIDE, replace(SIDE, warm=False), "engine", "cold against warm"),
        (replace(SIDE, warm=False), SIDE, "engine", "warm against cold"),
        (SIDE, replace(SIDE, size="9 numbers"), "engine", "9 numbers against 100 numbers"),
        (ClaimSide(split="PP 4"), ClaimSide(split="TP 2"), "engine", "TP 2 against PP 4"),
        (ClaimSide(engine="PyTorch"), ClaimSide(engine="TensorRT"), "dtype", "TensorRT against PyTorch"),
        (ClaimSide(device="A100"), ClaimSide(device="H100"), "dtype", "H100 against A100"),
    ],
)  # fmt: skip
def test_what_is_not_alike_is_refused_in_words(
    old: ClaimSide | Side, new: ClaimSide | Side, about: str, says: str
) -> None:
    assert unlike(old, new, [about]) == (says,)


@pytest.mark.parametrize("aspect", ASPECTS)
def test_what_the_comparison_is_about_is_no_reason(aspect: str) -> None:
    one = ClaimSide("a", "a", "a", "dense", 1, False, True, "a", "a")
    others = ClaimSide("b", "b", "b", "sparse", 8, True, False, "b", "b")
    other = replace(one, **{aspect: getattr(others, aspect)})
    assert unlike(one, other, ASPECTS) == ()
    assert len(unlike(one, other, set(ASPECTS) - {aspect})) == 1
    assert set(rules.RULES) == {field.name for field in fields(ClaimSide)}


def test_several_reasons_are_all_told_the_most_flattering_first() -> None:
    old = ClaimSide(dtype="FP16", sparsity="dense", split="PP 4", size="one")
    new = ClaimSide(dtype="FP8", sparsity="sparse", split="TP 2", size="two")
    assert unlike(old, new, ["engine"]) == (
        *("sparse against dense", "FP8 against FP16", "TP 2 against PP 4"),
        "two against one",
    )


def test_what_is_not_said_or_has_no_bearing_is_no_reason() -> None:
    assert (
        unlike(
            ClaimSide(), ClaimSide("a", "a", "a", "dense", 1, True, False, "a", "a"), []
        )
        == ()
    )
    assert unlike(ClaimSide(device="-"), ClaimSide(device="A100"), []) == ()


def test_one_thread_is_not_held_against_a_gpu_but_all_are() -> None:
    says = "a whole GPU against one thread of a CPU"
    assert unlike(SIDE, GPU, ["engine", "device"]) == (says,)
    assert unlike(replace(SIDE, threads=8), GPU, ["engine", "device"]) == ()


def test_a_processor_has_no_transfers_to_count() -> None:
    moving = replace(GPU, transfers=True)
    assert unlike(replace(SIDE, threads=8), moving, ["engine", "device"]) == ()


def test_different_answers_are_a_reason_of_their_own() -> None:
    assert unlike_answers("") == ""
    assert unlike_answers("3 rows differ") == "different answers (3 rows differ)"


def test_the_words_a_claim_lacks_are_named() -> None:
    said = ClaimSide(engine="NumPy", device="a CPU")
    assert unsaid(said, replace(said, threads=1)) == (
        *("types", "threads", "transfers", "cold or warm", "size"),
    )
    on_gpus = ClaimSide("PyTorch", "A100", "FP32", size="one", warm=True)
    assert unsaid(on_gpus, on_gpus) == ()
    assert unsaid(ClaimSide(engine="-"), ClaimSide(engine="-")) == ()
