"""What the pages of the module show that is live.

A job on a GPU, an hour of temperatures with a rule, and the machine that one can break.
"""

import html
import json
from collections import Counter
from collections.abc import Collection, Iterator
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from certlab.course import Course
from certlab.errors import CourseError
from certlab.labs.operations.fleet import MINUTES, Fleet
from certlab.labs.operations.node import play
from certlab.labs.operations.node.commands import forms
from certlab.labs.operations.node.scenarios import Scenario, scenarios
from certlab.labs.operations.node.view import machine, shown

if TYPE_CHECKING:
    from certlab.app.page_widgets import OwnPage

TEMPERATURE, CLOCK = "DCGM_FI_DEV_GPU_TEMP", "DCGM_FI_DEV_SM_CLOCK"
GIVEN = "node=off-the-bus&amp;seed=4"  # what a teacher hands out
SHOWN_LINES = 3  # of a recording
TITLE = "A machine to find the fault in"
LEAD = (
    "A head node and two systems of eight GPUs. Something is wrong with them, or somebody only "
    "thinks so. Look round with the commands that you know, say what it is, and then mend "
    "what can be mended: nothing here is real, so nothing is lost."
)
ABOUT = (
    "A simulated cluster of GPU systems to type at: find what is wrong with it, prove it, say "
    "it and mend it."
)
# A GPU that is well, one that grows hot, and one with a single odd reading.
SHOWN = {"well": ("node-a", 0), "hot": ("node-a", 2), "odd": ("node-b", 1)}


def _within(
    settings: dict[str, str], most: dict[str, tuple[int, int]]
) -> dict[str, int]:
    """The settings over what they begin with; each from 0 to its most."""
    values = {name: int(settings.pop(name, first)) for name, (first, _) in most.items()}
    if settings:
        raise CourseError(f"There is no setting {', '.join(settings)}.")
    for name, (_, last) in most.items():
        if not 0 <= values[name] <= last:
            raise CourseError(f"{name} goes from 0 to {last}.")
    return values


def _activity(course: Course, settings: dict[str, str]) -> dict[str, Any]:
    sms = int(course.facts["h100-sxm5.sms"].value)
    warps = int(course.facts["cc-9-0.warps_per_sm"].value)
    most = {
        "runs": (100, 100),
        "sms": (1, sms),
        "warps": (8, warps),
        "tensor": (0, 100),
    }
    return {"sms": sms, "warps": warps, "values": _within(settings, most)}


def _alertrule(course: Course, settings: dict[str, str]) -> dict[str, Any]:
    values = _within(settings, {"limit": (80, 100), "minutes": (0, MINUTES - 1)})
    fleet = Fleet(course.facts)

    def line(node: str, gpu: int, field: str) -> list[float]:
        return [fleet.reading(node, gpu, minute)[field] for minute in range(MINUTES)]

    clock = line(*SHOWN["hot"], CLOCK)
    return {
        "lines": {name: line(*one, TEMPERATURE) for name, one in SHOWN.items()},
        "slow": next(n for n, mhz in enumerate(clock) if mhz < clock[0]),
        "values": values,
    }


BEGINS = {"activity": _activity, "alertrule": _alertrule}


def _recording(one: Scenario) -> list[list[str]]:
    """The first lines of a game, which show how it goes and solve nothing."""
    lines = [*takewhile(lambda line: line.split()[0] != "diagnose", one.solution)]
    lines = lines[:SHOWN_LINES] or ["help", "ssh node-a", "uptime"]
    prompts = [play.replay(one.id, 1, lines[:n]).prompt for n in range(len(lines))]
    turns = play.replay(one.id, 1, lines).turns
    return [
        [prompt, turn.line, turn.text]
        for prompt, turn in zip(prompts, turns, strict=True)
    ]


def files(course: Course) -> dict[str, Any]:
    """The recordings of the machine, by scenario."""
    found = scenarios(course.root)
    return {"node.json": {id: _recording(one) for id, one in found.items()}}


def pages(course: Course) -> Iterator["OwnPage"]:
    """The machine that one can break, where the course has a scenario for it."""
    from certlab.app.page_widgets import OwnPage  # a browser's wheel has none

    found = scenarios(course.root)
    if found:
        yield OwnPage("node", TITLE, "operations", _page(found.values()), ABOUT)


def _page(found: Collection[Scenario]) -> str:
    from certlab.app.page_widgets import folder

    begin = {"machine": machine(), "scenarios": [shown(one) for one in found]}
    rows = "\n".join(
        f'<div class="row">\n<p><a href="node.html?node={one.id}">'
        f"{html.escape(one.title)}</a></p>\n"
        f'<p class="end"><span data-scenario="{one.exercise}"></span> {one.minutes} min</p>\n'
        f'<p class="note">{html.escape(" ".join(one.story.split()))}</p>\n</div>'
        for one in found
    )
    return (
        f"# {TITLE}\n\n"
        f'<div class="certlab" data-certlab="node" data-folder="{folder("node")}" '
        f'data-begin="{html.escape(json.dumps(begin))}">\n'
        f'<p class="lead">{LEAD}</p>\n<div class="rows">\n{rows}\n</div>\n'
        '<p class="note">An address with a scenario and a seed is one game for everybody who '
        f'opens it, such as <a href="node.html?{GIVEN}">node.html?{GIVEN}</a>. In a terminal '
        f"it is <code>certlab sim node</code>.</p>\n</div>\n\n{_rests_on()}\n"
    )


def _rests_on() -> str:
    """What the texts of the tools rest on, counted."""
    marks = Counter(form.mark for form in forms())
    return (
        f"## What this machine is, and what it is not\n\nOf the {marks.total()} forms of commands "
        f"that it prints, {marks['C']} follow captures of real systems or the real tool in our "
        f"own trial, {marks['S']} follow the tool's published source and {marks['D']} its "
        f"documentation; {marks['own']} are ours. {marks['A']} follow by analogy only, and prove "
        "nothing here. `man NAME` on the machine says of each which it is. What the real tool may "
        "know and this one does not is refused, and nothing is done.\n\nIt practises reading, order "
        "and consequence. It is no DGX and no exam: its times and temperatures are model values, "
        "and nobody outside of NVIDIA knows what their labs contain."
    )
