"""How busy a GPU is, and what follows from it: memory, heat, power and clocks (a model; its numbers stand in the parts list)."""

from certlab.labs.operations.node import laws
from certlab.labs.operations.node.gpus import Gpu
from certlab.labs.operations.node.state import World


def load(world: World, node: str, gpu: Gpu) -> float:
    """How busy a GPU is, 0 to 1."""
    holders = (one for one in laws.clients(world, node) if gpu.slot in one.slots)
    return max((one.load for one in holders), default=0.0)


def used_mib(world: World, node: str, gpu: Gpu) -> int:
    """Memory that processes hold, MiB."""
    return sum(one.mib for one in laws.clients(world, node) if gpu.slot in one.slots)


def temperature(world: World, node: str, gpu: Gpu, part: str = "") -> int:
    """°C of the GPU: that of the air, and what its work adds."""
    heat = world.machine["heat"]
    lean = (gpu.slot * 7 + world.seed) % 5  # no two sit in the same air
    warm = heat[f"{part}idle"] + heat[f"{part}work"] * load(world, node, gpu)
    return int(world.machine["inlet"] + warm + lean)


def memory_temperature(world: World, node: str, gpu: Gpu) -> int:
    """°C of its memory, which is warmer than the GPU at rest and less so at work."""
    return temperature(world, node, gpu, "memory_")


def _wanted(world: World, node: str, gpu: Gpu) -> float:
    """Watts that it would draw without a limit."""
    of = world.machine["watts"]
    lean = (gpu.slot * 13 + world.seed) % 9 / 3
    work: float = (of["limit"] * 0.93 - of["idle"]) * load(world, node, gpu)
    return float(of["idle"] + lean + work)


def watts(world: World, node: str, gpu: Gpu) -> float:
    """Power that it draws, at most its limit."""
    return round(min(_wanted(world, node, gpu), float(gpu.limit)), 2)


def capped(world: World, node: str, gpu: Gpu) -> bool:
    """Whether its power limit slows it down."""
    return _wanted(world, node, gpu) > gpu.limit


def sm_mhz(world: World, node: str, gpu: Gpu) -> int:
    """Clock of the SMs, MHz; a power limit takes of it in the clock's steps of 15 (a model)."""
    of, wanted = world.machine["clocks"], _wanted(world, node, gpu)
    if not load(world, node, gpu):
        return int(of["idle"])
    share = min(1.0, gpu.limit / wanted)
    return max(int(of["idle"]), int(of["sm"] * share) // 15 * 15)


def slow(world: World, node: str, gpu: Gpu) -> bool:
    """Whether heat slows it down."""
    return bool(temperature(world, node, gpu) >= world.machine["heat"]["slow"])
