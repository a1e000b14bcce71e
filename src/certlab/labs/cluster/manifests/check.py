"""A manifest held against a node: every mistake at once."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from certlab.finding import Finding
from certlab.labs.cluster.manifests import envelope, operator, pods
from certlab.labs.cluster.manifests.finding import Node

Manifest = Mapping[str, Any]


def check(documents: Sequence[Manifest], node: Node) -> list[Finding]:
    """Everything that will not work, in the order of the documents.

    Args:
        documents: the objects that are applied together.
        node: where their Pods are meant to run.
    """
    return [*_all(documents, node)]


def _all(documents: Sequence[Manifest], node: Node) -> Iterator[Finding]:
    for one in documents:
        where = _name(one)
        if wrong := [*envelope.shape(one, where)]:
            yield from wrong
            continue
        yield from envelope.check(one, where)
        for spec, kind in pods.specs(one):
            yield from pods.check(spec, kind, where, node)
            yield from pods.claims(spec, where, documents)
        yield from operator.check(one, where, node)
    yield from operator.together(documents)


def _name(one: Manifest) -> str:
    metadata = one.get("metadata")
    named = metadata if isinstance(metadata, Mapping) else {}
    name = named.get("name", "without a name")
    return f"{one.get('kind', 'object')} {name}"
