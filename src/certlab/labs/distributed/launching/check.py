"""From a text or from manifests to a report: what is launched, and what is wrong."""

from collections.abc import Iterator, Sequence

from certlab.errors import CourseError
from certlab.labs.distributed.launching import (
    job_rules,
    pod_rules,
    slurm,
    torchrun,
    torchrun_rules,
)
from certlab.labs.distributed.launching.context import Scene, launch
from certlab.labs.distributed.launching.finding import Finding, Report, Setting
from certlab.labs.distributed.launching.launch import Launch
from certlab.labs.distributed.launching.manifest import VERSIONS, Document, Pods, whole
from certlab.labs.distributed.launching.manifest import pods as pods_of
from certlab.labs.distributed.launching.shell import commands

_NOTHING = (
    "Nothing here starts a program: give a torchrun line, a job script or a manifest."
)


def check(text: str, setting: Setting | None = None) -> Report:
    """What a torchrun command line or a Slurm job script launches.

    Raises:
        CourseError: it is neither, or cannot be read; one sentence.
    """
    told = setting or Setting()
    if "#SBATCH" in text or text.startswith("#!") or "srun" in text.split():
        report = slurm.check(text, told)
        if not report.launches and not report.findings:
            raise CourseError(_NOTHING)
        return report
    launches: list[Launch] = []
    findings: list[Finding] = []
    for command in commands(text, {}):
        line = torchrun.find(command.words)
        if line is None:
            continue
        known, gpus = command.known, told.gpus or None
        scene = Scene(
            line,
            launch(line, known, gpus),
            told,
            command.line,
            known,
            threads_seen=False,
        )
        launches.append(scene.launch)
        findings += torchrun_rules.of(scene)
    if not launches:
        raise CourseError(_NOTHING)
    return Report(tuple(launches), tuple(findings))


def check_manifests(
    documents: Sequence[Document], setting: Setting | None = None
) -> Report:
    """What the documents of one manifest launch.

    Raises:
        CourseError: none of them is a job that is known here.
    """
    told = setting or Setting()
    known = [one for one in documents if one.get("kind") in VERSIONS]
    if not known:
        kinds = ", ".join(VERSIONS)
        raise CourseError(f"No document is a job that is known here: {kinds}.")
    launches: list[Launch] = []
    findings: list[Finding] = []
    for document in known:
        findings += job_rules.version(document)
        parts = {one.role: one for one in pods_of(document)}
        if document.get("kind") == "MPIJob":
            launches += _mpi(parts, findings)
            continue
        for one in parts.values():
            made = _pod(one, documents, told, findings)
            launches += [made] if made not in launches else []
    return Report(tuple(launches), tuple(dict.fromkeys(findings)))


def _pod(
    one: Pods, documents: Sequence[Document], told: Setting, findings: list[Finding]
) -> Launch:
    scene = _scene(one, told)
    nodes = one.count or 1
    findings += pod_rules.resources(one)
    findings += pod_rules.shared_memory(one)
    findings += pod_rules.network(one, nodes)
    findings += pod_rules.variables(one)
    if one.kind == "Job":
        findings += job_rules.job(one, documents, scene.host if scene else "")
    findings += job_rules.kubeflow(one, launched=scene is not None)
    if scene is None:
        name = one.words[0] if one.words else ""
        return Launch(name or "the image", _program(one), (nodes, nodes), 1, one.gpus)
    on_cpu = scene.option("nproc-per-node") == "cpu"
    if one.gpus == 0 and not on_cpu and not _asked(one):
        says = (
            "The container has no limit for nvidia.com/gpu, so it sees 0 GPUs; write "
            "limits: nvidia.com/gpu: 8, or as many as it uses."
        )
        findings.append(Finding("no-gpus", says))
    findings += torchrun_rules.of(scene)
    findings += job_rules.elastic(one, scene.launch.nodes)
    if scene.launch.nodes and not scene.standalone:
        least, most = scene.launch.nodes
        if not least <= nodes <= most:
            says = (
                f"torchrun waits for {most} nodes and {nodes} Pods are started; make them "
                "one number."
            )
            findings.append(Finding("nodes-differ", says))
    return scene.launch


def _scene(one: Pods, told: Setting) -> Scene | None:
    words, known = one.words, one.known
    if words and words[0].rpartition("/")[2] in ("sh", "bash") and len(words) > 2:
        found = [*commands(words[2], known)]
    else:
        found = []
    lines: Iterator[tuple[torchrun.Line | None, dict[str, str]]] = (
        (torchrun.find(each.words), dict(each.known)) for each in found
    )
    options = [*lines] or [(torchrun.find(words), known)]
    for line, have in options:
        if line is not None:
            cpus = (one.container.get("resources") or {}).get("limits") or {}
            return Scene(
                line,
                launch(line, have, one.gpus),
                told,
                0,
                have,
                alike=True,
                inside=True,
                threads_seen=True,
                cpus=whole(cpus.get("cpu", "")) or 0,
            )
    return None


def _mpi(parts: dict[str, Pods], findings: list[Finding]) -> list[Launch]:
    launcher, workers = parts.get("Launcher"), parts.get("Worker")
    if launcher is None or workers is None:
        raise CourseError("The MPIJob lacks Launcher or Worker; give both.")
    nodes = workers.count or 1
    findings += pod_rules.resources(workers)
    findings += pod_rules.shared_memory(workers)
    findings += pod_rules.network(workers, nodes)
    findings += job_rules.mpi(launcher, workers)
    slots = (launcher.job.get("spec") or {}).get("slotsPerWorker") or 1
    return [Launch("mpirun", _program(launcher), (nodes, nodes), slots, workers.gpus)]


def _asked(one: Pods) -> bool:
    """Whether GPUs stand under requests, which has a finding of its own."""
    return any(
        finding.id == "gpu-in-requests-only" for finding in pod_rules.resources(one)
    )


def _program(one: Pods) -> str:
    return next((word for word in one.words[1:] if word.endswith(".py")), "")
