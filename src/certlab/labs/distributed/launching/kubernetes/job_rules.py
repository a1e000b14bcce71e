"""Rules of jobs on Kubernetes: Job, TrainJob, PyTorchJob, MPIJob.

Sources: Kubernetes' pages Jobs and Job with Pod-to-Pod Communication; in github
kubeflow/trainer docs/operator-guides/migration.md, pkg/runtime/framework/plugins/torch and
pkg/webhooks/pytorch of release 1.9; github kubeflow/mpi-operator, v2beta1.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from certlab.finding import Finding
from certlab.labs.distributed.launching.finding import of_rule
from certlab.labs.distributed.launching.kubernetes.pods import (
    VERSIONS,
    Document,
    Pods,
    at,
    whole,
)
from certlab.labs.distributed.launching.programs import is_python
from certlab.labs.distributed.launching.torchrun.scene import Scene

_RESERVED = ("NNODES", "NPROC_PER_NODE", "NODE_RANK", "MASTER_ADDR", "MASTER_PORT")


def version(document: Document) -> Iterator[Finding]:
    """The kind's API, and kinds that have a successor."""
    kind, told = str(document.get("kind")), str(document.get("apiVersion"))
    if told not in VERSIONS[kind]:
        says = f"{kind} is of {' or '.join(VERSIONS[kind])}, not of {told}; write that."
        yield of_rule("api-version", says)
    elif kind == "PyTorchJob":
        says = (
            "PyTorchJob is of the Training Operator v1, which is legacy; its successor is "
            "TrainJob of trainer.kubeflow.org/v1alpha1, whose API may still change."
        )
        yield of_rule("legacy-pytorchjob", says)
    elif told == "kubeflow.org/v1":
        says = (
            "MPIJob of kubeflow.org/v1 is the Training Operator's, which is legacy; write "
            "kubeflow.org/v2beta1 of the MPI operator, or a TrainJob."
        )
        yield of_rule("legacy-mpijob", says)


def job(one: Pods, documents: Sequence[Document], host: str) -> Iterator[Finding]:
    """A Job whose Pods must run together and find each other."""
    spec = one.job.get("spec") or {}
    policy = one.spec.get("restartPolicy")
    if policy not in ("Never", "OnFailure"):
        told = f"is {policy}" if policy else "is not given, which means Always"
        says = f"restartPolicy {told}, and a Job takes Never or OnFailure; write Never."
        yield of_rule("restart-policy", says)
    count, together = one.count, spec.get("parallelism", 1)
    if count < 2 and together < 2:
        return
    if spec.get("completionMode") != "Indexed":
        says = (
            f"{count} Pods without completionMode: Indexed have no index and no name that "
            "stays, so none can be rank 0; add it."
        )
        yield of_rule("not-indexed", says)
    if together != count:
        says = (
            f"completions is {count} and parallelism {together}: only {together} of {count} "
            f"ranks' Pods run at once and wait for the rest; write parallelism: {count}."
        )
        yield of_rule("pods-not-at-once", says)
    if host.startswith(f"{one.name}-") and spec.get("completionMode") == "Indexed":
        yield from _service(one, documents, host)


def _service(one: Pods, documents: Sequence[Document], host: str) -> Iterator[Finding]:
    """A name such as train-0.train exists where a headless Service is the subdomain."""
    subdomain = one.spec.get("subdomain")
    headless = {
        str(at(each, "metadata", "name"))  # a Service may have any shape
        for each in documents
        if each.get("kind") == "Service" and at(each, "spec", "clusterIP") == "None"
    }
    if not subdomain:
        lack = "the Pods have no subdomain"
    elif subdomain not in headless:
        lack = f"there is no Service {subdomain} with clusterIP: None here"
    elif f".{subdomain}" not in host:
        lack = f"the name lacks .{subdomain}"
    else:
        return
    says = (
        f"{host} is not a name that DNS knows: {lack}; a headless Service, subdomain with its "
        "name, and HOST.SUBDOMAIN are needed, all three."
    )
    yield of_rule("no-headless-service", says)


