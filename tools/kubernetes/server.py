"""A small API server over one world: what kubectl's lines in `make oracle` ask for.

It listens on loopback alone and changes nothing but this: a pod that was evicted or deleted
is gone. A patch is answered with the object as it would be.
"""

import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from certlab.labs.operations.node.state import World
from tools.kubernetes import objects

# Group and version: its resources, each with its kind, a short name and whether it has a namespace.
_KINDS: Mapping[str, Mapping[str, tuple[str, str, bool]]] = {
    "v1": {
        "nodes": ("Node", "no", False),
        "pods": ("Pod", "po", True),
        "events": ("Event", "ev", True),
    },
    "apps/v1": {"daemonsets": ("DaemonSet", "ds", True)},
    "coordination.k8s.io/v1": {"leases": ("Lease", "", True)},
}


class _Server(BaseHTTPRequestHandler):
    world: World  # set by `served`
    gone: set[str]  # names of pods that were evicted or deleted

    def log_message(self, *_: object) -> None:
        """Print nothing."""

    def _send(self, value: Any, status: int = 200) -> None:
        text = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def do_GET(self) -> None:
        """Discovery, lists, objects."""
        url = urlsplit(self.path)
        parts = url.path.strip("/").split("/")
        if url.path == "/version":
            self._send({"major": "1", "minor": "33", "gitVersion": "v1.33.1"})
        elif url.path == "/api":
            self._send({"kind": "APIVersions", "versions": ["v1"]})
        elif url.path == "/apis":
            groups = [_group(name) for name in _KINDS if "/" in name]
            self._send({"kind": "APIGroupList", "apiVersion": "v1", "groups": groups})
        elif "/".join(parts[1:]) in _KINDS:
            self._send(_resources("/".join(parts[1:])))
        else:
            query = {k: v[0] for k, v in parse_qs(url.query).items()}
            table = "as=Table" in self.headers.get("Accept", "")
            self._answer([*_words(parts)], query, table=table)

    def _answer(
        self, words: list[str], query: Mapping[str, str], *, table: bool
    ) -> None:
        namespace = words.pop(1) if words[0] == "namespaces" and len(words) > 2 else ""
        words = words[1:] if namespace else words
        kind, *name = words
        found = [*self._all(kind, namespace)]
        if name:
            found = [one for one in found if one["metadata"]["name"] == name[0]]
            if not found:
                return self._send(_missing(kind, name[0]), 404)
        found = [
            one
            for one in found
            if _chosen(one, query.get("fieldSelector", ""))
            and _labelled(one, query.get("labelSelector", ""))
        ]
        if table and kind in ("nodes", "pods", "events"):
            return self._send(objects.table(self.world, kind, found))
        return self._send(
            found[0]
            if name
            else {
                "kind": f"{kind[:-1].capitalize()}List",
                "apiVersion": "v1",
                "metadata": {},
                "items": found,
            }
        )

    def _all(self, kind: str, namespace: str) -> list[Any]:
        if kind == "daemonsets":
            return [
                {
                    "kind": "DaemonSet",
                    "apiVersion": "apps/v1",
                    "metadata": {**owner, "namespace": namespace},
                }
                for one in objects.pod_objects(self.world)
                if one["metadata"]["namespace"] == namespace
                for owner in one["metadata"].get("ownerReferences", ())
            ]
        if kind == "namespaces":
            inside = {
                one["metadata"]["namespace"] for one in objects.pod_objects(self.world)
            }
            names = sorted(inside | {"default", "kube-system"})
            return [
                {"kind": "Namespace", "apiVersion": "v1", "metadata": {"name": n}}
                for n in names
            ]
        return [
            one
            for one in objects.KINDS[kind](self.world)
            if one["metadata"]["name"] not in self.gone
            and namespace in ("", one["metadata"].get("namespace", namespace))
        ]

    def _read(self) -> Any:
        return json.loads(
            self.rfile.read(int(self.headers.get("Content-Length") or 0)) or "{}"
        )

    def do_PATCH(self) -> None:
        """An object with what is to be changed, which is not kept."""
        words = self.path.split("?")[0].split("/")
        kind, name = words[-2:]
        found = self._all(kind, words[-3] if "namespaces" in words else "")
        one = next(each for each in found if each["metadata"]["name"] == name)
        spec = self._read()["spec"]
        self._send(one | {"spec": one.get("spec", {}) | spec})

    def do_POST(self) -> None:
        """An eviction: the pod is gone."""
        self._read()
        self.gone.add(self.path.split("/")[-2])
        self._send({"kind": "Status", "apiVersion": "v1", "status": "Success"}, 201)

    def do_DELETE(self) -> None:
        """A pod is gone."""
        self._read()
        name = self.path.split("?")[0].rpartition("/")[2]
        one = [
            each
            for each in objects.pod_objects(self.world)
            if each["metadata"]["name"] == name
        ]
        self.gone.add(name)
        self._send(*((one[0],) if one else (_missing("pods", name), 404)))


def _missing(kind: str, name: str) -> Any:
    group = ".apps" if kind == "daemonsets" else ""
    status = {
        "kind": "Status",
        "apiVersion": "v1",
        "status": "Failure",
        "reason": "NotFound",
    }
    about = {
        "message": f'{kind}{group} "{name}" not found',
        "details": {"name": name, "kind": kind},
    }
    return {**status, **about, "code": 404}


def _words(parts: list[str]) -> Iterator[str]:
    """The words of an address behind its group and version."""
    yield from parts[2 if parts[0] == "api" else 3 :]


def _group(version: str) -> Any:
    here = {"groupVersion": version, "version": version.partition("/")[2]}
    return {
        "name": version.partition("/")[0],
        "versions": [here],
        "preferredVersion": here,
    }


def _resources(version: str) -> Any:
    verbs = ["get", "list", "patch", "delete", "create"]
    rows: list[Any] = [
        {
            "name": name,
            "singularName": kind.lower(),
            "namespaced": inside,
            "kind": kind,
            "shortNames": [short],
            "verbs": verbs,
        }
        for name, (kind, short, inside) in _KINDS[version].items()
    ]
    if version == "v1":
        eviction = {"kind": "Eviction", "group": "policy", "version": "v1"}
        rows.append(
            {
                "name": "pods/eviction",
                "singularName": "",
                "namespaced": True,
                "verbs": verbs,
                **eviction,
            }
        )
    return {
        "kind": "APIResourceList",
        "apiVersion": "v1",
        "groupVersion": version,
        "resources": rows,
    }


def _chosen(one: Any, selector: str) -> bool:
    """Whether an object has the fields that are asked for."""
    for part in filter(None, selector.split(",")):
        path, _, wanted = part.partition("!=" if "!=" in part else "=")
        at: Any = one
        for word in path.split("."):
            at = at.get(word, "") if isinstance(at, dict) else ""
        if (str(at) == wanted) == ("!=" in part):
            return False
    return True


def _labelled(one: Any, selector: str) -> bool:
    labels = one["metadata"].get("labels", {})
    parts = (part.partition("=") for part in filter(None, selector.split(",")))
    return all(labels.get(name) == value for name, _, value in parts)


@contextmanager
def served(one: World) -> Iterator[str]:
    """The address at which a world is served."""
    handler = type("Handler", (_Server,), {"world": one, "gone": set()})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
