"""kubectl: nodes, pods and events of the cluster under the GPU Operator."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from certlab.labs.operations.node.answer import Answer, Call, Unknown, unknown
from certlab.labs.operations.node.described import described
from certlab.labs.operations.node.kubernetes import changes, describe, events, tables
from certlab.labs.operations.node.kubernetes.changes import Changed
from certlab.labs.operations.node.kubernetes.events import Happened
from certlab.labs.operations.node.kubernetes.logs import log
from certlab.labs.operations.node.kubernetes.pods import Pod, parts, pods
from certlab.labs.operations.node.options import read
from certlab.labs.operations.node.state import World

_Thing = str | Pod | Happened  # a node by its name
_KINDS = {
    **dict.fromkeys(("nodes", "node", "no"), "nodes"),
    **dict.fromkeys(("pods", "pod", "po"), "pods"),
    **dict.fromkeys(("events", "event", "ev"), "events"),
}
_SERVER = "Error from server (NotFound): "


# The flags that a verb knows here: those with a value, and those without.
_IN, _APP = "-n|--namespace", "-l|--selector"
_FLAGS = {
    "get": (f"{_IN} {_APP} -o|--output", "-A|--all-namespaces"),
    "describe": (f"{_IN} {_APP}", "-A|--all-namespaces"),
    "logs": (f"{_IN} -c|--container --tail", "-p|--previous"),
    "cordon": ("", ""),
    "uncordon": ("", ""),
    "drain": ("", " ".join(changes.OVERRIDES)),
    "delete": (f"{_IN} {_APP}", ""),
    "rollout": (_IN, ""),
}


class _Line(NamedTuple):
    """What follows a verb: its words, and its flags by the first of their names."""

    words: list[str]
    flags: Mapping[str, str]

    @property
    def namespace(self) -> str:
        """That it is about."""
        return self.flags.get("-n", "default")

    @property
    def everywhere(self) -> bool:
        """It is about all namespaces."""
        return "-A" in self.flags

    @property
    def app(self) -> str:
        """The value of the label `app` that it asks for; we know no other label."""
        label, _, app = self.flags.get("-l", "app=").partition("=")
        if label != "app" or ("-l" in self.flags and not app):
            raise Unknown(f"-l {self.flags['-l']}")
        return app


def _kubectl(call: Call) -> Answer:
    verb = next((word for word in call.words if word in _FLAGS), "")
    if not verb:
        return unknown(call, " ".join(call.words[:1]) or "without a verb")
    try:
        flags, words = read(call.words, *_FLAGS[verb], getopt=True, most=99)
        if words[0] == verb:
            return _VERBS[verb](call, _Line(words[1:], flags))
        return unknown(call, words[0])
    except Unknown as error:
        raise Unknown(f"{verb} ({error})") from None


def _found(world: World, line: _Line, kind: str) -> Mapping[str, _Thing]:
    """What there is of a kind by name, in the namespace and of the app asked for."""
    assert world.kube
    if line.app and kind != "pods":
        raise Unknown(f"-l for {kind}")
    if kind == "nodes":
        return {name: name for name in world.kube.nodes}
    every: Sequence[Pod | Happened] = events.events(world)
    if kind == "pods":
        every = [one for one in pods(world) if line.app in ("", one.label)]
    found = [one for one in every if line.everywhere or one.namespace == line.namespace]
    # An event goes by no name here.
    return {one.name if kind == "pods" else f" {n}": one for n, one in enumerate(found)}


def _missing(world: World, line: _Line, kind: str, name: str) -> str:
    """There is no such thing, or not even such a namespace."""
    inside = {"default", "kube-system", *(one.namespace for one in pods(world))}
    if kind != "nodes" and line.namespace not in inside:
        kind, name = "namespaces", line.namespace
    return f'{kind} "{name}" not found'


def _chosen(call: Call, line: _Line) -> tuple[str, Mapping[str, _Thing], list[str]]:
    """Kind, what of it is meant, and the names of which there is none."""
    kind, *names = line.words or [""]
    if "/" in kind:
        kind, names = kind.partition("/")[0], [w.rpartition("/")[2] for w in line.words]
    kind = _KINDS.get(kind, "")
    if not kind:
        raise Unknown(" ".join(line.words) or "without a kind")
    found = _found(call.world, line, kind)
    gone = [name for name in names if name not in found]
    return kind, {n: found[n] for n in names or found if n in found}, gone


def _answer(
    call: Call, line: _Line, kind: str, text: str, gone: Sequence[str], form: str
) -> Answer:
    said = [_SERVER + _missing(call.world, line, kind, name) for name in gone]
    if not text and not gone:
        inside = f" in {line.namespace} namespace."
        text = f"No resources found{'' if line.everywhere else inside}"
    return Answer("\n".join([text] * bool(text) + said), int(bool(gone)), form=form)


def _get(call: Call, line: _Line) -> Answer:
    kind, found, gone = _chosen(call, line)
    if (output := line.flags.get("-o", "")) not in ("", "wide"):
        raise Unknown(f"-o {output}")
    some, wide = [*found.values()], bool(output)
    text = tables.table(call.world, kind, some, wide, line.everywhere) if some else ""
    return _answer(call, line, kind, text, gone, "kubectl get KIND")


def _describe(call: Call, line: _Line) -> Answer:
    kind, found, gone = _chosen(call, line)
    if kind == "events":
        raise Unknown("events")
    end = ""
    if not found and len(line.words) == 2:  # the beginning of a name will do as well
        every = _found(call.world, line, kind)
        found = {k: one for k, one in every.items() if k.startswith(line.words[1])}
        gone, end = ([], "\n") if found else (gone, "")
    texts = [
        describe.pod(call.world, one)
        if isinstance(one, Pod)
        else describe.node(call.world, name)
        for name, one in found.items()
    ]
    form = f"kubectl describe {kind[:-1]} NAME"
    return _answer(call, line, kind, "\n\n\n".join(texts) + end, gone, form)


def _logs(call: Call, line: _Line) -> Answer:
    tail = line.flags.get("--tail", "-1")
    if len(line.words) != 1 or not re.fullmatch("-1|[0-9]{1,6}", tail):
        raise Unknown("of anything but one pod, or some lines of its end")
    name = line.words[0].removeprefix("pod/")
    pod = _found(call.world, line, "pods").get(name)
    if not isinstance(pod, Pod):
        why = _missing(call.world, line, "pods", name)
        text = f'error: error from server (NotFound): {why} in namespace "{line.namespace}"'
        return Answer(text, 1)
    boxes = [box for box, _ in pod.containers]
    box, said = line.flags.get("-c", boxes[0]), []
    if box not in boxes:
        return Answer(f"error: container {box} is not valid for pod {name}", 1)
    if "-c" not in line.flags and len(boxes) > 1 and boxes[0] != "nvidia-driver-ctr":
        initial = ", ".join([boxes[0], *(f"{one} (init)" for one in boxes[1:])])
        said = [f'Defaulted container "{box}" out of: {initial}']
    text = (not pod.asked and log(call.world, pod, box, "-p" in line.flags)) or ""
    if not text:
        raise Unknown(f"of {box}, which is not simulated")
    if text.startswith("Error from server"):
        return Answer("\n".join([*said, text]), 1, form="kubectl logs POD")
    lines = text.split("\n")
    lines = lines if tail == "-1" else lines[max(0, len(lines) - int(tail)) :]
    return Answer("\n".join([*said, *lines]), form="kubectl logs POD")


def _each(
    call: Call,
    names: Sequence[str],
    said: Sequence[str],
    change: Callable[[World, str], Changed],
) -> Answer:
    """A change of one thing after the other."""
    world, texts, seconds, exit = call.world, [], 0.0, int(bool(said))
    for name in names:
        text, world, failed, took = change(world, name)
        texts.append(text)
        seconds, exit = seconds + took, exit or failed
    form = "kubectl cordon|uncordon|drain|delete|rollout restart"
    return Answer("\n".join([*texts, *said]), exit, max(1, seconds), world, form)


def _on_nodes(
    call: Call, line: _Line, change: Callable[[World, str], Changed]
) -> Answer:
    names = [word.removeprefix("node/") for word in line.words]
    if not names or "head" in names:
        raise Unknown(" ".join(names) or "without a node")
    _, found, gone = _chosen(call, _Line(["nodes", *names], line.flags))
    said = [f'{_SERVER}nodes "{name}" not found' for name in gone]
    return _each(call, [*found], said, change)


def _delete(call: Call, line: _Line) -> Answer:
    kind, found, gone = _chosen(call, line)
    if kind != "pods" or not (line.app or len(line.words) > 1 or "/" in line.words[0]):
        raise Unknown("of anything but pods by name")
    if not found and not gone:
        return Answer("No resources found")
    some = {name: one for name, one in found.items() if isinstance(one, Pod)}
    said = [f'{_SERVER}pods "{name}" not found' for name in gone]
    return _each(
        call, [*some], said, lambda world, name: changes.delete(world, some[name])
    )


def _rollout(call: Call, line: _Line) -> Answer:
    words = " ".join(line.words).replace("/", " ").split()
    if len(words) != 3 or words[0] != "restart" or words[1] not in ("ds", "daemonset"):
        raise Unknown(" ".join(line.words))
    apps = [one["name"] for one in parts()["app"]]
    if line.namespace != parts()["cluster"]["namespace"] or words[2] not in apps:
        return Answer(
            _SERVER + _missing(call.world, line, "daemonsets.apps", words[2]), 1
        )
    return _each(call, [words[2]], [], changes.restart)


_VERBS: dict[str, Callable[[Call, _Line], Answer]] = {
    "get": _get,
    "describe": _describe,
    "logs": _logs,
    "cordon": lambda call, line: _on_nodes(call, line, changes.cordon),
    "uncordon": lambda call, line: _on_nodes(
        call, line, partial(changes.cordon, wanted=False)
    ),
    "drain": lambda call, line: _on_nodes(
        call, line, partial(changes.drain, flags=line.flags.keys())
    ),
    "delete": _delete,
    "rollout": _rollout,
}
COMMANDS = described({"kubectl": _kubectl}, lambda world, _host: world.kube is not None)
