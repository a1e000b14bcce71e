"""What nvidia-smi printed somewhere, printed again: character for character.

A file of captures/ begins with a line `# command -- source`; the rest is what was printed.
`BEFORE` says what each GPU had been through, from the source or from the table itself.
"""

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from certlab.labs import mig
from certlab.labs.mig.partitions import Mig

FOLDER = Path(__file__).parent / "captures"


@dataclass(frozen=True)
class Before:
    """A GPU before the captured command.

    Attributes:
        table: its placement table.
        lines: what had been run.
        era: whose column widths the table has.
        memory: GiB that this board prints otherwise than our table, by profile.
        times: how often the command itself was run.
        first: whether only the first rows are known.
    """

    table: str
    lines: tuple[str, ...] = ()
    era: str = "R580"
    gpus: int = 1
    crossed: bool = False
    enabled: bool = True
    driver: str = ""
    bus: str = ""
    clients: tuple[str, ...] = ()
    memory: dict[str, float] = field(default_factory=dict)
    times: int = 1
    first: bool = False


def after(table: str, *lines: str, **more: Any) -> Before:
    return Before(table, tuple(f"nvidia-smi mig {one}" for one in lines), **more)


SEVEN = "-cgi 19,19,19,19,19,19,19 -C"
MIXED = ("-cgi 19:6,9:0,20:4", "-cci -gi 13,11", "-cci 0 -gi 1")
OLD = {"1g.5gb": 4.75, "2g.10gb": 9.75, "3g.20gb": 19.62, "4g.20gb": 19.62}
BEFORE = {
    "a100-40gb-cgi-2-1-1-1-1-1": after("a100-40gb"),
    "a100-40gb-cgi-3-1-2-1": after("a100-40gb"),
    "a100-40gb-cgi-refused": after("a100-40gb"),
    "a100-40gb-cgi-two-3g": after("a100-40gb"),
    "a100-40gb-dci-three": after("a100-40gb", "-cgi 9,9", "-cci 0,0,0 -gi 1"),
    "a100-40gb-dgi-all": after("a100-40gb", "-cgi 9,9"),
    "a100-40gb-lci-three-1c": after(
        "a100-40gb", "-cgi 9,9", "-cci 0,0,0 -gi 1", era="R450"
    ),
    "a100-40gb-lgi-2-1-1-1-1-1": after(
        "a100-40gb", "-cgi 14,19,19,19,19,19", era="R450"
    ),
    "a100-40gb-lgi-3-1-2-1": after("a100-40gb", "-cgi 9,19,14,19", era="R450"),
    "a100-40gb-lgi-two-3g": after("a100-40gb", "-cgi 9,9", era="R450", crossed=True),
    "a100-40gb-lgip": after("a100-40gb", era="R470"),
    "a100-40gb-lgip-two-3g-450": after(
        "a100-40gb",
        "-cgi 9,9",
        era="R450",
        driver="450.80.02",
        memory=OLD | {"7g.40gb": 39.5},
    ),
    "a100-40gb-lgipp": after("a100-40gb"),
    "a100-40gb-mig-1": after("a100-40gb", enabled=False, bus="00000000:36:00.0"),
    "a100-80gb-cci-1c-2c": after("a100-80gb", "-cgi 9,5", crossed=True),
    "a100-80gb-cgi-3-4": after("a100-80gb", crossed=True),
    "a100-80gb-lcip-3-4": after("a100-80gb", "-cgi 9,5", crossed=True),
    "a100-80gb-lgi-3-4": after("a100-80gb", "-cgi 9,5", era="R470", crossed=True),
    "a100-80gb-lgip-full": after("a100-80gb", "-cgi 9,5", era="R470", crossed=True),
    "a30-24gb-cgi-1g": after("a30-24gb", times=2),
    "a30-24gb-cgi-2g-after-1g": after("a30-24gb", "-cgi 14,14 -C"),
    "a30-24gb-lcip-2g": after("a30-24gb", "-cgi 14,14,5 -C"),
    "a30-24gb-lgi-1-1-2": after("a30-24gb", "-cgi 14,14,5 -C", era="R470"),
    "a30-24gb-lgi-four-1g": after("a30-24gb", "-cgi 14,14,14,14", era="R470"),
    "a30-24gb-lgi-none": after("a30-24gb"),
    "a30-24gb-lgip": after("a30-24gb", era="R470"),
    "a30-24gb-lgip-four-1g": after(
        "a30-24gb",
        "-cgi 14,14,14,14",
        era="R470",
        driver="470.57.02",
        memory={"4g.24gb": 23.5},
    ),
    "a30-24gb-lgipp": after("a30-24gb", driver="470.57.02"),
    "b200-180gb-lgip-first-rows": after("b200-180gb", era="R470", first=True),
    "gb200-186gb-lgip-first-rows": after("gb200-186gb", first=True),
    "gh200-144gb-lgip-first-rows": after("gh200-144gb", era="R470", first=True),
    "h100-80gb-cci-3g": after("h100-80gb", "-cgi 9,14"),
    "h100-80gb-cgi-3-2": after("h100-80gb"),
    "h100-80gb-cgi-seven-1g": after("h100-80gb"),
    "h100-80gb-dci-all": after("h100-80gb", SEVEN),
    "h100-80gb-dgi-all": after("h100-80gb", SEVEN, "-dci"),
    "h100-80gb-lci-3-2": after("h100-80gb", "-cgi 9,14 -C"),
    "h100-80gb-lci-mig-off": after("h100-80gb", enabled=False),
    "h100-80gb-lci-mixed": after("h100-80gb", *MIXED),
    "h100-80gb-lci-seven-1g": after("h100-80gb", SEVEN),
    "h100-80gb-lci-two-1g": after("h100-80gb", "-cgi 19,19 -C"),
    "h100-80gb-lgi-3-2": after("h100-80gb", "-cgi 9,14"),
    "h100-80gb-lgi-mig-off": after("h100-80gb", enabled=False),
    "h100-80gb-lgi-mixed": after("h100-80gb", *MIXED),
    "h100-80gb-lgi-seven-1g": after("h100-80gb", SEVEN, era="R470"),
    "h100-80gb-lgi-two-1g": after("h100-80gb", "-cgi 19,19 -C"),
    "h100-80gb-lgip-four-gpus": after("h100-80gb", era="R470", gpus=4),
    "h100-80gb-lgip-mig-off": after("h100-80gb", enabled=False),
    "h100-80gb-lgip-mixed": after("h100-80gb", *MIXED),
    "h100-80gb-lgip-two-1g": after("h100-80gb", "-cgi 19,19 -C"),
    "h100-80gb-lgipp": after("h100-80gb"),
    "h100-80gb-mig-0": after("h100-80gb", bus="00000000:16:00.0"),
    "h100-94gb-lgip": after("h100-94gb", era="R470"),
    "h100-94gb-lgipp": after("h100-94gb"),
    "h100-96gb-cgi-in-use": after("h100-96gb", clients=("nsys",)),
    # The notes say that this profile was used up already.
    "h100-96gb-cgi-refused": after("h100-96gb", "-cgi 20"),
    "h100-96gb-cgi-three-1g-24gb": after("h100-96gb"),
    "h100-96gb-lgip": after("h100-96gb", era="R470"),
    "h200-141gb-lci-two-1g": after("h200-141gb", "-cgi 19,19 -C"),
    "h200-141gb-lgi-two-1g": after("h200-141gb", "-cgi 19,19"),
    "h200-141gb-lgip-two-1g": after("h200-141gb", "-cgi 19,19"),
    "rtx-pro-6000-96gb-cgi-2-1-1": after("rtx-pro-6000-96gb"),
    "rtx-pro-6000-96gb-cgi-four-1g": after("rtx-pro-6000-96gb"),
    "rtx-pro-6000-96gb-dci-all": after("rtx-pro-6000-96gb", "-cgi 14,14,14,14 -C"),
    "rtx-pro-6000-96gb-dgi-all": after("rtx-pro-6000-96gb", "-cgi 14,14,14,14"),
    "rtx-pro-6000-96gb-dgi-refused": after("rtx-pro-6000-96gb", "-cgi 14,14,14,14 -C"),
    "rtx-pro-6000-96gb-lci-four-1g": after("rtx-pro-6000-96gb", "-cgi 14,14,14,14 -C"),
    "rtx-pro-6000-96gb-lgi-2-1-1": after("rtx-pro-6000-96gb", "-cgi 5,14,14"),
    "rtx-pro-6000-96gb-lgi-four-1g": after("rtx-pro-6000-96gb", "-cgi 14,14,14,14"),
    "rtx-pro-6000-96gb-lgip": after("rtx-pro-6000-96gb"),
    "rtx-pro-6000-96gb-lgipp": after("rtx-pro-6000-96gb"),
}
NOT_OURS = {
    "a100-40gb-cci-three-1c": "the first drivers named no compute instance id",
    "a100-40gb-mig-1-pending": "a virtual machine that cannot reset is not simulated",
}


