"""What a plan writes: read back by what will read it, or by a table of it."""

import json
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]  # it has no types
import pytest
import yaml  # type: ignore[import-untyped]  # its types are a package of their own

from certlab.classroom.plan import files, kubernetes_values
from certlab.classroom.plan.class_plan import ClassPlan, make_plan
from certlab.classroom.plan.kubernetes_values import Server
from certlab.errors import CourseError
from certlab.labs import mig
from certlab.labs.mig import parted_config
from certlab.labs.mig.real import kubernetes, mig_parted
from tests.command_line import certlab
from tests.real_course import whole

SERVER = Server("registry.example:5000/course/certlab:1", 1, 4)
PLANS = {
    "alike": make_plan(whole(), 28, "4xh100-80gb", 4),
    "shared instances": make_plan(whole(), 40, "4xh100-80gb", 4, "slices"),
    "mixed": make_plan(whole(), 30, "2xh100-80gb,a30-24gb,2xl4", 4),
    "without MIG": make_plan(whole(), 12, "2xl4", 4),
    "whole GPUs": make_plan(whole(), 4, "4xh100-80gb", 4),
}

# What the chart says of the fields that we write: name and type, as its
# values.schema.yaml of 24 July 2026 (after 4.4.0) has them. Everything else is refused here.
OPEN: dict[str, Any] = {"type": "object"}


def closed(**fields: Any) -> dict[str, Any]:
    """An object of these fields and no others."""
    return {"type": "object", "additionalProperties": False, "properties": fields}


CHART = closed(
    singleuser=closed(
        image=closed(name={"type": "string"}, tag={"type": "string"}),
        cpu=closed(limit={"type": "number"}, guarantee={"type": "number"}),
        memory=closed(
            limit={"type": ["number", "string"]},
            guarantee={"type": ["number", "string"]},
        ),
        profileList={
            "type": "array",
            # The chart passes these on; the names are KubeSpawner's.
            "items": closed(
                display_name={"type": "string"},
                slug={"type": "string", "pattern": "^[a-z0-9-]+$"},
                description={"type": "string"},
                default={"type": "boolean"},
                kubespawner_override=closed(
                    extra_resource_limits=OPEN, environment=OPEN
                ),
            ),
        },
    ),
    cull=closed(
        enabled={"type": "boolean"},
        timeout={"type": "integer"},
        every={"type": "integer"},
    ),
    prePuller=closed(continuous=closed(enabled={"type": "boolean"})),
)


def written() -> Iterator[tuple[ClassPlan, str, dict[str, Any], dict[str, Any]]]:
    """Of each plan and strategy the two files for Kubernetes, as YAML is read."""
    for plan in PLANS.values():
        texts = files.texts(plan, whole(), SERVER)
        for strategy in kubernetes_values.strategies(plan):
            names = (f"values-{strategy}.yaml", f"device-plugin-{strategy}.yaml")
            helm, plugin = (yaml.safe_load(texts[name]) for name in names)
            yield plan, strategy, helm, plugin


def test_values_have_the_fields_of_the_chart() -> None:
    for _, _, helm, _ in written():
        jsonschema.Draft7Validator(CHART).validate(helm)


def test_values_are_valid_by_the_charts_own_schema() -> None:
    folder = os.environ.get("CERTLAB_Z2JH_CHART")
    if not folder:
        pytest.skip("no JupyterHub chart: CERTLAB_Z2JH_CHART names no folder of one")
    (schema,) = Path(folder).glob("values.schema.*")
    rules = jsonschema.Draft7Validator(yaml.safe_load(schema.read_text("utf-8")))
    defaults = yaml.safe_load(Path(folder, "values.yaml").read_text("utf-8"))
    for _, _, helm, _ in written():
        rules.validate(merged(defaults, helm))


