"""A constructed hour of a small fleet: eight GPUs, most of them with a story.

Nothing of it was recorded. Each story has the pattern that its cause has on real GPUs, and
the names and units are those of dcgm-exporter.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random

from certlab.course.facts import Fact

MINUTES = 60  # one reading each
NODES = ("node-a", "node-b")
MODEL = "NVIDIA H100 80GB HBM3"

Reading = Mapping[str, float]  # by the name of the field
_Shares = dict[str, float]
_Story = Callable[[int, Random], _Shares]


@dataclass(frozen=True, slots=True)
class Field:
    """What the exporter shows of one field.

    Attributes:
        name: DCGM's.
        kind: "gauge", or "counter" where it only grows.
        help: the line that stands above it.
        digits: behind the point.
    """

    name: str
    kind: str
    help: str
    digits: int = 0


FIELDS = (
    Field("DCGM_FI_DEV_GPU_UTIL", "gauge", "GPU utilization (in %)."),
    Field(
        "DCGM_FI_PROF_SM_ACTIVE",
        "gauge",
        "The ratio of cycles an SM has at least 1 warp assigned.",
        3,
    ),
    Field(
        "DCGM_FI_PROF_PIPE_TENSOR_ACTIVE",
        "gauge",
        "Ratio of cycles the tensor (HMMA) pipe is active.",
        3,
    ),
    Field("DCGM_FI_DEV_POWER_USAGE", "gauge", "Power draw (in W).", 1),
    Field("DCGM_FI_DEV_GPU_TEMP", "gauge", "GPU temperature (in C)."),
    Field("DCGM_FI_DEV_MEMORY_TEMP", "gauge", "Memory temperature (in C)."),
    Field("DCGM_FI_DEV_SM_CLOCK", "gauge", "SM clock frequency (in MHz)."),
    Field(
        "DCGM_FI_DEV_CLOCKS_EVENT_REASONS",
        "gauge",
        "Reasons for the current clock (bits).",
    ),
    Field("DCGM_FI_DEV_FB_USED", "gauge", "Framebuffer memory used (in MiB)."),
    Field("DCGM_FI_DEV_XID_ERRORS", "gauge", "Value of the last XID error."),
    Field(
        "DCGM_FI_DEV_UNCORRECTABLE_REMAPPED_ROWS",
        "counter",
        "Number of remapped rows for uncorrectable errors.",
    ),
    Field("DCGM_FI_DEV_ROW_REMAP_PENDING", "gauge", "Whether remapping is pending."),
    Field("DCGM_FI_DEV_ROW_REMAP_FAILURE", "gauge", "Whether remapping has failed."),
    Field(
        "DCGM_FI_DEV_PCIE_REPLAY_COUNTER", "counter", "Total number of PCIe retries."
    ),
)
IDLE, THERMAL = (
    0x1,
    0x40,
)  # bits of the reasons: nothing runs, hardware thermal slowdown


class Fleet:
    """The hour, the same for the same facts and seed."""

    def __init__(self, facts: Mapping[str, Fact], seed: int = 1) -> None:
        """`facts` has the power and the clock at which an H100 is rated."""
        self._watts = float(facts["h100-sxm5.power"].value)
        self._clock = float(facts["h100-sxm5.boost_clock"].value)
        self._hour = {
            (node, gpu): self._played(story, Random(f"{seed} {node} {gpu}"))
            for node, stories in _STORIES.items()
            for gpu, story in enumerate(stories)
        }

    def reading(self, node: str, gpu: int, minute: int) -> Reading:
        """What all fields of one GPU say in a minute of the hour."""
        return self._hour[node, gpu][minute]

    def readings(self, node: str, minute: int) -> list[Reading]:
        """The same of all GPUs of a node, in their order."""
        return [self.reading(node, gpu, minute) for gpu in range(len(_STORIES[node]))]

    def _played(self, story: _Story, noise: Random) -> list[Reading]:
        return [self._named(story(minute, noise)) for minute in range(MINUTES)]

    def _named(self, shares: _Shares) -> Reading:
        values = {**shares}
        values["DCGM_FI_DEV_POWER_USAGE"] = values.pop("power") * self._watts
        values["DCGM_FI_DEV_SM_CLOCK"] = values.pop("clock") * self._clock
        return {one.name: round(values[one.name], one.digits) for one in FIELDS}


def _healthy(minute: int, noise: Random) -> _Shares:
    return {
        "DCGM_FI_DEV_GPU_UTIL": noise.randint(97, 100),
        "DCGM_FI_PROF_SM_ACTIVE": noise.uniform(0.82, 0.86),
        "DCGM_FI_PROF_PIPE_TENSOR_ACTIVE": noise.uniform(0.49, 0.54),
        "DCGM_FI_DEV_GPU_TEMP": noise.randint(62, 65),
        "DCGM_FI_DEV_MEMORY_TEMP": noise.randint(74, 77),
        "DCGM_FI_DEV_CLOCKS_EVENT_REASONS": 0,
        "DCGM_FI_DEV_FB_USED": 71_204,
        "DCGM_FI_DEV_XID_ERRORS": 0,
        "DCGM_FI_DEV_UNCORRECTABLE_REMAPPED_ROWS": 0,
        "DCGM_FI_DEV_ROW_REMAP_PENDING": 0,
        "DCGM_FI_DEV_ROW_REMAP_FAILURE": 0,
        "DCGM_FI_DEV_PCIE_REPLAY_COUNTER": 3 + minute // 40,
        "power": noise.uniform(0.84, 0.88),
        "clock": 1.0,
    }


def _nothing(noise: Random) -> _Shares:
    """What changes where no kernel runs."""
    return {
        "DCGM_FI_DEV_GPU_UTIL": 0,
        "DCGM_FI_PROF_SM_ACTIVE": 0,
        "DCGM_FI_PROF_PIPE_TENSOR_ACTIVE": 0,
        "power": noise.uniform(0.17, 0.19),
    }


def _starved(minute: int, noise: Random) -> _Shares:
    """Works on what has been prepared, and waits for more."""
    cool = {
        "DCGM_FI_DEV_GPU_TEMP": noise.randint(46, 48),
        "DCGM_FI_DEV_MEMORY_TEMP": noise.randint(55, 57),
        "DCGM_FI_DEV_FB_USED": 64_118,
    }
    waits = {} if minute % 3 == 0 else _nothing(noise)
    return _healthy(minute, noise) | cool | waits


def _throttled(minute: int, noise: Random) -> _Shares:
    """Grows hot from minute 20 on, and from minute 32 its clock is halved."""
    heat = min(max((minute - 20) / 12, 0.0), 1.0)
    hot: _Shares = {
        "DCGM_FI_DEV_GPU_TEMP": round(64 + 25 * heat) + noise.randint(-1, 1)
    }
    hot["DCGM_FI_DEV_MEMORY_TEMP"] = round(76 + 20 * heat)
    if minute >= 32:
        hot["DCGM_FI_DEV_CLOCKS_EVENT_REASONS"] = THERMAL
        hot |= {"clock": 0.5, "power": noise.uniform(0.54, 0.57)}
    return _healthy(minute, noise) | hot


def _row_pending(minute: int, noise: Random) -> _Shares:
    """A row is marked in minute 41, and the job goes on."""
    marked = {"DCGM_FI_DEV_ROW_REMAP_PENDING": 1, "DCGM_FI_DEV_XID_ERRORS": 63}
    return _healthy(minute, noise) | (marked if minute >= 41 else {})


def _false_alarm(minute: int, noise: Random) -> _Shares:
    """One odd reading, and a row that was replaced long ago."""
    old = {"DCGM_FI_DEV_UNCORRECTABLE_REMAPPED_ROWS": 1}
    odd = {"DCGM_FI_DEV_GPU_TEMP": 93} if minute == 27 else {}
    return _healthy(minute, noise) | old | odd


def _forgotten(minute: int, noise: Random) -> _Shares:
    """A model was loaded, and nobody asks it anything."""
    cold = {
        "DCGM_FI_DEV_GPU_TEMP": noise.randint(30, 31),
        "DCGM_FI_DEV_MEMORY_TEMP": noise.randint(37, 38),
        "DCGM_FI_DEV_CLOCKS_EVENT_REASONS": IDLE,
        "DCGM_FI_DEV_FB_USED": 76_930,
    }
    rest = {"clock": 0.174, "power": noise.uniform(0.1, 0.11)}
    return _healthy(minute, noise) | cold | _nothing(noise) | rest


def _small_kernels(minute: int, noise: Random) -> _Shares:
    """Something always runs, on four SMs."""
    few = {
        "DCGM_FI_DEV_GPU_UTIL": 100,
        "DCGM_FI_PROF_SM_ACTIVE": noise.uniform(0.029, 0.031),
        "DCGM_FI_PROF_PIPE_TENSOR_ACTIVE": 0,
        "DCGM_FI_DEV_GPU_TEMP": noise.randint(40, 42),
        "DCGM_FI_DEV_MEMORY_TEMP": noise.randint(48, 50),
        "DCGM_FI_DEV_FB_USED": 9_412,
    }
    return _healthy(minute, noise) | few | {"power": noise.uniform(0.21, 0.23)}


_STORIES: dict[str, tuple[_Story, ...]] = {
    "node-a": (_healthy, _starved, _throttled, _forgotten),
    "node-b": (_row_pending, _false_alarm, _healthy, _small_kernels),
}
