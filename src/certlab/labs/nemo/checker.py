"""What a configuration comes to, and what is wrong with it, before a GPU is asked for."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from certlab.errors import Refusal
from certlab.finding import Finding, Weight
from certlab.labs.nemo import blends, names
from certlab.labs.nemo.batches import Layout, accumulation

MISSING = "???"  # what OmegaConf and Hydra write for a value that must be given


@dataclass(frozen=True, slots=True)
class Costly(Finding):
    """A finding, and what it costs not to have known it before."""

    costs: str = ""

    @property
    def stops(self) -> bool:
        """Whether the run does not start; else it starts and something is lost."""
        return self.weight == "mistake"


@dataclass(frozen=True)
class Checked:
    """A configuration after the check.

    Attributes:
        era: "NeMo 1.x" or "Megatron-Bridge".
        layout: None where the numbers for it are missing.
        data: replicas, 0 where they cannot be told.
        accumulation: micro-batches before a step, 0 where the run does not start.
    """

    era: str
    layout: Layout | None
    data: int
    accumulation: int
    findings: tuple[Costly, ...]

    @property
    def starts(self) -> bool:
        """Whether the run would make its first step."""
        return not any(one.stops for one in self.findings)


COSTS = {
    "start": "The run refuses to start; a minute and a place in the queue.",
    "name": "The value is ignored or refused, so the run is another than you think.",
    "mock": "A whole run on made-up data, with a healthy log.",
    "recipe": "None, where the recipe's own values fit; they were not checked.",
    "length": "The run starts with samples of another length: other steps, other memory.",
}


def check(
    tree: Mapping[str, Any],
    *,
    world: int = 0,
    there: Collection[str] | None = None,
) -> Checked:
    """Work a configuration out and say what is wrong with it.

    Args:
        tree: nested mappings, as YAML gives them.
        world: GPUs of the launch; needed for Megatron-Bridge, whose configuration does
            not hold them. 0 takes them from `trainer`.
        there: prefixes of the data sets that exist; None does not look.
    """
    reader = _Reader(tree, names.era(tree))
    found = [*reader.misnamed()]
    layout = reader.layout(world, found)
    data = turns = 0
    if layout:
        data = _tried(found, "world", lambda: layout.data)
        _tried(found, "experts' grid", lambda: layout.expert_data)
        found += reader.divisions(layout)
    if layout and data:
        micro, whole = reader.positive("micro batch"), reader.positive("global batch")
        if micro and whole:
            turns = _tried(
                found, "global batch", lambda: accumulation(layout, micro, whole)
            )
    found += reader.rest(there)
    return Checked(reader.era, layout, data, turns, (*found, *reader.bad))


def _costly(
    rule: str, says: str, costs: str = "start", *, stops: bool = True
) -> Costly:
    """A finding, with the sentence of COSTS on what it costs."""
    weight: Weight = "mistake" if stops else "advice"
    return Costly(rule, says, weight=weight, costs=COSTS[costs])


def _tried(found: list[Costly], rule: str, work: Any) -> int:
    """What work gives, or 0 and its refusal among the findings."""
    try:
        return int(work())
    except Refusal as refusal:
        found.append(_costly(rule, refusal.says))
        return 0


class _Reader:
    """The settings of one configuration by the names of `names.KEYS`."""

    def __init__(self, tree: Mapping[str, Any], era: str) -> None:
        self.era = era
        self.values = dict(names.flat(tree))
        self.side = 0 if era == names.ONE else 1
        self.bad: list[Costly] = []
        # Without the model's size it only changes a recipe, which has what is missing here.
        self.whole = None not in (self.get("layers"), self.get("heads"))
        self.has_data = self.whole or "dataset" in tree or self.get("blend") is not None

    def key(self, setting: str) -> str:
        return names.KEYS[setting][self.side]

    def get(self, setting: str) -> Any:
        return self.values.get(self.key(setting)) if self.key(setting) else None

    def positive(self, setting: str, default: int = 0) -> int:
        """A whole number of at least 1; what is none is refused once and counts as 0."""
        value = self.get(setting)
        if value is None:
            if not default and self.whole:
                self._need(setting, "is missing")
            return default
        if isinstance(value, bool) or not isinstance(value, int) or value < 1:
            self._need(setting, f"is {value}")
            return 0
        return value

    def _need(self, setting: str, says: str) -> None:
        rule = f"{setting} given"
        if not any(one.rule == rule for one in self.bad):
            text = f"{self.key(setting)} {says}; give a whole number from 1 upward."
            self.bad.append(_costly(rule, text))

    def misnamed(self) -> list[Costly]:
        """Keys that are nearly one of those the checker knows."""
        known = [pair[self.side] for pair in names.KEYS.values() if pair[self.side]]
        found = []
        for key in self.values:
            near = get_close_matches(key.lower(), known, n=1, cutoff=0.9)
            if key not in known and near and near[0] not in self.values:
                says = f"{key} is no key; write {near[0]}, in small letters."
                found.append(_costly("name", says, "name"))
        return found

    def layout(self, world: int, found: list[Costly]) -> Layout | None:
        """GPUs and their split; None where a number is missing."""
        if not world and self.side == 1:
            says = "A configuration of Megatron-Bridge holds no GPUs; pass world."
            found.append(_costly("world", says))
            return None
        world = world or self.positive("nodes", 1) * self.positive("gpus a node")
        split = [self.positive(name, 1) for name in ("TP", "PP", "CP", "EP")]
        return Layout(world, *split) if world and all(split) else None

    def divisions(self, layout: Layout) -> list[Costly]:
        """What has to divide by what, beside the batch."""
        rules = (
            ("heads", layout.tensor, "TP"),
            ("layers", layout.pipeline, "PP"),
            ("experts", layout.expert, "EP"),
            ("sequence", 2 * layout.context if layout.context > 1 else 1, "2 x CP"),
        )
        found = []
        for setting, by, name in rules:
            value = self.get(setting)
            if by > 1 and isinstance(value, int) and value % by:
                says = f"{self.key(setting)} is {value}, no multiple of {name} = {by}; change one."
                found.append(_costly(setting, says))
        if layout.expert > 1 and self.whole and self.get("experts") is None:
            says = f"{self.key('EP')} is {layout.expert} in a model without experts; make it 1."
            found.append(_costly("experts", says))
        return found

    def rest(self, there: Collection[str] | None) -> list[Costly]:
        """Accumulation set by hand, two lengths, and the blend."""
        found = []
        by_hand = self.get("accumulation")
        if by_hand not in (None, 1):
            says = f"{self.key('accumulation')} is {by_hand}; leave it 1, the batch sizes decide."
            found.append(_costly("accumulation", says))
        lengths = (self.get("sequence"), self.get("data length"))
        if None not in lengths and lengths[0] != lengths[1]:
            says = (
                f"{self.key('sequence')} is {lengths[0]} and {self.key('data length')} "
                f"{lengths[1]}; make them equal."
            )
            stops = self.side == 1  # Megatron-Bridge compares them, NeMo 1.x does not
            costs = "start" if stops else "length"
            found.append(_costly("length", says, costs, stops=stops))
        if self.has_data:
            found += self._blend(there)
        if not self.whole:
            says = (
                f"{self.key('layers')} or {self.key('heads')} is not here, so this only "
                "changes a recipe: what is missing comes from there and was not checked."
            )
            found.append(_costly("recipe", says, "recipe", stops=False))
        return found

    def _blend(self, there: Collection[str] | None) -> list[Costly]:
        key, value = self.key("blend"), self.get("blend")
        if value is None and self.side == 1:
            key, value = self.key("flat blend"), self.get("flat blend")
        if value in (None, [], MISSING):
            says = f"{key} names no data; give the prefixes of your files."
            stops = value == MISSING or self.side == 0
            costs = "start" if stops else "mock"
            return [_costly("data", says, costs, stops=stops)]
        try:
            blends.read(value, there=there, where=key)
        except Refusal as refusal:
            return [_costly("data", refusal.says)]
        return []