def elastic(one: Pods, nodes: tuple[int, int] | None) -> Iterator[Finding]:
    """A job that may shrink should get its Pods back."""
    spec = one.job.get("spec") or {}
    if nodes and nodes[0] != nodes[1] and spec.get("backoffLimit") == 0:
        says = (
            f"--nnodes={nodes[0]}:{nodes[1]} counts on Pods that come back, and backoffLimit: "
            "0 ends the Job with the first that fails; leave it at its default of 6, or "
            "higher."
        )
        yield of_rule("elastic-no-new-pod", says)


def same_rank(scenes: Sequence[tuple[Pods, Scene]]) -> Iterator[Finding]:
    """Templates of one Pod each whose lines name a rank: each needs its own."""
    taken: dict[str, str] = {}
    for one, scene in scenes:
        rank = scene.option("node-rank")
        if one.alike > 1 or not rank.isdigit() or not scene.static or not scene.several:
            continue
        before = taken.setdefault(rank, one.role)
        if before != one.role:
            says = (
                f"{before} and {one.role} both say --node-rank={rank}, and each node of the "
                "static rendezvous needs a rank of its own; leave it to the operator."
            )
            yield of_rule("same-node-rank", says)


def kubeflow(one: Pods, *, launched: bool) -> Iterator[Finding]:
    """What the operators set themselves, and what they insist on."""
    if one.kind == "TrainJob":
        mine = [each.get("name") for each in one.container.get("env") or ()]
        taken = [name for name in mine if str(name).removeprefix("PET_") in _RESERVED]
        taken = [name for name in taken if str(name).startswith("PET_")]
        if taken:
            says = (
                f"{', '.join(map(str, taken))} is set by Kubeflow Trainer, which refuses a "
                "TrainJob that sets it; say numNodes and numProcPerNode instead."
            )
            yield of_rule("reserved-env", says)
        processes = one.count * max(one.gpus or 1, 1)
        if one.words and not launched and processes > 1 and one.of_torch:
            says = (
                "Kubeflow Trainer sets PET_ variables alone, which torchrun reads and "
                f"{one.words[0]} does not: {one.count} programs of 1 rank each; put torchrun "
                "in its place."
            )
            yield of_rule("no-launcher", says)
    elif one.kind == "PyTorchJob":
        yield from _pytorchjob(one)


def _pytorchjob(one: Pods) -> Iterator[Finding]:
    names = [each.get("name") for each in one.spec.get("containers") or ()]
    if "pytorch" not in names:
        says = (
            f"No container of {one.role} is called pytorch, which the operator insists on; "
            f"call {names[0] if names else 'it'} so."
        )
        yield of_rule("container-name", says)
    masters = at(one.job, "spec", "pytorchReplicaSpecs", "Master", "replicas")
    if one.role == "Master" and masters != 1:
        says = (
            f"Master has {masters if masters is not None else 'no'} replicas and must have 1; "
            "the others are workers."
        )
        yield of_rule("masters", says)


def processes(words: Sequence[str]) -> tuple[str, str]:
    """The option that says how many processes mpirun starts, and what it says."""
    for flag, count in pairwise(words):
        if is_python(flag):
            break
        if flag in ("-n", "-np", "-c", "--n", "--np"):
            return flag, count
    return "", ""


def mpi(launcher: Pods, workers: Pods, words: Sequence[str]) -> Iterator[Finding]:
    """mpirun's processes, slots and GPUs of an MPIJob."""
    slots = at(launcher.job, "spec", "slotsPerWorker") or 1
    if workers.gpus and slots != workers.gpus:
        says = (
            f"slotsPerWorker is {slots} and a worker has {workers.gpus} GPUs; write "
            f"{workers.gpus}, one process a GPU."
        )
        yield of_rule("slots-not-gpus", says)
    room = slots * workers.count
    flag, count = processes(words)
    if whole(count) not in (None, room):
        says = (
            f"mpirun starts {count} processes on {workers.count} workers of {slots} "
            f"slots, which are {room}; write {flag} {room}."
        )
        yield of_rule("mpi-processes", says)
