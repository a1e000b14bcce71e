"""Whatever text is given, there is a report or a sentence."""

from collections.abc import Iterator
from contextlib import suppress
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from certlab.errors import CourseError
from certlab.labs.distributed.launching import check, check_manifests
from certlab.labs.distributed.real import manifests
from tests.labs.distributed.launching.vectors import FOLDER, vectors

WORDS = [
    *(
        "$(",
        "${",
        "}",
        ")",
        "((",
        "))",
        '"',
        "'",
        "`",
        "\\",
        "\n",
        "<<E\n",
        "E\n",
        "if ",
    ),
    *(
        "then ",
        "fi\n",
        "for x in ",
        "do ",
        "done\n",
        "case a in ",
        "esac\n",
        ";;",
        "[[ ",
    ),
    *(
        "]]",
        "&&",
        "||",
        "|",
        "&",
        ";",
        "{ ",
        "(",
        "=",
        "+=(",
        "[@]",
        "torchrun ",
        "srun ",
    ),
    *(
        "sbatch ",
        "bash -c ",
        "eval ",
        "source ",
        "$@ ",
        "$1 ",
        "#SBATCH ",
        "--nnodes ",
        "²",
    ),
    *(
        "--nproc-per-node=",
        "9" * 30,
        "function f ",
        "export ",
        "shift ",
        "read ",
        "\0",
        "\1",
    ),
]
SCRIPTS = [one.text for one in vectors(".sh", ".sbatch", ".bash")]
mixed = st.lists(st.sampled_from(WORDS), max_size=25).map("".join)


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """A script of the corpus with something cut out, and something put in."""
    text = draw(st.sampled_from(SCRIPTS))
    at = draw(st.integers(0, len(text)))
    end = draw(st.integers(at, min(len(text), at + 40)))
    return text[:at] + draw(mixed) + text[end:]


@given(st.one_of(st.text(), mixed, damaged()))
def test_a_text_gives_a_report_or_a_sentence(text: str) -> None:
    try:
        said = str(check(text))
    except CourseError as error:
        said = str(error)
        assert said.count("\n") == 0
    assert said
    assert not set(said) & {"\0", "\1"}


values = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=5)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.sampled_from(
                [
                    *("spec", "template", "containers", "resources", "limits", "env"),
                    *("command", "args", "metadata", "name", "volumes", "trainer"),
                    *("pytorchReplicaSpecs", "Master", "Worker", "mpiReplicaSpecs"),
                    *("replicas", "completions", "nvidia.com/gpu", "elasticPolicy"),
                ]
            ),
            inner,
            max_size=4,
        ),
    ),
    max_leaves=25,
)


@given(st.sampled_from(["Job", "TrainJob", "PyTorchJob", "MPIJob"]), values)
def test_a_manifest_of_any_shape_gives_a_report_or_a_sentence(
    kind: str, spec: object
) -> None:
    try:
        said = str(
            check_manifests([{"kind": kind, "apiVersion": "batch/v1", "spec": spec}])
        )
    except CourseError as error:
        said = str(error)
    assert said


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("f() { f; }; f", "Line 1: a function calls itself without an end."),
        (
            "( " * 60 + "a" + ")" * 60,
            "Line 1: the commands are nested too deeply to be ",
        ),
        ("if true; then torchrun a.py", "Line 1: fi is missing; write it, or give a "),
        ("A=(1 2", "Line 1: the bracket of A=( is not closed; close it."),
        (
            "a ) b",
            "Line 1: ) stands where a command begins, and bash would not read it",
        ),
        ("#SBATCH --comment='a\ntorchrun a.py", "Line 1: a quote of #SBATCH --comment"),
    ],
)
def test_no_script_is_refused_in_a_sentence(text: str, says: str) -> None:
    with pytest.raises(CourseError) as told:
        check(text)
    assert str(told.value).startswith(says)


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ([], "spec is a list, and Kubernetes takes a mapping."),
        (
            {"template": {"spec": {"containers": {"name": "a"}}}},
            "spec.template.spec.containers is a mapping, and Kubernetes takes a list.",
        ),
        (
            {"template": {"spec": {"containers": ["a"]}}},
            "spec.template.spec.containers[0] is `a`, and Kubernetes takes a mapping.",
        ),
        ({"completions": True}, "spec.completions is `True`, and Kubernetes takes a "),
        ({"template": {1: 2}}, "A key of spec.template is `1`, and Kubernetes takes a"),
        ({"completions": "two"}, "spec.completions is `two`, and Kubernetes takes a "),
        (
            {"completions": 0},
            "spec.completions is `0`, and Kubernetes takes 1 to 2,147,",
        ),
        ({"parallelism": 10**30}, "spec.parallelism is `1000000000"),
        ({"backoffLimit": -1}, "spec.backoffLimit is `-1`, and Kubernetes takes 0 to "),
        (
            {"template": {"spec": {"hostNetwork": "no"}}},
            "spec.template.spec.hostNetwork is `no`, and Kubernetes takes true or false.",
        ),
        (
            {
                "template": {
                    "spec": {"containers": [{"resources": {"limits": {"cpu": True}}}]}
                }
            },
            "spec.template.spec.containers[0].resources.limits.cpu is `True`, and Kubern",
        ),
        (
            {
                "template": {
                    "spec": {"containers": [{"env": [{"name": "A", "value": 8}]}]}
                }
            },
            "spec.template.spec.containers[0].env[0].value is `8`, and Kubernetes takes a text.",
        ),
    ],
)
def test_a_field_of_another_kind_is_found(spec: object, says: str) -> None:
    good = {"kind": "Job", "apiVersion": "batch/v1", "metadata": {"name": "a"}}
    report = check_manifests([good | {"spec": spec}])
    assert report.ids == ["wrong-type"]
    assert report.findings[0].says.startswith(says)
    assert report.mistakes
    assert report.unread == (
        "the rest of the document of kind Job, until that is mended.",
    )


def test_fields_of_another_kind_are_all_found_and_what_is_whole_is_judged() -> None:
    whole = manifests.documents((FOLDER / "bad-job-half.yaml").read_text("utf-8"))
    odd = {"kind": "Job", "spec": {"completions": "x", "parallelism": "y"}}
    report = check_manifests([*whole, odd])
    assert report.ids == ["gpu-not-whole", "wrong-type"]
    assert len(report.findings) == 3
    assert report.launches


def below(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    pairs = value.items() if isinstance(value, dict) else ()
    for key, each in enumerate(value) if isinstance(value, list) else pairs:
        yield (*path, key)
        yield from below(each, (*path, key))


@pytest.mark.parametrize("other", [None, [None], ["a"], {"a": None}, 3, "a", {1: 2}])
@pytest.mark.parametrize(
    "name",
    ["good-job", "good-trainjob", "bad-pytorchjob-elastic", "good-mpijob"],
)
def test_another_shape_anywhere_is_no_accident(name: str, other: object) -> None:
    whole = manifests.documents((FOLDER / f"{name}.yaml").read_text("utf-8"))
    for path in below(whole):
        documents: Any = deepcopy(whole)
        place = documents
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = other
        with suppress(CourseError):
            assert str(check_manifests(documents))
