"""Every refusal of a training run, through `certlab sim memory`: one sentence, its numbers."""

import sys

import pytest

from certlab.cli import main

pytestmark = pytest.mark.usefixtures("read_once")

SMALL = (
    *("--layers", "12", "--hidden", "1024", "--heads", "16", "--kv-heads", "8"),
    *("--ffn", "4096", "--micro-batches", "16"),
)

REFUSED = [
    (("--gpus", "100", "--tensor", "8"), ("100", "8")),
    (("--gpus", "0"), ("0",)),
    (("--gpus", "3", "--tensor", "3"), ("8 key and value heads", "3")),
    (
        ("--gpus", "8", "--tensor", "8", "--kv-heads", "4"),
        ("4 key and value heads", "8"),
    ),
    (("--gpus", "4", "--tensor", "4", "--ffn", "4098"), ("4,098 columns", "4")),
    (("--gpus", "16", "--tensor", "16"), ("16 ranks does not fit", "8 GPUs")),
    (
        ("--gpus", "8", "--tensor", "8", "--node", "4"),
        ("8 ranks", "4 GPUs", "at most 4"),
    ),
    (("--gpus", "16", "--pipeline", "16"), ("16 pipeline stages", "12 layers")),
    (("--gpus", "5", "--pipeline", "5"), ("12 layers", "5 pipeline stages")),
    (
        (
            "--gpus",
            "4",
            "--pipeline",
            "4",
            "--schedule",
            "interleaved",
            "--chunks",
            "4",
        ),
        ("4 pipeline stages", "4 model chunks", "12 layers"),
    ),
    (
        ("--gpus", "4", "--pipeline", "4", "--schedule", "interleaved"),
        ("interleaved",),
    ),
    (("--gpus", "3", "--context", "3"), ("4,096 tokens", "3 ranks")),
    (("--sequence-parallel",), ("there is only 1",)),
    (("--gpus", "2", "--expert", "2"), ("over 2 ranks", "none")),
    (
        ("--gpus", "8", "--experts", "6", "--top-k", "2", "--expert", "4"),
        ("4 expert-parallel ranks", "6 experts", "8 data-parallel"),
    ),
    (("--experts", "4", "--top-k", "5"), ("1 to 4", "5")),
    (("--zero", "4"), ("0 to 3", "4")),
    (("--recompute", "some"), ("none, selective or full", "some")),
    (("--micro-batch", "0"), ("at least 1",)),
    (("--heads", "12"), ("12 attention heads", "1,024")),
    (("--recipe", "adam-fp8", "--card", "a100-80gb"), ("8.0", "8.9")),
    (("--recipe", "adam-fp8", "--card", "t4-16gb"), ("7.5", "8.9")),
    (("--gib", "-1"), ("more than 0 GiB",)),
]


@pytest.mark.parametrize(("words", "has"), REFUSED, ids=" ".join)
def test_a_refusal_has_its_numbers(
    words: tuple[str, ...],
    has: tuple[str, ...],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "argv", ["certlab", "sim", "memory", *SMALL, *words])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("certlab: ")
    assert told.err.count("\n") == 1
    assert all(one in told.err for one in has), told.err


def test_expert_parallel_ranks_are_data_parallel_ones(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("--gpus", "8", "--experts", "8", "--top-k", "2", "--expert", "8")
    monkeypatch.setattr(sys, "argv", ["certlab", "sim", "memory", *SMALL, *words])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code in (0, None)
    assert "This fits" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["tensor", "pipeline", "context", "expert", "node"])
def test_no_ranks_at_all(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    argv = ["certlab", "sim", "memory", *SMALL, f"--{name}", "0"]
    monkeypatch.setattr(sys, "argv", argv)
    with pytest.raises(SystemExit):
        main()
    said = "certlab: Every number of ranks, tokens and batches must be at least 1.\n"
    assert capsys.readouterr().err == said
