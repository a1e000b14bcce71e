"""What stands in a report, bad input, and the verb."""

import json
from pathlib import Path

import pytest

from certlab.errors import CourseError
from certlab.labs.distributed.launching import FINDINGS, Setting, check, check_manifests
from certlab.labs.distributed.launching.shell import KEPT, read
from certlab.labs.distributed.launching.slurm.request import Request, options, request
from certlab.labs.distributed.real import manifests
from tests.command_line import Run, certlab
from tests.labs.distributed.launching.vectors import FOLDER

LINE = "torchrun --standalone --nproc-per-node=8 train.py"


def test_a_report_in_words() -> None:
    report = check("torchrun --nproc-per-node=8 train.py", Setting(gpus=4))
    assert str(report) == (
        "torchrun starts train.py on 1 node, 8 a node: 8 ranks; 4 GPUs a node, 0.5 a "
        "process.\n"
        "- mistake, processes-not-gpus, line 1: --nproc-per-node=8 starts 8 processes a "
        "node where 4 GPUs are seen, so local ranks from 4 on have none; write "
        "--nproc-per-node=4, or ask for 8 a node."
    )
    assert [one.rule for one in report.mistakes] == ["processes-not-gpus"]
    assert str(check(LINE)).endswith("No mistake was found.")


def test_advice_is_no_mistake() -> None:
    report = check((FOLDER / "bad-slurm-cpus.sbatch").read_text("utf-8"))
    assert report.ids == ["cpus-not-inherited"]
    assert not report.mistakes
    assert set(FINDINGS.values()) == {"mistake", "advice"}


@pytest.mark.parametrize(
    ("slurm", "found"),
    [("21.08", 0), ("22.05", 1), ("23.02.7", 1), ("23.11", 0), ("24.05", 0), ("", 1)],
)
def test_which_slurm_forgets_the_cpus(slurm: str, found: int) -> None:
    """CHANGELOG of Slurm 22.05.0rc1 and 23.11.0rc1."""
    text = (FOLDER / "bad-slurm-cpus.sbatch").read_text("utf-8")
    assert len(check(text, Setting(slurm=slurm)).findings) == found


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("ls -l", "No command of this text starts a program that certlab models; it "),
        ("#!/bin/bash\necho hello", "No command of this text starts a program that "),
        (
            "make train",
            "Line 1: `make train` starts this, and certlab does not model it; ",
        ),
        ("", "The text is empty: give a torchrun line, a job script or a manifest."),
        (
            "torchrun --nnodes=2",
            "torchrun: there is no training script; name it at the ",
        ),
        (
            "torchrun --nprocs=8 a.py",
            "torchrun has no option --nprocs; torchrun --help ",
        ),
        (
            "torchrun --nnodes=4:1 a.py",
            "torchrun: --nnodes goes from 4 to 1; the least ",
        ),
        ("torchrun --nnodes=two a.py", 'torchrun: --nnodes is "two"; write 4, or 1:4.'),
        ("torchrun --nnodes", "torchrun: --nnodes needs a value; write --nnodes=..."),
        ("torchrun ... a.py", "torchrun: ... stands for something that was left out; "),
        ("torchrun [--nnodes=2] a.py", "torchrun: [--nnodes=2] stands for something "),
        ("torchrun 'a.py", "Line 1: the quote ' is not closed; close it."),
        ("a\ntorchrun --node-rank=$(hostname a.py", "Line 2: $( or ` is not closed; "),
        ("#!/bin/sh\nsrun -n", "Slurm: -n needs a value; write -n=..."),
    ],
)
def test_bad_text_is_refused_in_a_sentence(text: str, says: str) -> None:
    with pytest.raises(CourseError) as told:
        check(text)
    assert str(told.value).startswith(says)


def test_other_bad_input() -> None:
    with pytest.raises(
        CourseError, match=r"^No document is a job that is known here: Job"
    ):
        check_manifests([{"kind": "Pod"}])
    with pytest.raises(CourseError, match="lacks Launcher or Worker"):
        check_manifests([{"kind": "MPIJob", "apiVersion": "kubeflow.org/v2beta1"}])
    with pytest.raises(CourseError, match=r"^The program is no Python in line 1; give"):
        check(LINE, Setting(program="def ("))
    with pytest.raises(CourseError, match=r"^kind is a list, and Kubernetes takes a "):
        check_manifests([{"kind": ["Job"]}])
    with pytest.raises(
        CourseError, match=r"this is Job of batch\.volcano\.sh/v1alpha1"
    ):
        check_manifests([{"kind": "Job", "apiVersion": "batch.volcano.sh/v1alpha1"}])
    report = check_manifests([{"kind": "Job", "metadata": {"name": ["train"]}}])
    assert report.findings[0].says.startswith(
        "metadata.name is a list, and Kubernetes "
    )
    script = (FOLDER / "bad-slurm-cpus.sbatch").read_text("utf-8")
    with pytest.raises(
        CourseError, match=r"^new is not a version of Slurm; write 23\.02"
    ):
        check(script, Setting(slurm="new"))
    for text, says in (
        ("kind: [", "x: not valid YAML in line 1."),
        ("a: 1", "x: each document of a manifest has a kind; this has one without."),
        ("", "x: each document of a manifest has a kind; this has one without."),
    ):
        with pytest.raises(CourseError) as told:
            manifests.documents(text, "x")
        assert str(told.value) == says


