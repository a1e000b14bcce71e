"""Profiles of a NIM: what their names say, and the GPUs that they are for.

The form of a name is NVIDIA's, engine-precision-tp-pp and what follows (Model Profiles and
Selection, NIM for LLM 2.1.5). Releases differ: 1.x also names a GPU and a target, leaves
out pp or ends in hashes, and 2.x may end in the memory that a GPU needs.
"""

import re
from dataclasses import dataclass

from certlab.errors import Refusal

ENGINES = ("tensorrt_llm", "trtllm", "vllm", "sglang")
# Precision: bytes of a weight, without the scales that blocks of weights share.
BYTES = {
    "fp16": 2.0,
    "bf16": 2.0,
    "fp8": 1.0,
    "int8": 1.0,
    "int8wo": 1.0,
    "mxfp4": 0.5,
    "nvfp4": 0.5,
    "int4_awq": 0.5,
    "w4a16": 0.5,
}
_SIZE = re.compile(r"(tp|pp)(\d+)")
_NEED = re.compile(r"\d+\.\d+")
_GPU = re.compile(r"(?:rtx|gh|gb|[abhl])\d+[a-z0-9_]*", re.IGNORECASE)


@dataclass(frozen=True)
class Profile:
    """One setting of a manifest.

    Attributes:
        id: its checksum, as NIM_MODEL_PROFILE takes it; "" where it is not known.
        gpu: the GPU it was made for, "l40s"; "" for a generic profile.
        target: "latency", "throughput" or "".
        tp, pp: 0 where the name has none, as for a profile that is yet to be built.
        needs: GB in each GPU, None where nothing says so.
        shorter: a smaller limit of tokens, and the GB that a GPU needs with it.
    """

    name: str
    engine: str
    precision: str = ""
    tp: int = 0
    pp: int = 1
    gpu: str = ""
    target: str = ""
    lora: bool = False
    needs: float | None = None
    shorter: tuple[int, float] | None = None
    id: str = ""

    @property
    def gpus(self) -> int:
        """How many GPUs it is split over."""
        return self.tp * self.pp

    def least(self, billions: float) -> float | None:
        """GB in each GPU for the weights alone of so many billion parameters."""
        width = BYTES.get(self.precision)
        return billions * width / self.gpus if width and self.gpus else None


@dataclass(frozen=True)
class Machine:
    """The GPUs that a container sees, all of one kind, and the GB of each."""

    kind: str
    count: int
    memory: float
    free: float | None = None

    @property
    def room(self) -> float:
        """GB that are free in each GPU; all of it where nothing else is said."""
        return self.memory if self.free is None else self.free


def read_name(name: str, id: str = "") -> Profile:
    """Take a profile's name apart; raise a Refusal where it names no engine.

    The parts that no release documents, such as hashes, are passed over.
    """
    parts = name.strip().lower().split("-")
    engine = parts.pop(0) if parts[0] in ENGINES else ""
    sizes = {key: int(n) for key, n in _SIZE.findall("-".join(parts))}
    precision = next((one for one in parts if one in BYTES), "")
    if not engine and not (precision and sizes):
        raise Refusal(f"{name} is no profile; a name begins with {', '.join(ENGINES)}.")
    at = parts.index(precision) if precision else 0
    gpu = next((one for one in parts[:at] if _GPU.fullmatch(one)), "")
    needs = parts[-1] if parts and _NEED.fullmatch(parts[-1]) else ""
    return Profile(
        name=name.strip(),
        engine="tensorrt_llm" if engine in ("trtllm", "") else engine,
        precision=precision,
        tp=sizes.get("tp", 0),
        pp=sizes.get("pp", 1),
        gpu=gpu,
        target=next((one for one in parts if one in ("latency", "throughput")), ""),
        lora=any(one in ("lora", "feat_lora") for one in parts),
        needs=float(needs) if needs else None,
        id=id,
    )
