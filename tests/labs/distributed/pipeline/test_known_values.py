"""Numbers and orders that came from elsewhere: the mock-up, PyTorch, the papers."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from certlab.labs.distributed import pipeline
from certlab.labs.distributed.pipeline import Pipeline
from tests.work import calls

CAPTURE = Path(__file__).parent / "captures" / "pytorch-pipeline-orders.txt"
LINE = re.compile(r"(\S+) p=(\d+) m=(\d+) v=(\d+) rank=(\d+): (.*)")
# PyTorch calls the two parts of a split backward I and W.
KINDS = {"F": "F", "B": "B", "I": "B", "W": "W"}


@pytest.mark.parametrize(
    ("schedule", "chunks", "length", "total", "ideal", "peaks"),
    [
        ("gpipe", 1, 33, "27.3", "37.5", (8, 8, 8, 8)),
        ("1f1b", 1, 33, "27.3", "37.5", (4, 3, 2, 1)),
        ("interleaved", 2, 28.5, "15.8", "18.8", (5.5, 4.5, 3.5, 2.5)),
    ],
)
def test_the_mock_up_s_schedules(
    schedule: str,
    chunks: int,
    length: float,
    total: str,
    ideal: str,
    peaks: tuple[float, ...],
) -> None:
    done = pipeline.run(
        Pipeline(schedule=schedule, stages=4, micro_batches=8, chunks=chunks)
    )
    assert done.length == length
    assert f"{done.share_of_total * 100:.1f}" == total
    assert f"{done.share_of_ideal * 100:.1f}" == ideal
    assert done.peaks == peaks
    assert done.pipeline.ideal == 24


def test_when_the_mock_up_s_micro_batch_2_is_where() -> None:
    """Its thick outlines, read off the drawing."""

    def starts(schedule: str, stage: int) -> list[tuple[str, float]]:
        spans = pipeline.run(
            Pipeline(schedule=schedule, stages=4, micro_batches=8)
        ).stages[stage]
        return [(span.kind, span.start) for span in spans if span.micro == 2]

    assert starts("gpipe", 0) == [("F", 2), ("B", 21)]
    assert starts("gpipe", 3) == [("F", 5), ("B", 15)]
    assert starts("1f1b", 0) == [("F", 2), ("B", 16)]
    assert starts("1f1b", 3) == [("F", 9), ("B", 10)]


def captured() -> Iterator[tuple[str, int, int, int, int, list[tuple[str, int, int]]]]:
    for line in CAPTURE.read_text("utf-8").splitlines():
        if line.startswith("#"):
            continue
        found = LINE.fullmatch(line)
        assert found is not None, line
        name, *numbers, actions = found.groups()
        p, m, v, rank = map(int, numbers)
        ops = []
        for action in actions.split():
            part, kind, micro = re.fullmatch(r"(\d+)([FBIW])(\d+)", action).groups()  # type: ignore[union-attr]  # a line that is not so fails here
            ops.append((KINDS[kind], int(micro), (int(part) - rank) // p))
        yield name, p, m, v, rank, ops


def test_every_stage_works_in_pytorch_s_order() -> None:
    rows = list(captured())
    assert {row[0] for row in rows} == {"interleaved", "zb-h1", "1f1b"}
    for name, p, m, v, rank, ops in rows:
        spans = pipeline.run(
            Pipeline(schedule=name, stages=p, micro_batches=m, chunks=v)
        ).stages[rank]
        assert [(one.kind, one.micro, one.chunk) for one in spans] == ops


def test_zb_h1_has_a_third_of_the_bubble_of_1f1b() -> None:
    """Zero Bubble Pipeline Parallelism, section 2.1, for F = B = W, at the same peak."""
    for p, m in ((2, 2), (4, 8), (8, 32), (16, 16)):
        plain = pipeline.run(Pipeline(schedule="1f1b", stages=p, micro_batches=m))
        split = pipeline.run(Pipeline(schedule="zb-h1", stages=p, micro_batches=m))
        assert split.bubble * 3 == pytest.approx(plain.bubble)
        assert max(split.peaks) == max(plain.peaks) == p


def test_zb_h1_s_peaks_are_the_paper_s() -> None:
    """Worker i of p, from 1, holds (p - i + 1) M_B + (i - 1) M_W."""
    p, share = 6, 0.4
    done = pipeline.run(
        Pipeline(schedule="zb-h1", stages=p, micro_batches=24, weight_share=share)
    )
    assert done.peaks == pytest.approx(
        [(p - i + 1) + (i - 1) * share for i in range(1, p + 1)]
    )


def test_64_stages_by_1024_micro_batches() -> None:
    done, count = calls(
        lambda: pipeline.run(Pipeline(schedule="1f1b", stages=64, micro_batches=1024))
    )
    assert count < 100 * 64 * 1024  # 17 for each piece of work today
    assert done.bubble == 63 * 3
    assert done.share_of_total == pytest.approx(63 / (1024 + 63))
    assert done.share_of_ideal == pytest.approx(63 / 1024)
