"""A fabric in a line of words."""

from certlab.course.facts import format_result
from certlab.labs.systems.fabric.build import Built
from certlab.words import Sentence, after_each_other, plural


def words(built: Built) -> str:
    """What is bought, how it carries, and what the failed spines cost."""
    one = built.fabric
    core = plural("and {n} core switch", "and {n} core switches", built.cores)
    said = Sentence(
        "{systems} systems with {rails} rails each need {leaves} leaves with "
        "{spines} spines {cores}. {down} cables go to the systems and {up} connect "
        "switches. The oversubscription is {over} to 1.",
        systems=f"{one.systems:,}",
        rails=one.rails,
        leaves=f"{built.leaves:,}",
        spines=f"{built.spines:,}",
        cores=core if built.cores else "",
        down=f"{built.system_cables:,}",
        up=f"{built.spine_cables + built.core_cables:,}",
        over=format_result(built.oversubscription),
    )
    return after_each_other(said, _failed(built) if one.failed_spines else "")


def _failed(built: Built) -> Sentence:
    one = built.fabric
    return Sentence(
        "{failed}, so a leaf keeps {left} of {all} uplinks and its "
        "oversubscription is {over} to 1. Over the spines each rail has {rate} of "
        "{port} Gbit/s, whereas within its leaf it has all of it.",
        failed=plural("{n} spine failed", "{n} spines failed", one.failed_spines),
        left=built.uplinks_left,
        all=one.uplinks,
        over=format_result(built.oversubscription_left),
        rate=format_result(built.gbit_per_rail),
        port=format_result(one.port_gbit_per_s),
    )
