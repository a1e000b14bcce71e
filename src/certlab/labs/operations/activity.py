"""What a GPU's counters say of a job; `static/activity/counters.js` is its twin."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Job:
    """How a job uses a GPU.

    Attributes:
        runs: share of the time in which one of its kernels runs.
        sms: SMs that have work while it does.
        warps: on each of those.
        tensor: share of their time in which their Tensor Cores work.
    """

    runs: float
    sms: int
    warps: int
    tensor: float


def counters(job: Job, sms: int, warps: int) -> dict[str, float]:
    """Utilisation, SM activity, SM occupancy and Tensor activity, 0 to 1.

    Args:
        job: the job.
        sms: of the GPU.
        warps: that an SM holds at most.
    """
    active = job.runs * job.sms / sms
    return {
        "utilisation": job.runs,
        "active": active,
        "occupancy": active * job.warps / warps,
        "tensor": active * job.tensor,
    }
