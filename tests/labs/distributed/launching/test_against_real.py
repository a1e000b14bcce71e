"""Against what we did not write: torchrun's own parser, bash, kubernetes-validate."""

import shlex
import shutil
import subprocess
import warnings
from typing import Any

import pytest

from certlab.errors import CourseError
from certlab.labs.distributed.launching import parse
from certlab.labs.distributed.launching.torchrun import command_line as torchrun
from certlab.labs.distributed.real import manifests
from tests.labs.distributed.launching.vectors import Vector, vectors

NATIVE = {"Job", "Service"}


@pytest.fixture(scope="module")
def parser() -> Any:
    pytest.importorskip("torch", reason="torch is not installed")
    from torch.distributed.run import get_args_parser

    return get_args_parser()


def test_the_options_are_torchrun_s(parser: Any) -> None:
    found: dict[bool, set[str]] = {True: set(), False: set()}
    for action in parser._actions:
        names = {one for one in action.option_strings if one[:2] == "--"}
        dashed = {one[2:].replace("_", "-") for one in names} - {"help"}
        found[action.nargs == 0] |= dashed
    assert found == {True: torchrun.FLAGS, False: torchrun.VALUES}
    short = {
        one[1:]: action.dest.replace("_", "-")
        for action in parser._actions
        for one in action.option_strings
        if one[:2] != "--" and one != "-h"
    }
    assert short == torchrun.SHORT


def lines() -> list[tuple[str, list[str]]]:
    """Every torchrun line of the corpus, as a shell would hand it over."""
    found = []
    for one in vectors(".sh"):
        text = one.path.read_text("utf-8").replace("\\\n", " ")
        body = [row for row in text.splitlines() if row and row[0] != "#"][-1]
        words = shlex.split(body)
        at = next(
            n for n, word in enumerate(words) if "torchrun" in word or "torch." in word
        )
        found.append((one.path.name, words[at + 1 :]))
    return found


@pytest.mark.parametrize(("name", "words"), lines())
def test_what_we_take_torchrun_takes_and_understands_alike(
    name: str, words: list[str], parser: Any
) -> None:
    if name == "bad-launch.sh":
        words = [one for one in words if one != "--use_env"]  # of that launcher alone
    ours, theirs = parse(words), parser.parse_args(words)
    assert ours.program == theirs.training_script
    assert list(ours.arguments) == theirs.training_script_args
    for option in torchrun.VALUES | torchrun.FLAGS:
        told = getattr(theirs, option.replace("-", "_"))
        if option in ours.options:
            flag = option in torchrun.FLAGS
            assert ours.options[option] == ("1" if flag else str(told))
        else:
            assert told == parser.get_default(option.replace("-", "_"))


@pytest.mark.parametrize("value", ["2", "1:4", "16:16"])
def test_nodes_are_read_as_torchrun_reads_them(value: str, parser: Any) -> None:
    del parser
    from torch.distributed.run import parse_min_max_nnodes

    assert torchrun.nodes(value) == parse_min_max_nnodes(value)


@pytest.mark.parametrize(
    "words", [["--nprocs=8", "a.py"], ["--nnodes"], ["--nnodes=2"]]
)
def test_what_we_refuse_torchrun_refuses(
    words: list[str], parser: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(CourseError):
        parse(words)
    with pytest.raises(SystemExit):
        parser.parse_args(words)
    assert "error:" in capsys.readouterr().err


@pytest.mark.parametrize(
    "one", vectors(".sbatch", ".sh", ".bash"), ids=lambda one: one.path.name
)
def test_scripts_are_bash(one: Vector) -> None:
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("bash is not installed")
    subprocess.run([bash, "-n", one.path], check=True)


@pytest.mark.parametrize("one", vectors(".yaml"), ids=lambda one: one.path.name)
def test_manifests_hold_to_kubernetes_schema(one: Vector) -> None:
    validator = pytest.importorskip("kubernetes_validate", reason="not installed")
    for document in manifests.documents(one.path.read_text("utf-8")):
        # Kubeflow's kinds have no schema there; their Pods have.
        if document["kind"] not in NATIVE:
            continue
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # its own, about its resources
            validator.validate(document, "1.37", strict=True)
