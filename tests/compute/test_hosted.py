"""What a lab says on a machine that is lent; the GPUs are stand-ins."""

import pytest

from certlab import compute
from certlab.compute import device, hosted
from certlab.compute.gpus import Gpu, Gpus
from certlab.course import Course

T4 = Gpu("Tesla T4", 15.0, "580.65.06", "7.5")
L4 = Gpu("NVIDIA L4", 22.5, "580.65.06", "8.9")
OLD = Gpu("A card whose driver is old", 16.0, "", "")
NONE = Gpus((), "nvidia-smi was not found")


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    for one in hosted.HOSTS:
        monkeypatch.delenv(one.variable, raising=False)


@pytest.fixture(params=hosted.HOSTS, ids=lambda one: one.name)
def lender(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> hosted.Host:
    monkeypatch.setenv(request.param.variable, "something")
    return request.param


def test_at_home_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    assert hosted.host() is None
    assert hosted.sentences(Gpus((T4,)), bf16=True, ranks=4) == []
    monkeypatch.setattr(device, "gpus", lambda: NONE)
    assert "\n" not in device.summary(bf16=True, ranks=4)


def test_what_a_lent_machine_costs(lender: hosted.Host) -> None:
    costs, gpu = hosted.sentences(NONE)
    assert costs == f"This machine is lent by {lender.name}: it {lender.terms}."
    assert gpu == lender.gpu


@pytest.mark.parametrize(
    ("cards", "asks", "says"),
    [
        ((L4,), {}, []),
        ((L4,), {"bf16": True}, []),
        ((OLD,), {"bf16": True}, []),
        ((T4,), {}, ["The Tensor Cores of Tesla T4 do not multiply BF16 and FP8."]),
        (
            (T4,),
            {"bf16": True},
            [
                (
                    "The Tensor Cores of Tesla T4 do not multiply BF16 and FP8, so that its "
                    "times of BF16 in this lab show no gain."
                )
            ],
        ),
        (
            (L4,),
            {"ranks": 2},
            [
                (
                    "The GPU path of this lab has 2 processes with a GPU each, and here is "
                    "one: what passes between GPUs is not shown."
                )
            ],
        ),
        (
            (L4, L4),
            {"ranks": 4},
            [
                (
                    "The GPU path of this lab has 4 processes with a GPU each, and here are "
                    "2: what passes between GPUs is not shown."
                )
            ],
        ),
        ((L4, L4), {"ranks": 2}, []),
    ],
)
def test_what_its_gpus_cannot_show(
    lender: hosted.Host, cards: tuple[Gpu, ...], asks: dict, says: list[str]
) -> None:
    _, *found = hosted.sentences(Gpus(cards), **asks)
    assert found == says


def test_a_capability_that_is_no_number_stops_no_lab(lender: hosted.Host) -> None:
    odd = Gpu("A passed-through card", 16.0, "580.65.06", "[N/A]")
    assert len(hosted.sentences(Gpus((odd,)), bf16=True)) == 1


def test_ten_comes_after_nine(lender: hosted.Host) -> None:
    blackwell = Gpu("A new card", 178.0, "580.65.06", "10.0")
    assert len(hosted.sentences(Gpus((blackwell,)), bf16=True)) == 1


def test_the_first_cell_says_it(
    lender: hosted.Host,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(device, "gpus", lambda: Gpus((T4,)))
    compute.preflight(bf16=True, ranks=3)
    said = capsys.readouterr().out.splitlines()
    assert said[1:4] == hosted.sentences(Gpus((T4,)), bf16=True, ranks=3)


def test_formats_are_those_of_the_facts(whole: Course) -> None:
    facts = whole.facts
    assert (
        hosted.FORMATS["FP8"] == facts["fp8-tensor-core.min_compute_capability"].value
    )
    assert hosted.FORMATS["BF16"] == facts["a100.compute_capability"].value
    assert "a100.bf16_dense" in facts
