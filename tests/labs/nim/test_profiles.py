"""Profiles of a NIM: names, pasted lists, what runs, what is taken, and the line for it."""

import itertools

import pytest

from certlab.errors import CourseError, Refusal
from certlab.labs.nim import choice, example
from certlab.labs.nim.launch import check_launch
from certlab.labs.nim.listing import read_listing
from certlab.labs.nim.profiles import Machine, read_name
from tests.page_rules import begun, called

L40S = Machine("l40s", 2, 48)
FP8 = read_name("vllm-fp8-tp2-pp1", "ab12cd")
RUN = (
    "docker run --rm --gpus all -e NGC_API_KEY -p 8000:8000 "
    '-v "$LOCAL_NIM_CACHE:/opt/nim/.cache" {} nvcr.io/nim/meta/llama:2.1.5'
)


@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("vllm-bf16-tp1-pp1", ("vllm", "", "bf16", 1, 1, "", False, None)),
        ("vllm-bf16-tp1-pp1-63.0", ("vllm", "", "bf16", 1, 1, "", False, 63.0)),
        ("vllm-fp8-tp4-pp1-feat_lora", ("vllm", "", "fp8", 4, 1, "", True, None)),
        ("vllm-fp16-tp2", ("vllm", "", "fp16", 2, 1, "", False, None)),
        ("sglang-h100-bf16-tp8-pp2", ("sglang", "h100", "bf16", 8, 2, "", False, None)),
        (
            "tensorrt_llm-h100_nvl-fp8-tp2-pp1-throughput-lora-lora-2321:10de-35ff-4",
            ("tensorrt_llm", "h100_nvl", "fp8", 2, 1, "throughput", True, None),
        ),
        (
            "vllm-bf16-tp2-pp1-lora-32-b84343a5",
            ("vllm", "", "bf16", 2, 1, "", True, None),
        ),
        ("vllm", ("vllm", "", "", 0, 1, "", False, None)),
    ],
)
def test_names_of_several_releases(name: str, read: tuple[object, ...]) -> None:
    one = read_name(name)
    assert read == (
        *(one.engine, one.gpu, one.precision, one.tp, one.pp),
        *(one.target, one.lora, one.needs),
    )


def test_what_is_no_profile_is_refused() -> None:
    with pytest.raises(Refusal, match="begins with"):
        read_name("llama-3.1-8b-instruct")


PASTED = """
SYSTEM INFO
- Free GPUs:
  -  [26b9:10de] (0) NVIDIA L40S (L40S) [current utilization: 0%]
- Non-free GPUs:
  -  [26b9:10de] (1) NVIDIA L40S (L40S) [current utilization: 30%]
MODEL PROFILES
- Compatible with system and runnable:
  - dcec66a50892 (vllm-bf16-tp1-pp1) [requires >=18 GB/gpu]
  - With LoRA support:
    - d66193b819d2 (vllm-bf16-tp1-pp1-feat_lora) [requires >=22 GB/gpu]
- Compatible with system but low memory:
  - a1b2c3… (vllm-bf16-tp1-pp1) [requires >=45 GB/gpu, try --max-model-len=4096 to reduce to >=30 GB/gpu]
- Compilable to TRT-LLM using just-in-time compilation of HF models: <None>
- Incompatible with system:
  - 27af459c (vllm-bf16-tp2-pp1)
"""


def test_a_pasted_list() -> None:
    listing = read_listing(PASTED)
    assert [(one.number, one.free) for one in listing.gpus] == [(0, True), (1, False)]
    groups = {key: [one.id for one in had] for key, had in listing.groups.items()}
    assert groups == {
        "runnable": ["dcec66a50892", "d66193b819d2"],
        "low memory": ["a1b2c3…"],
        "to be built": [],
        "incompatible": ["27af459c"],
    }
    plain, lora, low, none = listing.profiles
    assert (plain.needs, lora.lora, none.needs) == (18, True, None)
    assert (low.needs, low.shorter) == (45, (4096, 30))


