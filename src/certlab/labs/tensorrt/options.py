"""The options of trtexec, by the first and the last version that has each: trtexec.toml."""

import tomllib
from dataclasses import dataclass
from pathlib import Path

_TABLE = tomllib.loads(Path(__file__).with_name("trtexec.toml").read_text("utf-8"))


@dataclass(frozen=True)
class Option:
    """One option: the versions that have it, "" for no end, and what to do where it is gone."""

    first: str
    last: str
    instead: str


OPTIONS = {
    name: Option(span["first"], span.get("last", ""), _TABLE["instead"].get(name, ""))
    for span in _TABLE["span"]
    for name in span["names"].split()
}
IDLE: dict[str, str] = _TABLE["idle"]
COMPATIBILITY: dict[str, str] = _TABLE["compatibility"]
NEEDS_VALUE = frozenset(
    [
        "onnx",
        "saveEngine",
        "loadEngine",
        "shapes",
        "minShapes",
        "optShapes",
        "maxShapes",
        "memPoolSize",
        "timingCacheFile",
        "builderOptimizationLevel",
        "hardwareCompatibilityLevel",
        "iterations",
        "duration",
        "warmUp",
        "avgRuns",
        "device",
        "infStreams",
        "percentile",
        "exportTimes",
        "exportProfile",
        "loadInputs",
        "precisionConstraints",
        "calib",
    ]
)
POOLS = ("workspace", "dlaSRAM", "dlaLocalDRAM", "dlaGlobalDRAM", "tacticSharedMem")
LEVELS = range(6)
