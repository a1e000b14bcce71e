"""Manifests against kubernetes-validate, names against the device plugin's own lists."""

import builtins
import json

import pytest
import yaml

from certlab.errors import ContentError
from certlab.labs import mig
from certlab.labs.mig.real import kubernetes
from tests.real_course import whole

COURSE = whole()
H100 = mig.tables(COURSE)["h100-80gb"]


def cut(wanted: str, table=H100) -> mig.Gpu:
    return mig.report.placed(mig.Gpu(table), wanted)


SEVENTHS = cut(",".join(["1g.10gb"] * 7))
MIXED = cut("3g.40gb,2g.20gb,1g.10gb,1g.10gb+me")
OFF = mig.Gpu(H100, enabled=False)


@pytest.mark.parametrize(
    ("profile", "strategy", "name"),
    [
        ("1g.10gb", "mixed", "nvidia.com/mig-1g.10gb"),
        ("1g.10gb+me", "mixed", "nvidia.com/mig-1g.10gb.me"),
        ("2g.48gb+me.all", "mixed", "nvidia.com/mig-2g.48gb.me.all"),
        ("1g.24gb-me", "mixed", "nvidia.com/mig-1g.24gb-me"),
        ("1g.24gb+gfx", "mixed", "nvidia.com/mig-1g.24gb.gfx"),
        ("1g.10gb", "single", "nvidia.com/gpu"),
        ("1c.3g.40gb", "single", "nvidia.com/gpu"),
    ],
)
def test_resource_names(profile, strategy, name):
    assert kubernetes.resource(profile, strategy) == name


def test_the_names_are_those_of_the_facts():
    assert COURSE.facts["k8s-mig.resource_single"].value == kubernetes.WHOLE
    strategies = COURSE.facts["k8s-mig.strategies"].value
    assert ", ".join(kubernetes.STRATEGIES) == strategies


@pytest.mark.parametrize(
    ("profile", "strategy", "says"),
    [
        (
            "1g.10gb",
            "both",
            "There is no MIG strategy both; use one of none, single",
        ),
        ("1g.10gb", "none", "The strategy none offers whole GPUs only"),
        ("1c.3g.40gb", "mixed", "names for whole GPU instances only"),
    ],
)
def test_a_name_that_there_is_not(profile, strategy, says):
    with pytest.raises(ContentError, match=says):
        kubernetes.resource(profile, strategy)


def test_what_a_node_offers():
    mixed = kubernetes.offered([MIXED, OFF])
    assert mixed == {
        "nvidia.com/gpu": 1,
        "nvidia.com/mig-1g.10gb": 1,
        "nvidia.com/mig-2g.20gb": 1,
        "nvidia.com/mig-3g.40gb": 1,
        "nvidia.com/mig-1g.10gb.me": 1,
    }
    assert kubernetes.offered([SEVENTHS] * 2, "single") == {"nvidia.com/gpu": 14}
    assert kubernetes.offered([OFF] * 2, "single") == {"nvidia.com/gpu": 2}
    assert kubernetes.offered([SEVENTHS, OFF], "none") == {"nvidia.com/gpu": 2}
    sliced = kubernetes.offered([SEVENTHS], "mixed", {"nvidia.com/mig-1g.10gb": 2})
    assert sliced == {"nvidia.com/mig-1g.10gb": 14}


def test_a_gpu_instance_without_a_compute_instance_is_no_device():
    gpu, _ = mig.Gpu(H100).create("3g.40gb")
    assert kubernetes.offered([gpu]) == {}
    gpu, _ = gpu.create_compute(gpu.instances[0].id, "1c.3g.40gb")
    assert kubernetes.offered([gpu], "single") == {"nvidia.com/gpu": 1}


@pytest.mark.parametrize(
    ("gpus", "says"),
    [
        ([SEVENTHS, OFF], "some GPUs have MIG on and some off"),
        ([SEVENTHS, mig.Gpu(H100)], "GPU 1 has MIG on and no MIG device"),
        ([SEVENTHS, MIXED], "must be of one profile, and there is 1g.10gb, 2g.20gb"),
    ],
)
def test_single_wants_all_alike(gpus, says):
    with pytest.raises(ContentError, match=says):
        kubernetes.offered(gpus, "single")


def pod(**more):
    return kubernetes.pod(
        "chat", "example.org/chat:1", "nvidia.com/mig-3g.40gb", **more
    )