def read(name: str) -> tuple[str, str]:
    """The command, and what it printed."""
    head, _, printed = (FOLDER / f"{name}.txt").read_text("utf-8").partition("\n")
    return head.removeprefix("# ").partition(" -- ")[0], printed.rstrip("\n")


def gpus_of(before: Before, table: Mig) -> tuple[mig.Gpu, ...]:
    profiles = (
        replace(one, memory_gib=before.memory.get(one.name, one.memory_gib))
        for one in table.profiles
    )
    gpu = mig.Gpu(
        replace(table, profiles=tuple(profiles)),
        enabled=before.enabled,
        driver=before.driver,
        crossed=before.crossed,
        clients=before.clients,
        bus=before.bus,
    )
    gpus = (gpu,) * before.gpus
    for line in before.lines:
        done = mig.run(gpus, line)
        assert done.code == 0, done.why
        gpus = done.gpus
    return gpus


def answer(gpus: tuple[mig.Gpu, ...], line: str, before: Before) -> str:
    verb = line.rpartition("-")[2].partition(" ")[0]
    if before.era != "R580":
        listing = {"lgip": mig.listing.lgip, "lgi": mig.listing.lgi}
        if verb in listing:
            return listing[verb](dict(enumerate(gpus)), era=before.era)
        only = gpus[0].instance(1)  # -lci -gi 1, the only old listing of its kind
        return mig.listing.lci(replace(gpus[0], instances=(only,)), era=before.era)
    said = []
    for _ in range(before.times):
        done = mig.run(gpus, line)
        gpus = done.gpus
        said.append(done.text)
    return "\n".join(said)


def test_every_capture_is_looked_at() -> None:
    names = {path.stem for path in FOLDER.glob("*.txt")}
    assert names == BEFORE.keys() | NOT_OURS.keys()


@pytest.mark.parametrize("name", BEFORE)
def test_printed_as_captured(name: str, tables: dict[str, Mig]) -> None:
    line, printed = read(name)
    before = BEFORE[name]
    gpus = gpus_of(before, tables[before.table])
    ours = answer(gpus, line, before)
    if before.first:
        ours = "\n".join(ours.splitlines()[: printed.count("\n") + 1])
    assert ours == printed


@pytest.mark.parametrize(
    ("driver", "era"),
    [
        ("", "R580"),
        ("450.80.02", "R450"),
        ("560.35.03", "R470"),
        ("580.173.02", "R580"),
    ],
)
def test_the_driver_tells_the_width(
    driver: str, era: str, tables: dict[str, Mig]
) -> None:
    gpu, _ = mig.Gpu(tables["a100-40gb"], driver=driver).create("3g.20gb")
    gpu, _ = gpu.create_compute(2)
    for listing in (mig.listing.lgip, mig.listing.lgi, mig.listing.lci):
        assert listing(gpu) == listing(gpu, era=era)
