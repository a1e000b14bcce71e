"""From the documents of a manifest to a report."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from certlab.errors import CourseError
from certlab.finding import Finding
from certlab.labs.distributed.launching.finding import Report, Setting, of_rule, once
from certlab.labs.distributed.launching.kubernetes import job_rules, pod_rules
from certlab.labs.distributed.launching.kubernetes.pods import (
    VERSIONS,
    Document,
    Pods,
    at,
    whole,
)
from certlab.labs.distributed.launching.kubernetes.pods import pods as pods_of
from certlab.labs.distributed.launching.kubernetes.shape import (
    WITHOUT_PODS,
    document,
    is_known,
    shape,
)
from certlab.labs.distributed.launching.launch import Launch
from certlab.labs.distributed.launching.programs import (
    MPI,
    is_python,
    is_quiet,
    may_launch,
    name,
    script_of,
    unwrapped,
)
from certlab.labs.distributed.launching.shell import Command, Script, holes, read
from certlab.labs.distributed.launching.torchrun import command_line, rules, unread
from certlab.labs.distributed.launching.torchrun.scene import Scene, launch
from certlab.labs.distributed.launching.unmodelled import name_of


def check_manifests(
    documents: Sequence[Document], setting: Setting | None = None
) -> Report:
    """What the documents of one manifest launch.

    A document in which a field is of another kind than Kubernetes takes is not judged further:
    rules that read it would judge another job than the one that was meant.

    Raises:
        CourseError: none of them is a job that is known here.
    """
    documents = [document(one) for one in documents]
    reading = _Reading(documents, setting or Setting())
    known = [one for one in documents if is_known(one)]
    if not known:
        kinds = ", ".join(VERSIONS)
        told = ", ".join(sorted({_named(one) for one in documents}))
        raise CourseError(
            f"No document is a job that is known here: {kinds}; this is {told or 'empty'}."
        )
    for one in documents:
        wrong = [*shape(one)] if one in known or one["kind"] == "Service" else []
        if wrong:
            reading.wrong(one, wrong)
        elif one in known:
            reading.document(one)
        elif one["kind"] not in WITHOUT_PODS:
            reading.unread.append(
                f"the document of kind {_named(one)}, which certlab does not model."
            )
    launches, findings = once(reading.launches), once(reading.findings)
    return Report(launches, findings, once(reading.unread))


@dataclass
class _Reading:
    """What was found so far."""

    documents: Sequence[Document]
    setting: Setting
    launches: list[Launch] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)

    def wrong(self, document: Document, says: Sequence[str]) -> None:
        """One document with fields of another kind, of which the first ten are named."""
        self.findings += [of_rule("wrong-type", each) for each in says[:10]]
        self.unread.append(
            f"the rest of the document of kind {document['kind']}, until "
            f"{'that is' if len(says) == 1 else f'those {len(says)} fields are'} mended."
        )

    def document(self, document: Document) -> None:
        """One job."""
        self.findings += job_rules.version(document)
        parts = {one.role: one for one in pods_of(document)}
        if document.get("kind") == "MPIJob":
            self._mpi(parts)
            return
        scenes = [(one, scene) for one in parts.values() for scene in self._pod(one)]
        self.findings += job_rules.same_rank(scenes)

    def _pod(self, one: Pods) -> list[Scene]:
        """The Pods of one template; the torchruns that they start."""
        script = _script(one)
        scenes = self._scenes(one, script)
        loud = sorted(_loud(script), key=lambda words: not may_launch(words))
        scripts = [words for words in loud if may_launch(words)]
        self.findings += pod_rules.resources(one)
        self.findings += pod_rules.shared_memory(one)
        self.findings += pod_rules.network(one)
        self.findings += pod_rules.variables(one)
        if one.kind == "Job":
            host = scenes[0].host if scenes else ""
            self.findings += job_rules.job(one, self.documents, host)
        self.findings += job_rules.kubeflow(one, launched=bool(scenes or scripts))
        if one.kind == "TrainJob" and one.runtime and not one.of_torch:
            self.unread.append(
                f"the runtime {one.runtime} is not named as one of torch, and what it starts "
                "the ranks with certlab does not model."
            )
        if not scenes:
            self._unlaunched(one, loud)
        elif scripts:
            self.unread.append(_not_modelled(scripts[0]))
        for scene in scenes:
            self._torchrun(one, scene)
        self.unread += [
            f"the container {other} asks for GPUs too, and what it starts is not read."
            for other in one.others
        ]
        if loud:
            self.unread += script.forked
            self.unread += [says for each in script.commands for says in each.doubts]
        return scenes

    def _torchrun(self, one: Pods, scene: Scene) -> None:
        self.launches.append(scene.launch)
        on_cpu = scene.option("nproc-per-node") == "cpu"
        if one.gpus == 0 and not on_cpu and not _asked(one):
            says = (
                "The container has no limit for nvidia.com/gpu, so it sees 0 GPUs; write "
                "limits: nvidia.com/gpu: 8, or as many as it uses."
            )
            self.findings.append(of_rule("no-gpus", says))
        self.findings += rules.findings(scene)
        self.unread += unread.sentences(scene)
        self.findings += job_rules.elastic(one, scene.launch.nodes)
        if scene.launch.nodes and not scene.standalone:
            least, most = scene.launch.nodes
            if not least <= one.count <= most:
                says = (
                    f"torchrun waits for {most} nodes and {one.count} Pods are started; make them "
                    "one number."
                )
                self.findings.append(of_rule("nodes-differ", says))

    def _unlaunched(self, one: Pods, loud: Sequence[Sequence[str]]) -> None:
        """A container without torchrun: the image's own start, or a program as it is."""
        plain = bool(loud) and is_python(loud[0][0]) and script_of(one.words) is None
        if one.words and not plain:
            self.unread.append(_not_modelled(loud[0] if loud else one.words))
            return
        if one.of_torch or one.kind != "TrainJob":
            how = name(one.words[0]) if one.words else "the image"
            nodes = (one.count, one.count)
            self.launches.append(Launch(how, _program(one.words), nodes, 1, one.gpus))
        if not one.words and one.kind != "TrainJob":
            self.unread.append(
                "the image says what is started, and it is not read here."
            )
        elif (
            one.kind == "Job" and one.count > 1 and "MASTER_ADDR" not in one.environment
        ):
            self.unread.append(
                f"nothing sets MASTER_ADDR here, and how the ranks of {_program(one.words)} find "
                "each other is not read."
            )

    def _scenes(self, one: Pods, script: Script) -> list[Scene]:
        """The torchruns of a container: of its words, or of the script that a shell gets."""
        lines = [(each, command_line.find(each.words)) for each in script.commands]
        limits = at(one.container, "resources", "limits") or {}
        return [
            Scene(
                line,
                launch(line, each.environment, one.gpus),
                self.setting,
                0,
                each.environment,
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
        self.findings += pod_rules.resources(workers)
        self.findings += pod_rules.shared_memory(workers)
        self.findings += pod_rules.network(workers)
        loud = _loud(_script(launcher))
        started = [words for words in loud if name(words[0]) in MPI]
        if not started:
            self.unread.append(_not_modelled([*loud, ["the image"]][0]))
        slots = at(launcher.job, "spec", "slotsPerWorker") or 1
        for words in started or [()]:
            self.findings += job_rules.mpi(launcher, workers, words)
            count = job_rules.processes(words)[1]
            self.unread += [
                f"the processes of mpirun depend on {one}." for one in holes(count)
            ]
            if words:
                nodes = (workers.count, workers.count)
                self.launches.append(
                    Launch("mpirun", _program(words), nodes, slots, workers.gpus)
                )


def _named(one: Document) -> str:
    told, kind = one.get("apiVersion"), str(one["kind"])[:60]
    return f"{kind} of {told}" if kind in VERSIONS else kind


def _script(one: Pods) -> Script:
    """The commands of a container: its words, or those of the script that a shell gets."""
    inner = script_of(unwrapped(one.words))
    if inner is not None:
        return read(inner[0], one.environment, 1, inner[1])
    word = Command(one.words, 0, one.environment, assigned=frozenset(one.environment))
    return Script((word,) if one.words else (), {})


def _loud(script: Script) -> list[Sequence[str]]:
    """The commands of a container that start something, as they are behind wrappers."""
    found = [unwrapped(each.words) for each in script.commands]
    return [words for words in found if not is_quiet(words)]


def _not_modelled(words: Sequence[str]) -> str:
    return f"`{name_of(words)}` starts this, and certlab does not model it."


def _asked(one: Pods) -> bool:
    """Whether GPUs stand under requests, which has a finding of its own."""
    return any(
        finding.rule == "gpu-in-requests-only" for finding in pod_rules.resources(one)
    )


def _program(words: Sequence[str]) -> str:
    return next((word for word in words[1:] if word.endswith(".py")), "")
