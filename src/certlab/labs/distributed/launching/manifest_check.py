"""From the documents of a manifest to a report."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from certlab.errors import CourseError
from certlab.labs.distributed.launching import (
    job_rules,
    pod_rules,
    torchrun,
    torchrun_rules,
    unread,
)
from certlab.labs.distributed.launching.context import Scene, launch
from certlab.labs.distributed.launching.finding import Finding, Report, Setting
from certlab.labs.distributed.launching.launch import Launch
from certlab.labs.distributed.launching.manifest import (
    VERSIONS,
    Document,
    Pods,
    shape,
    whole,
)
from certlab.labs.distributed.launching.manifest import pods as pods_of
from certlab.labs.distributed.launching.programs import (
    FOREIGN,
    is_quiet,
    name,
    script_of,
    unwrapped,
)
from certlab.labs.distributed.launching.shell import Command, read, shown


def check_manifests(
    documents: Sequence[Document], setting: Setting | None = None
) -> Report:
    """What the documents of one manifest launch.

    Raises:
        CourseError: none of them is a job that is known here, or one has another shape.
    """
    reading = _Reading(documents, setting or Setting())
    known = [one for one in documents if one.get("kind") in VERSIONS]
    if not known:
        kinds = ", ".join(VERSIONS)
        told = ", ".join(sorted({str(one.get("kind")) for one in documents}))
        raise CourseError(
            f"No document is a job that is known here: {kinds}; this is {told or 'empty'}."
        )
    for document in documents:
        shape(document)
    for document in known:
        reading.document(document)
    return Report(
        tuple(dict.fromkeys(reading.launches)),
        tuple(dict.fromkeys(reading.findings)),
        tuple(dict.fromkeys(reading.unread)),
    )


@dataclass
class _Reading:
    """What was found so far."""

    documents: Sequence[Document]
    setting: Setting
    launches: list[Launch] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)

    def document(self, document: Document) -> None:
        """One job."""
        self.findings += job_rules.version(document)
        parts = {one.role: one for one in pods_of(document)}
        if document.get("kind") == "MPIJob":
            self._mpi(parts)
            return
        for one in parts.values():
            self._pod(one)
        scenes = [(one, scene) for one in parts.values() for scene in self._scenes(one)]
        self.findings += job_rules.same_rank(scenes)

    def _pod(self, one: Pods) -> None:
        scenes = self._scenes(one)
        nodes = one.count or 1
        self.findings += pod_rules.resources(one)
        self.findings += pod_rules.shared_memory(one)
        self.findings += pod_rules.network(one, nodes)
        self.findings += pod_rules.variables(one)
        if one.kind == "Job":
            host = scenes[0].host if scenes else ""
            self.findings += job_rules.job(one, self.documents, host)
        self.findings += job_rules.kubeflow(one, launched=bool(scenes))
        if one.kind == "TrainJob" and one.runtime and not one.of_torch:
            self.unread.append(
                f"the runtime {one.runtime} is not named as one of torch, and what it starts "
                "the ranks with certlab does not model."
            )
        if not scenes:
            self._unlaunched(one)
        for scene in scenes:
            self._torchrun(one, scene)

    def _torchrun(self, one: Pods, scene: Scene) -> None:
        nodes = one.count or 1
        self.launches.append(scene.launch)
        on_cpu = scene.option("nproc-per-node") == "cpu"
        if one.gpus == 0 and not on_cpu and not _asked(one):
            says = (
                "The container has no limit for nvidia.com/gpu, so it sees 0 GPUs; write "
                "limits: nvidia.com/gpu: 8, or as many as it uses."
            )
            self.findings.append(Finding("no-gpus", says))
        self.findings += torchrun_rules.of(scene)
        self.unread += unread.of(scene)
        self.findings += job_rules.elastic(one, scene.launch.nodes)
        if scene.launch.nodes and not scene.standalone:
            least, most = scene.launch.nodes
            if not least <= nodes <= most:
                says = (
                    f"torchrun waits for {most} nodes and {nodes} Pods are started; make them "
                    "one number."
                )
                self.findings.append(Finding("nodes-differ", says))

    def _unlaunched(self, one: Pods) -> None:
        """A container without torchrun: the image's own start, or a program as it is."""
        started = name(one.words[0]) if one.words else ""
        foreign = [*_foreign(one)]
        inner = script_of(one.words)
        if foreign or inner is not None:
            told = foreign[0] if foreign else started
            self.unread.append(f"`{told}` starts this, and certlab does not model it.")
            return
        if one.of_torch or one.kind != "TrainJob":
            nodes = one.count or 1
            self.launches.append(
                Launch(
                    started or "the image", _program(one), (nodes, nodes), 1, one.gpus
                )
            )
        if not one.words and one.kind != "TrainJob":
            self.unread.append(
                "the image says what is started, and it is not read here."
            )

    def _scenes(self, one: Pods) -> list[Scene]:
        """The torchruns of a container: of its words, or of the script that a shell gets."""
        inner = script_of(one.words)
        told = [Command(one.words, 0, one.known, assigned=frozenset(one.known))]
        if inner is not None:
            told = [*read(inner[0], one.known, 1, inner[1]).commands]
        lines = [(each, torchrun.find(each.words)) for each in told]
        limits = (one.container.get("resources") or {}).get("limits") or {}
        return [
            Scene(
                line,
                launch(line, each.known, one.gpus),
                self.setting,
                0,
                each.known,
                alike=one.alike > 1,
                inside=True,
                threads_seen=True,
                cpus=whole(limits.get("cpu", "")) or 0,
                assigned=each.assigned,
            )
            for each, line in lines
            if line is not None
        ]

    def _mpi(self, parts: dict[str, Pods]) -> None:
        launcher, workers = parts.get("Launcher"), parts.get("Worker")
        if launcher is None or workers is None:
            raise CourseError("The MPIJob lacks Launcher or Worker; give both.")
        nodes = workers.count or 1
        self.findings += pod_rules.resources(workers)
        self.findings += pod_rules.shared_memory(workers)
        self.findings += pod_rules.network(workers, nodes)
        self.findings += job_rules.mpi(launcher, workers)
        slots = (launcher.job.get("spec") or {}).get("slotsPerWorker") or 1
        made = Launch("mpirun", _program(launcher), (nodes, nodes), slots, workers.gpus)
        self.launches.append(made)


def _foreign(one: Pods) -> Iterator[str]:
    """Commands of a container that certlab does not model, launchers first."""
    inner = script_of(one.words)
    if inner is None:
        if one.words and name(unwrapped(one.words)[0]) in FOREIGN:
            yield name(unwrapped(one.words)[0])
        return
    found = [unwrapped(each.words) for each in read(inner[0], one.known).commands]
    loud = [words for words in found if not is_quiet(words)]
    for words in sorted(loud, key=lambda each: name(each[0]) not in FOREIGN):
        yield shown(" ".join(words[:2]))


def _asked(one: Pods) -> bool:
    """Whether GPUs stand under requests, which has a finding of its own."""
    return any(
        finding.id == "gpu-in-requests-only" for finding in pod_rules.resources(one)
    )


def _program(one: Pods) -> str:
    return next((word for word in one.words[1:] if word.endswith(".py")), "")