@pytest.mark.parametrize(
    "spec", [None, {}, {"template": None}, {"template": {"spec": {}}}]
)
@pytest.mark.parametrize("kind", ["Job", "TrainJob", "PyTorchJob"])
def test_a_hollow_manifest_is_no_accident(kind: str, spec: object) -> None:
    check_manifests([{"kind": kind, "apiVersion": "batch/v1", "spec": spec}])


def test_the_shell_s_words() -> None:
    script = "export A=1 # one\nB=$A; run \"$B $C\" '$B' \\\n  $(echo $A) ${D:-4} x#y"
    found = list(read(script, {}).commands)
    assert [one.words for one in found] == [
        ("run", "1 $C", f"{KEPT}B", "$(echo 1)", "4", "x#y")
    ]
    assert found[0].line == 2
    assert found[0].environment == {"A": "1"}, "a program sees what is exported"


def test_two_cases_of_one_word_are_two_questions() -> None:
    """The second has more branches, and of one, each of its ways is followed."""
    script = """case $1 in
  a) N=1;;
  *) N=2;;
esac
case $1 in
  a) M=1;;
  b) M=2;;
  *) M=3;;
esac
torchrun --nproc-per-node=$M --nnodes=$N train.py
"""
    launches = check(script).launches
    assert {(one.nodes, one.processes) for one in launches} == {
        ((nodes, nodes), processes) for nodes in (1, 2) for processes in (1, 2, 3)
    }


def asked(text: str) -> Request:
    return request(text, read(text, {}).comments)


def test_what_slurm_is_asked_for() -> None:
    words = ["-N2", "-n", "4", "--exclusive", "--gres=gpu:a100:4,craynetwork:1", "a.sh"]
    found, at = options(words)
    assert at == 5
    assert found == {
        "nodes": "2",
        "ntasks": "4",
        "exclusive": "1",
        "gres": "gpu:a100:4,craynetwork:1",
    }
    job = asked(
        "#!/bin/bash\n#SBATCH -N 2 --gpus-per-node=h100:8 # ours\n#SBATCH -n 16\n"
    )
    assert (job.nodes, job.gpus_per_node, job.tasks_per_node, job.tasks) == (
        2,
        8,
        8,
        16,
    )
    assert asked("").gpus_per_node == 0
    assert asked("#SBATCH --gpus-per-task=2\n#SBATCH -n 4").gpus_per_node == 8


def run(*words: str, stdin: str = "") -> Run:
    return certlab("check-launch", *words, lines=stdin)


def test_the_verb(tmp_path: Path) -> None:
    done = run("-", stdin=LINE)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(
        "torchrun starts train.py on 1 node, 8 a node: 8 ranks."
    )
    bad = run("-", "--gpus", "4", "--tensor", "3", "--json", stdin=LINE)
    assert bad.returncode == 1
    told = json.loads(bad.stdout)
    assert told["launches"][0]["worlds"] == [8]
    assert [one["id"] for one in told["findings"]] == [
        "processes-not-gpus",
        "world-does-not-divide",
    ]
    assert told["findings"][0]["weight"] == "mistake"
    assert told["unread"] == []
    open_ = run("-", "--json", stdin="torchrun --nproc-per-node=$N a.py")
    assert json.loads(open_.stdout)["unread"] == [
        "line 1: --nproc-per-node depends on $N, which is not set here."
    ]
    job = run(str(FOLDER / "good-job.yaml"))
    assert job.returncode == 0
    assert "2 nodes, 8 a node: 16 ranks" in job.stdout
    program = str(FOLDER / "program-no-device.py")
    assert "local-rank-unused" in run("-", "--program", program, stdin=LINE).stdout
    missing = run(str(tmp_path / "none"))
    assert missing.returncode == 1
    assert missing.stderr.startswith("certlab: ")
    assert missing.stderr.endswith("cannot be read (No such file or directory).\n")
    assert run("-", "--gpus", "-1", stdin=LINE).stderr == (
        "certlab: The numbers of GPUs and ranks must be 0 or more.\n"
    )


