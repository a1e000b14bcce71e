"""Where the driver puts an instance when no start is given, and how it numbers it.

**The start** (`LEAST_LOST`). Each instance goes where it takes away the fewest of the
places that are still open, over all profiles; among equals to the lowest start. NVIDIA
publishes no rule, and the firmware that chooses is closed. The rule is that of the
driver's open source for compute instances (kmigmgrGetFreeCTSId in kernel_mig_manager.c),
and it gives the order of every transcript found for plain and `+me` profiles: A100 40 and
80 GB, A30, H100, RTX PRO 6000 (tests/labs/mig/test_driver_choice.py). Evidence: tier B. For
`+gfx` profiles none was found.

**The double-memory profile** of Hopper and later takes the start beside the missing
compute slice last: on a GH200 `-cgi 15,15,15` made instances 5, 3, 4, so starts 4, 0, 2
and not 6, where it would take away least. One capture: tier C. No capture of an Ampere
GPU was found, where the profile has the SMs of a plain 1g; there the rule holds as it is.

**What does not fit**: the first example of the MIG user guide creates instance 2, then 1,
for two 3g, and lists 1 at start 4. On a board numbered crosswise (see below) that puts
the first 3g at 0, against four other transcripts; the two outputs may be of two boards.

**The id** is the node of a tree: 0 the whole GPU, 1-2 its halves, 3-6 its quarters, 7-14
its eighths (kmigmgrGetInvalidSwizzIdMask in the same source, tier A). On most boards
they count upwards with the start. On some the two halves are exchanged, so that the same
command answers with other ids: `Gpu.crossed`. That fits boards on which the other half is
the one short of a compute slice, as the short half has the higher starts in every listing
seen; which boards those are cannot be told beforehand.
"""

from collections.abc import Iterable

from certlab.labs.mig.grid import Grid, Place
from certlab.labs.mig.partitions import Mig, Partition
from certlab.labs.mig.profiles import is_double

LEAST_LOST = "fewest open places lost, lowest start among equals"
TIER = "B"
TIER_DOUBLE = "C"


def choose(grid: Grid, places: Iterable[Place], taken: int, room: int) -> Place:
    """The place the driver would take, among places that fit.

    Args:
        grid: the GPU's.
        places: those of one profile that fit.
        taken: memory slices in use, a bit each.
        room: what is left of everything else.
    """
    open_ = [place for place in grid.places if grid.fits(place, taken, room)]

    def cost(place: Place) -> tuple[bool, int, int]:
        lost = sum(place.mask & other.mask != 0 for other in open_)
        return comes_last(grid.table, place), lost, place.start

    return min(places, key=cost)


def comes_last(table: Mig, place: Place) -> bool:
    """Whether it is a double-memory place that the driver takes only when it must."""
    return (
        table.architecture != "Ampere"
        and is_double(table, place.profile)
        and place.start + place.profile.size > table.compute_slices
    )


def instance_id(table: Mig, profile: Partition, start: int, *, crossed: bool) -> int:
    """nvidia-smi's id of an instance at a start."""
    parts = table.memory_slices // profile.size
    at = start // profile.size
    if crossed and parts > 1:
        at = (at + parts // 2) % parts
    return parts - 1 + at
