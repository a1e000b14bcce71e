"""The manifest of the page's picture and of the lab; the model and its GB are made up."""

from collections.abc import Mapping
from dataclasses import replace

from certlab.course.facts import Fact
from certlab.labs.nim.profiles import Machine, Profile, read_name

# Name of a profile: the GB that it needs in each GPU, of a model of 70 billion parameters.
_NEEDS = {
    "vllm-bf16-tp2-pp1": 75,
    "vllm-bf16-tp4-pp1": 40,
    "vllm-bf16-tp8-pp1": 24,
    "vllm-fp8-tp1-pp1": 76,
    "vllm-fp8-tp2-pp1": 40,
    "vllm-fp8-tp2-pp1-lora": 44,
    "vllm-fp8-tp4-pp1": 24,
}
# In 1.x an image also held profiles for one kind of GPU.
_SPECIFIC = {
    "tensorrt_llm-h100-fp8-tp1-pp1-throughput": 77,
    "tensorrt_llm-h100-fp8-tp2-pp1-latency": 42,
    "tensorrt_llm-l40s-fp8-tp4-pp1-latency": 26,
}
# Short name: the fact with its memory, and the name in words. None is older than FP8, because
# whether an image lists FP8 for an A100 is for its support matrix to say.
GPUS = {
    "l40s": ("l40s.memory_size", "L40S"),
    "h100": ("h100-sxm5.memory_size", "H100 SXM"),
    "h200": ("h200-sxm.memory_size", "H200 SXM"),
    "b200": ("b200.memory_size", "B200"),
}


def manifest(release: str = "2.x") -> list[Profile]:
    """The profiles of the made-up image in that release."""
    rows = _NEEDS | (_SPECIFIC if release == "1.x" else {})
    return [replace(read_name(name), needs=float(gb)) for name, gb in rows.items()]


def machine(
    facts: Mapping[str, Fact], kind: str, count: int, taken: float = 0
) -> Machine:
    """So many GPUs of a kind, of each of which something else has `taken` GB."""
    memory = float(facts[GPUS[kind][0]].value)
    return Machine(kind, count, memory, memory - taken)
