"""A fabric as data, for `--json` and for whoever draws it."""

from typing import Any

from certlab.labs.systems.fabric.build import Built
from certlab.labs.systems.fabric.summary import words


def state(built: Built) -> dict[str, Any]:
    """What was asked, what it takes, and how it carries."""
    one = built.fabric
    return {
        "systems": one.systems,
        "rails": one.rails,
        "units": one.units,
        "tiers": built.tiers,
        "leaves": built.leaves,
        "spines": built.spines,
        "cores": built.cores,
        "switches": built.switches,
        "system_cables": built.system_cables,
        "spine_cables": built.spine_cables,
        "core_cables": built.core_cables,
        "downlinks": one.downlinks,
        "uplinks": one.uplinks,
        "spines_per_leaf": built.fan,
        "oversubscription": built.oversubscription,
        "failed_spines": one.failed_spines,
        "uplinks_left": built.uplinks_left,
        "oversubscription_left": built.oversubscription_left,
        "gbit_per_rail_over_the_spine": built.gbit_per_rail,
        "words": words(built),
    }
