"""Helm values for Zero to JupyterHub, and the device plugin's configuration, from a plan.

Field names are those of the chart's values.schema.yaml (jupyterhub/zero-to-jupyterhub-k8s)
and, in `kubespawner_override`, of KubeSpawner's traits. Both pass resources on as they are.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from certlab.classroom.plan.class_plan import ClassPlan
from certlab.classroom.plan.seats import Cut
from certlab.classroom.plan.spawning import without_gpu
from certlab.errors import CourseError
from certlab.labs.mig.real import kubernetes

Manifest = dict[str, Any]


@dataclass(frozen=True)
class Server:
    """What each learner's server gets besides a GPU.

    Attributes:
        image: "registry/name:tag", an image with JupyterHub's single-user server and certlab.
        cpus: cores guaranteed; twice as many are the limit, as idle ones are lent.
        memory_gib: GiB of RAM, guaranteed and the limit, because memory cannot be lent.
    """

    image: str
    cpus: float
    memory_gib: float

    @property
    def name_and_tag(self) -> tuple[str, str]:
        """The image as the chart wants it, in two fields.

        Raises:
            CourseError: it has no tag.
        """
        name, _, tag = self.image.rpartition(":")
        if not name or "/" in tag:
            says = (
                "names no tag; write registry.example/certlab:1, never only the name."
            )
            raise CourseError(f"--image: {self.image} {says}")
        return name, tag


def resource_of(cut: Cut, strategy: str) -> str:
    """The resource that a learner's Pod asks for under a MIG strategy."""
    if not cut.profile:
        return kubernetes.WHOLE
    return kubernetes.resource(cut.profile, strategy)


def strategies(plan: ClassPlan) -> tuple[str, ...]:
    """The strategies the plan works with; "single" only where all devices are alike."""
    alike = len({(cut.kind.id, cut.profile) for cut in plan.cuts}) == 1
    return ("mixed", "single") if alike else ("mixed",)


def values(plan: ClassPlan, server: Server, strategy: str) -> Manifest:
    """The chart's values: a profile for each kind of GPU share, and one without a GPU.

    Raises:
        CourseError: the image has no tag.
    """
    name, tag = server.name_and_tag
    return {
        "singleuser": {
            "image": {"name": name, "tag": tag},
            "cpu": {"guarantee": server.cpus, "limit": 2 * server.cpus},
            "memory": {
                "guarantee": f"{server.memory_gib:g}G",
                "limit": f"{server.memory_gib:g}G",
            },
            "profileList": _profiles(plan, strategy),
        },
        # A server that nobody uses holds its GPU; an hour of a class may well be talk.
        "cull": {"enabled": True, "timeout": 3600, "every": 300},
        "prePuller": {"continuous": {"enabled": True}},
    }


def _profiles(plan: ClassPlan, strategy: str) -> list[Manifest]:
    by_resource: dict[str, list[Cut]] = {}
    for cut in plan.cuts:
        by_resource.setdefault(resource_of(cut, strategy), []).append(cut)
    rows = [
        {
            "display_name": _title(cuts),
            "slug": f"gpu-{n}",
            "description": _describe(cuts),
            "default": not n,
            "kubespawner_override": {"extra_resource_limits": {resource: "1"}},
        }
        for n, (resource, cuts) in enumerate(by_resource.items())
    ]
    # An image of CUDA sets NVIDIA_VISIBLE_DEVICES=all, and a node's runtime may obey it.
    why = without_gpu("this server was started without a GPU")
    without = {**why, "NVIDIA_VISIBLE_DEVICES": "void"}
    return [
        *rows,
        {
            "display_name": "No GPU",
            "slug": "cpu",
            "description": "Every lab has a path that runs on the CPU. Take this one when "
            "a server with a GPU does not start, because all are taken.",
            "kubespawner_override": {"environment": without},
        },
    ]


def _title(cuts: Sequence[Cut]) -> str:
    names = " or ".join(dict.fromkeys(cut.kind.name for cut in cuts))
    if cuts[0].profile:
        return f"{cuts[0].profile}, part of one {names}"
    return names if all(cut.shares == 1 for cut in cuts) else f"{names}, shared"


def _describe(cuts: Sequence[Cut]) -> str:
    least = min(cuts, key=lambda cut: cut.memory_each)
    memory = f"{least.memory_each:.3g} {least.unit}"
    if all(cut.shares == 1 for cut in cuts):
        return f"{memory} of GPU memory, for you alone."
    return (
        f"About {memory} of GPU memory. {max(cut.shares for cut in cuts)} learners take "
        "turns on it, and nothing keeps one from using the memory of the others."
    )


def device_plugin(plan: ClassPlan, strategy: str) -> Manifest:
    """The configuration file of NVIDIA's device plugin: MIG strategy and time slicing."""
    replicas: dict[str, int] = {}
    for cut in plan.cuts:
        name = resource_of(cut, strategy)
        # One node's plugin has one number for a name; the smallest promises nobody too much.
        replicas[name] = min(cut.shares, replicas.get(name, cut.shares))
    shared = {name: n for name, n in replicas.items() if n > 1}
    sharing = kubernetes.time_slicing(shared)["sharing"] if shared else None
    if sharing:
        sharing["timeSlicing"]["failRequestsGreaterThanOne"] = True
    config: Manifest = {"version": "v1", "flags": {"migStrategy": strategy}}
    return {**config, "sharing": sharing} if sharing else config
