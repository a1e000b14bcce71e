"""Manifests with one mistake each, and manifests that a careless rule would flag."""

import tomllib
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from certlab.errors import ContentError
from certlab.labs.cluster.manifests import FINDINGS, Node, check, plugin
from certlab.labs.cluster.real import schema

CASES: list[dict[str, Any]] = tomllib.loads(
    Path("tests/vectors/cluster/manifests.toml").read_text()
)["case"]
PRODUCT = {"nvidia.com/gpu.product": "NVIDIA-H100-80GB-HBM3"}
NODES = {
    "plain": Node({"nvidia.com/gpu": 8}, PRODUCT),
    "mixed": Node({"nvidia.com/mig-1g.10gb": 7}, PRODUCT),
    "sliced": Node({"nvidia.com/gpu": 32}, PRODUCT, replicas=4),
    "tainted": Node({"nvidia.com/gpu": 8}, PRODUCT, ("nvidia.com/gpu",)),
}


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["name"]))
def test_what_is_wrong_is_found_and_nothing_else(case: dict[str, Any]) -> None:
    found = check(schema.documents(case["text"]), NODES[case["node"]])
    if not case["finds"]:
        assert found == []
        return
    (wanted,) = (one for one in found if one.rule == case["finds"])
    assert case["says"] in str(wanted)


def test_every_rule_has_a_manifest_that_breaks_it() -> None:
    assert {case["finds"] for case in CASES} - {""} == FINDINGS.keys()


def test_a_right_pod_passes_the_schema_and_a_misspelt_one_does_not() -> None:
    text = next(case["text"] for case in CASES if case["name"] == "one GPU")
    (pod,) = schema.documents(text)
    assert schema.faults(pod) == ""
    (wrong,) = schema.documents(text.replace("limits:", "limit:"))
    assert "limit" in schema.faults(wrong)


def test_a_configuration_in_a_config_map_passes_the_schema() -> None:
    text = next(case["text"] for case in CASES if case["name"] == "slicing of four")
    (sharing,) = schema.documents(text)
    assert schema.faults(sharing) == ""


def test_a_kind_of_the_operator_has_no_schema_here() -> None:
    policy = {"apiVersion": "nvidia.com/v1", "kind": "ClusterPolicy", "metadata": {}}
    assert schema.faults(policy) == ""


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("kind: [", "line"),
        ("- a\n- b\n", "an object with kind"),
        ("kind: ConfigMap\ndata: {a: 'sharing: ['}", "a, line 1: "),
    ],
)
def test_what_is_no_manifest_is_refused(text: str, says: str) -> None:
    with pytest.raises(ContentError, match=says):
        schema.documents(text)


KEYS = st.sampled_from(
    [
        *("version", "flags", "sharing", "timeSlicing", "mps", "resources", "replicas"),
        *("name", "migStrategy", "renameByDefault", "plugin", "imex", "gpus", 3),
    ]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-1, 4) | st.sampled_from(["v1", "mixed"]),
    lambda inner: (
        st.dictionaries(KEYS, inner, max_size=5) | st.lists(inner, max_size=3)
    ),
    max_leaves=20,
)


@given(st.dictionaries(KEYS, VALUES, max_size=5))
@settings(deadline=None)
def test_any_configuration_of_the_plugin_is_checked(config: dict[Any, Any]) -> None:
    for one in plugin.check(config, "here", NODES["plain"]):
        assert str(one)


LINES = st.sampled_from(
    [
        *(
            "kind: ConfigMap",
            "kind: Pod",
            "kind: ClusterPolicy",
            "apiVersion: v1",
            "---",
        ),
        *(
            "metadata: {name: a}",
            "metadata: [1]",
            "data: {a: 'sharing: ['}",
            "data: [1]",
        ),
        *("spec:", "spec: 3", "spec: {mig: 3}", "spec: {driver: 3}", "  containers:"),
        *(
            "  - name: a",
            "    resources: {limits: 3}",
            "  - 3",
            "kind: 2026-13-45",
            "- a",
        ),
    ]
)


@given(st.lists(LINES | st.text(max_size=4), max_size=9).map("\n".join))
@settings(deadline=None)
def test_any_text_is_checked_or_refused(text: str) -> None:
    with suppress(ContentError):
        check(schema.documents(text), NODES["tainted"])