def test_a_text_without_a_list_is_refused() -> None:
    with pytest.raises(Refusal, match="MODEL PROFILES"):
        read_listing("Error: no such image")


@pytest.mark.parametrize(
    ("name", "machine", "adapters", "came"),
    [
        ("vllm-bf16-tp4-pp1-20.0", L40S, False, ("incompatible", "too-few")),
        ("vllm-bf16-tp1-pp2-20.0", L40S, False, ("runnable", "runs")),
        ("vllm-bf16-tp2-pp2-20.0", L40S, False, ("incompatible", "too-few")),
        # two halves are no whole: the need counts in each GPU
        ("vllm-bf16-tp2-pp1-49.0", L40S, False, ("low memory", "memory")),
        ("vllm-bf16-tp2-pp1-48.0", L40S, False, ("runnable", "runs")),
        (
            "vllm-fp8-tp1-pp1-40.0",
            Machine("l40s", 1, 48, 39),
            False,
            ("low memory", "memory"),
        ),
        ("vllm-fp8-tp1-pp1-lora-9.0", L40S, False, ("left out", "lora")),
        ("vllm-fp8-tp1-pp1-9.0", L40S, True, ("left out", "no-lora")),
        ("tensorrt_llm-l40s-fp8-tp1-latency", L40S, False, ("runnable", "runs")),
        # the NVL is another card than the H100 SXM
        (
            "tensorrt_llm-h100_nvl-fp8-tp1-latency",
            Machine("h100", 1, 80),
            False,
            ("incompatible", "gpu-kind"),
        ),
        ("tensorrt_llm", L40S, False, ("left out", "no-size")),
    ],
)
def test_what_becomes_of_a_profile(
    name: str, machine: Machine, adapters: bool, came: tuple[str, str]
) -> None:
    found = choice.verdict(read_name(name), machine, adapters)
    assert (found.outcome, found.rule) == came


def test_without_a_need_the_weights_are_the_least() -> None:
    profile = read_name("vllm-bf16-tp2-pp1")
    assert profile.least(70) == 70
    assert choice.verdict(profile, L40S, billions=70).rule == "memory"
    assert choice.verdict(profile, L40S, billions=8).rule == "runs"


@pytest.mark.parametrize(
    ("names", "taken", "why"),
    [
        (["vllm-fp8-tp2", "tensorrt_llm-l40s-fp16-tp1"], 1, "made for this GPU"),
        (["vllm-fp8-tp2", "tensorrt_llm-fp16-tp1"], 1, "TensorRT-LLM"),
        (["vllm-bf16-tp2", "vllm-fp8-tp1"], 1, "precision"),
        # the list does not go by bits: NVFP4 stands behind BF16 in it
        (["vllm-nvfp4-tp1", "vllm-bf16-tp1"], 1, "precision"),
        (
            [
                "tensorrt_llm-l40s-fp8-tp2-throughput",
                "tensorrt_llm-l40s-fp8-tp1-latency",
            ],
            1,
            "latency",
        ),
        (["vllm-fp8-tp1", "vllm-fp8-tp2"], 1, "tensor parallelism"),
        (["vllm-fp8-tp1", "vllm-fp8-tp4"], 0, "only one"),
    ],
)
def test_the_order_of_1x(names: list[str], taken: int, why: str) -> None:
    for order in itertools.permutations(names):
        found = choice.choose([read_name(one) for one in order], L40S, "1.x")
        assert found.profile is not None
        assert (found.profile.name, why in found.why) == (names[taken], True)


def test_2x_names_one_only_where_one_is_left() -> None:
    two = [FP8, read_name("vllm-bf16-tp1-pp1")]
    assert choice.choose(two, L40S, "2.x").profile is None
    assert choice.choose(two[:1], L40S, "2.x").profile == FP8
    none = choice.choose([read_name("vllm-fp8-tp8")], L40S, "2.x")
    assert (none.profile, none.among) == (None, ())


