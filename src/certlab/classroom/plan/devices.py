"""What `nvidia-smi -L` lists: the GPUs of this machine and the MIG devices on them."""

import re
import subprocess
from dataclasses import dataclass

from certlab.errors import CourseError

# "GPU 0: NVIDIA L4 (UUID: GPU-…)" and "  MIG 1g.10gb     Device  0: (UUID: MIG-…)".
_GPU = re.compile(r"GPU\s+(\d+):\s+(.+?)\s+\(UUID:\s+(GPU-[^)\s]+)\)")
_MIG = re.compile(r"MIG\s+(\S+)\s+Device\s+\d+:\s+\(UUID:\s+(MIG-[^)\s]+)\)")
_SECONDS = 60  # nvidia-smi without its persistence daemon starts each GPU first


@dataclass(frozen=True)
class Device:
    """Something CUDA_VISIBLE_DEVICES can name.

    Attributes:
        uuid: "GPU-…" or "MIG-…".
        gpu: the GPU's number.
        name: the GPU's product name.
        profile: of the MIG device, "" for a GPU itself.
    """

    uuid: str
    gpu: int
    name: str
    profile: str


def read(text: str) -> tuple[Device, ...]:
    """The devices of a listing: MIG devices where a GPU has any, else the GPU.

    Raises:
        CourseError: a line that is none of the two kinds.
    """
    rows: list[Device] = []
    for line in filter(None, map(str.strip, text.splitlines())):
        if gpu := _GPU.fullmatch(line):
            rows.append(Device(gpu[3], int(gpu[1]), gpu[2], ""))
        elif rows and (part := _MIG.fullmatch(line)):
            rows.append(Device(part[2], rows[-1].gpu, rows[-1].name, part[1]))
        else:
            says = "is not a line of nvidia-smi -L; run it and see what it reports"
            raise CourseError(f"nvidia-smi: {line!r} {says}.")
    cut = {one.gpu for one in rows if one.profile}
    return tuple(one for one in rows if one.profile or one.gpu not in cut)


def here() -> tuple[Device, ...]:
    """The devices of this machine, () where there is no NVIDIA driver.

    Raises:
        CourseError: nvidia-smi fails; its own words are in the sentence.
    """
    try:
        done = subprocess.run(
            ["nvidia-smi", "-L"],
            capture_output=True,
            text=True,
            check=False,
            timeout=_SECONDS,
        )
    except FileNotFoundError:
        return ()
    except subprocess.TimeoutExpired:
        says = "nvidia-smi -L has not answered for a minute; look at the driver's log."
        raise CourseError(says) from None
    if done.returncode:
        last = (done.stdout + done.stderr).strip().splitlines()[-1:]
        raise CourseError(
            f"nvidia-smi -L failed: {' '.join(last) or 'it said nothing'}."
        )
    return read(done.stdout)