def test_what_is_no_text_in_utf8(tmp_path: Path) -> None:
    assert run(str(tmp_path)).stderr == (
        f"certlab: {tmp_path} is a folder; name the file in it.\n"
    )
    wide = tmp_path / "job.sh"
    wide.write_bytes(LINE.encode("utf-16"))
    assert run(str(wide)).stderr == (
        f"certlab: {wide} is UTF-16, which neither bash nor sbatch reads; save it as UTF-8 "
        "without a mark.\n"
    )
    marked = tmp_path / "marked.sh"
    marked.write_bytes(f"#!/bin/bash\n#SBATCH -N1\n{LINE}".encode("utf-8-sig"))
    assert "behind a byte-order mark" in run(str(marked)).stdout


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            "#!/bin/bash\nkubectl apply -f - <<E\nkind: Job\nE\n",
            "Line 2: `kubectl apply`",
        ),
        ("kubectl apply -f - <<E\nkind: Job\nE\n", "Line 1: `kubectl apply` starts"),
        (
            "# a job\n---\nkind: Job\napiVersion: batch/v1\n",
            "the image starts a program",
        ),
        ('{"kind": "Job", "apiVersion": "batch/v1"}', "the image starts a program"),
        ("{ torchrun --standalone a.py; }", "torchrun starts a.py on 1 node"),
    ],
)
def test_a_manifest_is_told_from_a_script(text: str, says: str) -> None:
    done = run("-", stdin=text)
    assert (done.stdout or done.stderr.removeprefix("certlab: ")).startswith(says)


@pytest.mark.parametrize(
    ("before", "says"),
    [
        ("#PBS -l select=2", "line 2: #PBS asks another scheduler than Slurm, which "),
        (
            "#SBATCH -N1 --gpus-per-node=8 --exclusive\n#SBATCH hetjob",
            "line 3: the job ",
        ),
        ("source env.sh\nN=1", ""),
        ("N=1\nsource env.sh", "line 3 reads env.sh, which may set N anew."),
        ("N=1\nsource ~/.bashrc", ""),
        ("for N in 1 1; do :; done", ""),
        ("while true; do N=1; done", "line 3: --nnodes depends on $N, whose value "),
        (
            "N=$(cat nodes)",
            "line 3: --nnodes depends on $(cat nodes), which certlab does ",
        ),
        ("N=$((M + 1))", "line 3: --nnodes depends on $((M + 1)), whose sum certlab "),
        (
            "read -r N",
            "line 3: --nnodes depends on $N, whose value certlab does not know.",
        ),
        ("N=$1", "line 3: --nnodes depends on $1, an argument of the script."),
        ("N=${1:-1}", "line 3: $1 (1) is taken as its default, as it is not set here."),
        ("N=${M:-1}", "line 3: M (1) is taken as its default, as it is not set here."),
        ('[ -z "$M" ] && N=1', "line 2: M is taken as not set."),
        (
            "if test -d x; then N=1; else N=1; fi",
            "what line 2 tests is known only on the ",
        ),
    ],
)
def test_what_is_not_known_allows_no_clean_bill(before: str, says: str) -> None:
    line = "torchrun --nnodes=$N --nproc-per-node=8 --master-addr=a --node-rank=0 a.py"
    report = check(f"#!/bin/bash\n{before}\n{'N=1; ' * ('N' not in before)}{line}")
    assert report.ids in ([], ["omp-threads"], ["no-srun"])
    assert any(one.startswith(says) for one in report.unread) is bool(says)
    assert ("No mistake was found." in str(report)) is (not says and not report.ids)


@pytest.mark.parametrize(
    ("names", "count"),
    [
        ("node[1-2]", 2),
        ("gpu[01-04,07],login", 6),
        ("r[1-2]n[1-3]", 6),
        ("a", 1),
        ("a,a", None),
        ("/etc/nodes", None),
        ("$SLURM_JOB_NODELIST", None),
        ("n[1-", None),
        ("n[2-1]", None),
        ("n[1-999999999]", None),
    ],
)
def test_as_many_nodes_as_are_named(names: str, count: int | None) -> None:
    report = check(f"srun -w '{names}' torchrun t.py")
    found = [one.rule for one in report.findings if one.rule == "nodes-differ"]
    assert found == (["nodes-differ"] if count and count > 1 else [])