def test_what_to_set() -> None:
    assert choice.settings(FP8, Machine("l40s", 4, 48)) == [
        "--gpus '\"device=0,1\"'",
        "-e NIM_MODEL_PROFILE=ab12cd",
    ]
    low = read_listing(PASTED).groups["low memory"][0]
    assert choice.settings(low, Machine("l40s", 1, 48, 32)) == [
        *("--gpus all", "-e NIM_MODEL_PROFILE=a1b2c3…"),
        "-e NIM_MAX_MODEL_LEN=4096",
    ]
    assert choice.settings(low, Machine("l40s", 1, 48, 29)) == []
    assert choice.settings(FP8, Machine("l40s", 1, 48)) == []


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        (("", ""), ""),
        (("-e NGC_API_KEY", "-e NGC_API_KEY=abc"), "key-value"),
        (("-e NGC_API_KEY", "-e NGC_API_KEY=nvapi-abc"), "key-in-line"),
        (("/opt/nim/.cache", "/models"), "no-cache"),
        (("-p 8000:8000", "-p 8000:80"), "no-port"),
        (("-p 8000:8000", "--network host"), ""),
        (("{}", "-e NIM_MODEL_PROFILE='ab12cd (vllm-fp8-tp2-pp1)'"), "profile-form"),
        (("{}", "-e NIM_MODEL_PROFILE=ffff"), "no-profile"),
        (("{}", "-e NIM_MODEL_PROFILE=ab12cd"), ""),
        (("--gpus all", "--gpus 1 -e NIM_MODEL_PROFILE=ab12cd"), "gpu-count"),
        (
            ("--gpus all", "--gpus '\"device=0,1\"' -e NIM_MODEL_PROFILE=ab12cd"),
            "",
        ),
    ],
)
def test_the_line_that_starts_one(change: tuple[str, str], rule: str) -> None:
    line = RUN.replace(*change).replace("{}", "")
    assert [one.rule for one in check_launch(line, [FP8])] == ([rule] if rule else [])


def test_the_picture_decides_as_the_checker_does() -> None:
    given = begun("nimprofiles gpu=h100 count=4")
    every = list(
        itertools.product(
            given["gpus"], (1, 2, 4, 8), (0, 5, 37), given["manifests"], (False, True)
        )
    )
    machines = [
        Machine(gpu["id"], n, gpu["memory"], gpu["memory"] - taken)
        for gpu, n, taken, *_ in every
    ]
    seen = [
        {"kind": one.kind, "count": one.count, "room": one.room} for one in machines
    ]
    answers = called(
        "labs/nim/static/nimprofiles/rule.js",
        "choose",
        [
            [given["manifests"][release], machine, release, adapters, given["order"]]
            for machine, (*_, release, adapters) in zip(seen, every, strict=True)
        ],
    )
    rules = called(
        "labs/nim/static/nimprofiles/rule.js",
        "verdict",
        [
            [profile, machine, adapters]
            for machine, (*_, release, adapters) in zip(seen, every, strict=True)
            for profile in given["manifests"][release]
        ],
    )
    expected = []
    for machine, answer, (*_, release, adapters) in zip(
        machines, answers, every, strict=True
    ):
        profiles = example.manifest(release)
        found = choice.choose(profiles, machine, release, adapters)
        place = choice.CRITERIA.index(found.why) if found.why in choice.CRITERIA else -1
        name = found.profile.name if found.profile else ""
        assert answer == [name, place, len(found.among)]
        verdicts = [choice.verdict(one, machine, adapters) for one in profiles]
        expected += [[one.outcome, one.rule] for one in verdicts]
    assert rules == expected
    assert {rule for _, rule in rules} >= {"gpu-kind", "too-few", "memory", "runs"}


@pytest.mark.parametrize("says", ["gpu=none", "count=9", "release=3.x", "colour=red"])
def test_what_cannot_be_chosen_is_refused(says: str) -> None:
    with pytest.raises(CourseError):
        begun(f"nimprofiles {says}")


def test_every_name_of_the_example_says_what_its_profile_is() -> None:
    every = [one for release in choice.RELEASES for one in example.manifest(release)]
    assert all(one.gpus and one.needs for one in every)
