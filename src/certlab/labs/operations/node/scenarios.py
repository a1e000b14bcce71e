"""The scenarios, in content/scenarios: what is told, what is wrong, what counts as an end."""

import random
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields, replace
from functools import cache
from pathlib import Path
from typing import Any

from certlab.course import location
from certlab.errors import ContentError, CourseError
from certlab.labs.operations.node import checks, faults, logs, machine
from certlab.labs.operations.node.machine import SYSTEMS
from certlab.labs.operations.node.schedulers import Job, Workload
from certlab.labs.operations.node.state import Fault, Process, World
from certlab.near_names import choice

SCHEDULERS = ("slurm", "kubernetes")
# What a wrong move may cost: a harm of a kind, a refusal, or that the end is not reached.
COSTS = ("refused", "end", "job", "tenant", "part", "forced")


@dataclass(frozen=True, slots=True)
class Scenario:
    """A situation to find one's way in.

    Attributes:
        story: what the learner is told, as somebody would say it who sees only the symptom.
        place: in the list, the easiest first.
        objectives: of the exams, by id.
        minutes: that a person takes.
        scheduler: "slurm" or "kubernetes".
        end: what must hold at the end, see `grading`.
        faults: what is wrong.
        rivals: what could be wrong as well, each in place of the first fault.
        jobs, pods: what runs, waits or has run.
        strays: processes that no job explains, by node.
        booted: seconds since a node came up, by its name.
        load_hours: simulated hours of work in which the end must go on to hold.
        solution: lines that solve it.
        cases: another end and solution where a part is "broken", or broken with "no-spare".
        wrong: moves that one is tempted to make: `does`, `lines`, and what they cost (`costs`).
        draw: the faults of a blind drill, each with its end and solution.
        probes: lines that only look, which a hint may name.
    """

    id: str
    title: str
    story: str
    place: int
    objectives: tuple[str, ...]
    minutes: int
    scheduler: str
    end: tuple[str, ...] = ()
    faults: tuple[Fault, ...] = ()
    rivals: tuple[Fault, ...] = ()
    jobs: tuple[Job, ...] = ()
    pods: tuple[Workload, ...] = ()
    strays: tuple[tuple[str, Process], ...] = ()
    booted: Mapping[str, float] = field(default_factory=dict)
    load_hours: float = 6
    solution: tuple[str, ...] = ()
    cases: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    wrong: tuple[Mapping[str, Any], ...] = ()
    draw: tuple[Mapping[str, Any], ...] = ()
    probes: tuple[str, ...] = ()

    @property
    def exercise(self) -> str:
        """The id under which a history has it: an exercise of the lab of these scenarios."""
        return f"operations-node-{self.id}"


@cache
def scenarios(root: Path | None = None) -> dict[str, Scenario]:
    """All scenarios by id, the easiest first.

    Raises:
        ContentError: a file says what it must not.
    """
    folder = (root or location.find()) / "content" / "scenarios"
    found = sorted(map(read, folder.glob("*.toml")), key=lambda one: one.place)
    return {one.id: one for one in found}


def scenario(id: str) -> Scenario:
    """One of them.

    Raises:
        CourseError: there is none of that id.
    """
    if id not in scenarios():
        raise CourseError(f"There is no scenario {id}; {choice(id, scenarios())}")
    return scenarios()[id]


def probes() -> tuple[str, ...]:
    """Lines that only look, with "{node}" where the machine's name stands."""
    return tuple(line for one in scenarios().values() for line in one.probes)


def read(path: Path) -> Scenario:
    """The scenario of a file.

    Raises:
        ContentError: it is no TOML, a key lacks or is unknown, or a fault is.
    """
    try:
        table = tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ContentError(f"{path.name}: {error}") from None
    try:
        return _scenario(path, table)
    except ContentError as error:
        raise ContentError(f"{path.name}: {error}") from None


def _scenario(path: Path, table: dict[str, Any]) -> Scenario:
    rows: dict[str, Any] = {
        name: tuple(_row(kind, row) for row in table.pop(key, ()))
        for name, key, kind in _ROWS
    }
    rows["strays"] = tuple(
        (row.pop("node", SYSTEMS[0]), _row(Process, row))
        for row in table.pop("stray", ())
    )
    one: Scenario = _row(Scenario, {"id": path.stem, **rows, **table})
    for fault in (*one.faults, *one.rivals):
        if fault.node not in SYSTEMS or not 0 <= fault.slot <= 8:
            raise ContentError(f"there is no slot {fault.slot} of {fault.node}.")
    named = [fault.id for fault in (*one.faults, *one.rivals)]
    for id in [*named, *(str(row.get("id")) for row in one.draw)]:
        if id not in faults.FAULTS:
            raise ContentError(f"there is no fault {id}; {choice(id, faults.FAULTS)}")
    if one.scheduler not in SCHEDULERS:
        raise ContentError(f"there is no scheduler {one.scheduler}.")
    for name, ago in one.booted.items():
        if not isinstance(ago, int) or ago < 0:
            raise ContentError(f"booted of {name} is a number of seconds, not {ago!r}.")
    for move in (
        *one.wrong,
        *(m for case in one.cases.values() for m in case.get("wrong", ())),
    ):
        if move.get("costs") not in COSTS:
            raise ContentError(f"a wrong move costs one of {', '.join(COSTS)}.")
    under = [row[name] for row in one.draw for name in SCHEDULERS if name in row]
    for other in ({"end": one.end, "cases": one.cases}, *under):
        for end in (other, *other.get("cases", {}).values()):
            checks.known(line.format(node=SYSTEMS[0]) for line in end.get("end", ()))
    return one