def merged(under: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    """Values over the chart's own, as Helm lays them."""
    both = {name: (under[name], over[name]) for name in under.keys() & over.keys()}
    deep = {
        name: merged(a, b)
        for name, (a, b) in both.items()
        if isinstance(a, dict) and isinstance(b, dict)
    }
    return {**under, **over, **deep}


def test_pods_are_valid_and_their_node_offers_what_they_ask_for() -> None:
    for plan, strategy, helm, plugin in written():
        sharing = plugin.get("sharing", {}).get("timeSlicing", {}).get("resources", [])
        replicas = {row["name"]: row["replicas"] for row in sharing}
        gpus = [gpu for cut in plan.cuts for gpu in cut.gpus]
        node = Counter(kubernetes.offered(gpus, strategy, replicas))
        for cut in plan.cuts:
            if not cut.gpus:
                node[kubernetes.WHOLE] += cut.seats
        assert sum(node.values()) == plan.places
        for profile in helm["singleuser"]["profileList"]:
            override = profile["kubespawner_override"]
            limits = override.get("extra_resource_limits", {})
            pod = kubernetes.pod("learner", SERVER.image, "cpu")
            box = pod["spec"]["containers"][0]
            box["resources"] = {"limits": limits}
            for name, text in override.get("environment", {}).items():
                box.setdefault("env", []).append({"name": name, "value": text})
            kubernetes.validate(pod)
            assert not limits or not kubernetes.gpu_faults(pod, node)
        assert "No GPU" in helm["singleuser"]["profileList"][-1]["display_name"]


def test_the_device_plugin_slices_as_the_plan_shares() -> None:
    for plan, strategy, _, plugin in written():
        assert plugin["flags"] == {"migStrategy": strategy}
        if all(cut.shares == 1 for cut in plan.cuts):
            assert "sharing" not in plugin
            continue
        names = {
            kubernetes_values.resource_of(cut, strategy): cut.shares
            for cut in plan.cuts
            if cut.shares > 1
        }
        shared = kubernetes.time_slicing(names)["sharing"]["timeSlicing"]
        assert plugin["sharing"]["timeSlicing"]["resources"] == shared["resources"]


@pytest.mark.parametrize("name", PLANS)
def test_mig_parted_makes_the_instances_of_the_seats(name: str) -> None:
    plan = PLANS[name]
    text = files.texts(plan, whole(), SERVER).get("mig-parted.yaml")
    with_mig = [cut for cut in plan.cuts if cut.kind.table]
    assert (text is not None) == bool(with_mig)
    if text is None:
        return
    fresh = [
        mig.Gpu(cut.kind.table, enabled=False)
        for cut in with_mig
        if cut.kind.table
        for _ in range(cut.kind.count)
    ]
    made = parted_config.apply(mig_parted.read(text)[files.CONFIG], fresh)
    found = Counter(one.key for gpu in made for one in gpu.instances)
    assert found == Counter(
        one.key for cut in with_mig for gpu in cut.gpus for one in gpu.instances
    )
    for seat in plan.seats:
        if seat.start is not None:
            assert found[seat.profile, seat.start]


def test_an_image_without_a_tag_is_refused() -> None:
    for image in ("certlab", "registry.example:5000/certlab"):
        with pytest.raises(CourseError, match="names no tag"):
            kubernetes_values.values(PLANS["alike"], Server(image, 1, 4), "mixed")


@pytest.mark.usefixtures("read_once")
def test_the_command_writes_the_folder_and_says_what_it_costs(tmp_path: Path) -> None:
    words = ("class", "plan", "--learners", "12", "--gpus", "2xl4")
    done = certlab(*words, "--out", str(tmp_path / "gpus"))
    assert (done.returncode, done.stderr.count("Written")) == (0, 1)
    assert "Memory isolation between them: none" in done.stdout
    names = {one.name for one in (tmp_path / "gpus").iterdir()}
    assert {"class-plan.json", "jupyterhub_gpus.py", "values-mixed.yaml"} <= names
    data = json.loads(certlab(*words, "--json").stdout)
    assert len(data["seats"]) == data["learners"] == 12
    refused = certlab("class", "plan", "--learners", "0", "--gpus", "2xl4")
    assert (refused.returncode, len(refused.stderr.splitlines())) == (1, 1)