def test_a_pod_is_valid():
    for one in (pod(), pod(product="NVIDIA-H100-80GB-HBM3-MIG-3g.40gb")):
        assert kubernetes.validate(one) == kubernetes.VERSION
        assert kubernetes.validate(one, "v1.30") == "1.30"


def test_yaml_holds_the_same():
    assert yaml.safe_load(kubernetes.to_yaml(pod())) == pod()
    assert kubernetes.to_yaml(pod()).startswith("apiVersion: v1\nkind: Pod\n")
    json.dumps(pod())


def misspelt(one):
    one["spec"]["containers"][0]["resources"] = {"limit": {}}


def nameless(one):
    del one["spec"]["containers"][0]["name"]


def no_list(one):
    one["spec"]["containers"] = {}


def no_kind(one):
    del one["kind"]


def other_kind(one):
    one["kind"] = "Pood"


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (misspelt, r"^spec\.containers\.0\.resources: .*'limit' was unexpected\)\.$"),
        (nameless, r"^spec\.containers\.0: 'name' is a required property\.$"),
        (no_list, r"^spec\.containers: \{\} is not of type 'array'\.$"),
        (no_kind, r"^manifest: kind is missing, or is not text\.$"),
        (other_kind, r"^Kubernetes 1\.37 has no Pood of v1\.$"),
    ],
)
def test_a_manifest_that_the_schema_refuses(spoil, says):
    one = pod()
    spoil(one)
    with pytest.raises(ContentError, match=says):
        kubernetes.validate(one)


def test_a_release_that_is_not_out():
    with pytest.raises(
        ContentError, match=r"no schemas for Kubernetes 9\.99; the newest"
    ):
        kubernetes.validate(pod(), "9.99")


def asking(**resources):
    one = pod()
    one["spec"]["containers"][0]["resources"] = resources
    return one


def test_what_no_schema_knows():
    node = kubernetes.offered([MIXED])
    for resources, says in (
        ({"limits": {"nvidia.com/mig-1g.10gb+me": 1}}, "a + becomes a dot"),
        ({"limits": {"nvidia.com/mig-1g.5gb": 1}}, "no node offers it"),
        ({"limits": {"nvidia.com/gpu": 1}}, "no node offers it"),
        ({"limits": {"nvidia.com/mig-1g.10gb": 2}}, "2 wanted and 1 on a node"),
        ({"limits": {"nvidia.com/mig-1g.10gb": 0.5}}, "not a whole number above 0"),
        ({"requests": {"nvidia.com/mig-1g.10gb": 1}}, "requests alone are refused"),
        (
            {
                "limits": {"nvidia.com/mig-1g.10gb": 1},
                "requests": {"nvidia.com/mig-1g.10gb": 2},
            },
            "2 requested and 1 as limit",
        ),
    ):
        one = asking(**resources)
        kubernetes.validate(one)  # the schema has nothing against it
        (fault,) = kubernetes.gpu_faults(one, node)
        assert says in fault
    assert kubernetes.gpu_faults(pod(), node) == ()
    assert "there is none" in kubernetes.gpu_faults(pod(), {})[0]


@pytest.mark.parametrize(
    "manifest",
    [
        asking(limits={"cpu": "2"}),
        asking(limit={"nvidia.com/gpu": 1}),
        asking(limits=["nvidia.com/gpu: 1"]),
        {"spec": {"containers": ["chat"]}},
        {"spec": {"containers": {}}},
        {"spec": None},
        {},
    ],
)
def test_a_pod_that_asks_for_no_gpu(manifest):
    (fault,) = kubernetes.gpu_faults(manifest, {"nvidia.com/gpu": 1})
    assert fault.startswith("The Pod asks for no GPU and gets none")


def test_time_slicing():
    assert kubernetes.time_slicing({"nvidia.com/gpu": 10}) == {
        "version": "v1",
        "sharing": {
            "timeSlicing": {"resources": [{"name": "nvidia.com/gpu", "replicas": 10}]}
        },
    }


@pytest.mark.parametrize(
    ("library", "call", "says"),
    [
        ("yaml", kubernetes.to_yaml, "needs PyYAML"),
        ("kubernetes_validate", kubernetes.validate, "needs kubernetes-validate"),
    ],
)
def test_a_library_that_is_missing(monkeypatch, library, call, says):
    there = builtins.__import__

    def without(name, *rest):
        if name == library:
            raise ImportError(name)
        return there(name, *rest)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(ContentError, match=says):
        call(pod())