_ROWS = (
    ("faults", "fault", Fault),
    ("rivals", "rival", Fault),
    ("jobs", "job", Job),
    ("pods", "pod", Workload),
)


def _row(kind: Any, row: Mapping[str, Any]) -> Any:
    """A table of a file as the value that it stands for."""
    there = {one.name: one for one in fields(kind)}
    for name in row.keys() - there.keys():
        raise ContentError(f"there is no key {name}; {choice(name, there)}")
    for name, one in there.items():
        needed = one.default is MISSING and one.default_factory is MISSING
        if needed and name not in row:
            raise ContentError(f"the key {name} is missing.")
    values = {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in row.items()
    }
    for name, value in values.items():
        if not _fits(there[name].type, value):
            raise ContentError(f"{name} cannot be {value!r}.")
    return kind(**values)


# What stands in a file for a field of these types; of others a reader of its own asks.
_TYPES: dict[str, Any] = {"str": str, "int": int, "float": (int, float), "bool": bool}


def _fits(wanted: Any, value: Any) -> bool:
    """Whether a value is of a field's type, as far as it is a plain one."""
    plain = _TYPES.get(getattr(wanted, "__name__", str(wanted)))
    if plain is None:
        return True
    return isinstance(value, plain) and (plain is bool or not isinstance(value, bool))


def seeds(one: Scenario) -> tuple[int, ...]:
    """Seeds that show all there is of a scenario: a broken part and none, each blind fault."""
    if not one.draw:
        return (1, 2, 3) if one.cases else (1,)
    first: dict[tuple[str, str], int] = {}
    for seed in range(1, 400):
        blind = _blind(one, seed)
        first.setdefault((blind.faults[0].id, blind.scheduler), seed)
    return tuple(sorted(first.values()))


def drawn(one: Scenario, seed: int) -> Scenario:
    """The scenario as a seed has it: what is wrong in a blind drill, and how that ends.

    Elsewhere only the end and the solution may be others, where a part is broken for good.
    """
    if one.draw:
        one = _blind(one, seed)
    world = begin(one, seed)
    broken = any(gpu.broken for node in world.nodes.values() for gpu in node.gpus)
    case = ("broken" if world.spares["gpu"] else "no-spare") if broken else ""
    found = one.cases.get(case, {}).items()
    other: dict[str, Any] = {name: tuple(lines) for name, lines in found}
    return replace(one, **other)


def _blind(one: Scenario, seed: int) -> Scenario:
    """A blind drill: a fault, a node and a slot by the seed; all others are its rivals."""
    draw = random.Random(seed)
    row = draw.choice(one.draw)
    node, slot = draw.choice(SYSTEMS), draw.randrange(1, 9)
    scheduler = draw.choice([name for name in SCHEDULERS if name in row])

    def at(id: str) -> Fault:
        return Fault(id, node, slot if faults.FAULTS[id].place == "gpu" else 0)

    def placed(lines: Sequence[str]) -> tuple[str, ...]:
        return tuple(line.format(node=node, slot=slot, gpu=slot - 1) for line in lines)

    under = row[scheduler]
    return replace(
        one,
        draw=(),
        scheduler=scheduler,
        faults=(at(row["id"]),),
        rivals=tuple(
            at(other["id"])
            for other in one.draw
            if other["id"] != row["id"] and scheduler in other
        ),
        booted=dict.fromkeys(SYSTEMS, one.booted["nodes"]),
        end=placed(under["end"]),
        solution=placed(under["solution"]),
        cases={
            case: {name: placed(lines) for name, lines in other.items()}
            for case, other in under.get("cases", {}).items()
        },
    )


def begin(one: Scenario, seed: int, instead: Fault | None = None) -> World:
    """The world in which a scenario begins.

    Args:
        one: the scenario.
        seed: what differs from game to game.
        instead: a rival, which is struck in place of the first fault.
    """
    world = machine.healthy(seed, one.scheduler)
    for name, seconds in one.booted.items():
        world = machine.up_since(world, name, -seconds)
    for name, process in one.strays:
        running = (*world.nodes[name].processes, process)
        world = world.with_node(name, processes=running)
    if world.slurm:
        after = max((job.id for job in one.jobs), default=world.slurm.next_id - 1) + 1
        world = replace(world, slurm=replace(world.slurm, jobs=one.jobs, next_id=after))
    if world.kube:
        world = replace(world, kube=replace(world.kube, workloads=one.pods))
    first = (instead,) if instead else one.faults[:1]
    for fault in (*first, *one.faults[1:]):
        world = faults.strike(world, fault)
    for name in world.nodes:
        world = logs.remembered(world, name)
    return replace(world, harms=())
