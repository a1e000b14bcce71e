"""YAML of files that nobody vouches for, as Kubernetes and NVIDIA's tools take it.

PyYAML takes the text apart, and its values are put together here: with an end to how deep they
lie and to how many there are once each alias is written out, without tags that make objects,
without dates, which JSON does not have, and with no key of a mapping twice.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from certlab.errors import ContentError

LONGEST = 1_000_000  # characters; Kubernetes stores no object of more
DEEPEST = 100  # of lists and mappings inside each other; a manifest has about fifteen
MOST = 100_000  # values, each alias counted as what it stands for
_LARGEST = 2**63  # a whole number beyond is none to Kubernetes
_LONG = 40  # characters of a number; a longer one stays text
_TAG = "tag:yaml.org,2002:"
_TAGS = {None, "!", f"{_TAG}str", f"{_TAG}map", f"{_TAG}seq"}


def documents(text: str, file: str) -> list[Any]:
    """The documents of a text, empty ones left out.

    Args:
        text: YAML, or JSON, which is YAML too.
        file: what an error calls it.

    Raises:
        ContentError: PyYAML is missing, or the text is none that is taken here; one sentence.
    """
    try:
        import yaml  # type: ignore[import-untyped]  # its types are a package of their own
    except ImportError:
        says = "reading it needs PyYAML; install it with pip install pyyaml."
        raise ContentError(f"{file}: {says}") from None
    if len(text) > LONGEST:
        says = f"it has more than {LONGEST:,} characters; check its parts one by one."
        raise ContentError(f"{file}: {says}")
    # The one in C reads ten times as fast, and not every build of PyYAML has it.
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        found = [*_Reader(yaml, yaml.parse(text, Loader=loader), file).documents()]
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        # libyaml puts the end of the text on a line of its own.
        last = len(text.splitlines()) or 1
        line = f" in line {min(mark.line + 1, last)}" if mark else ""
        raise ContentError(f"{file}: not valid YAML{line}.") from None
    return [one for one in found if one is not None]


@dataclass
class _Reader:
    """The events of a text, put together."""

    yaml: Any
    events: Iterator[Any]
    file: str
    anchors: dict[str, tuple[Any, int] | None] = field(default_factory=dict)
    count: int = 0

    def __post_init__(self) -> None:
        self._resolver = self.yaml.resolver.Resolver()
        self._made = self.yaml.constructor.SafeConstructor()

    def documents(self) -> Iterator[Any]:
        for event in self.events:
            if isinstance(event, self.yaml.DocumentStartEvent):
                self.anchors = {}
                yield self._value(next(self.events), 0)

    def _wrong(self, event: Any, says: str) -> ContentError:
        return ContentError(f"{self.file}: line {event.start_mark.line + 1}: {says}")

    def _counted(self, event: Any, number: int) -> None:
        self.count += number
        if self.count > MOST:
            says = f"from here on it stands for more than {MOST:,} values; write fewer."
            raise self._wrong(event, says)

    def _value(self, event: Any, depth: int) -> Any:
        if isinstance(event, self.yaml.AliasEvent):
            return self._alias(event)
        if event.tag not in _TAGS:
            tag = event.tag.replace(_TAG, "!!")
            raise self._wrong(event, f"the tag {tag[:60]} is not read; remove it.")
        if depth > DEEPEST:
            says = f"more than {DEEPEST} lists and mappings lie inside each other here."
            raise self._wrong(event, says)
        before = self.count
        self._counted(event, 1)
        if event.anchor:
            self.anchors[event.anchor] = None
        value: Any
        if isinstance(event, self.yaml.ScalarEvent):
            value = self._scalar(event)
        elif isinstance(event, self.yaml.SequenceStartEvent):
            value = [self._value(one, depth + 1) for one in self._inside()]
        else:
            value = self._mapping(depth + 1)
        if event.anchor:
            self.anchors[event.anchor] = value, self.count - before
        return value

    def _inside(self) -> Iterator[Any]:
        """The events that begin a value, up to the end of what holds them."""
        for event in self.events:
            if isinstance(event, self.yaml.CollectionEndEvent):
                return
            yield event

    def _alias(self, event: Any) -> Any:
        known = self.anchors.get(event.anchor)
        if known is None:
            what = (
                "stands for something that holds it; write it out."
                if event.anchor in self.anchors
                else "stands for nothing above; name the anchor that is meant."
            )
            raise self._wrong(event, f"the alias *{event.anchor[:60]} {what}")
        self._counted(event, known[1])
        return known[0]

    def _mapping(self, depth: int) -> dict[Any, Any]:
        found: dict[Any, Any] = {}
        merged: dict[Any, Any] = {}
        for event in self._inside():
            key = self._value(event, depth)
            if isinstance(key, list | dict):
                says = "a list or mapping stands as a key; write a text there."
                raise self._wrong(event, says)
            value = self._value(next(self.events), depth)
            if key == "<<" and self._is(event, "merge"):
                for one in reversed(value if isinstance(value, list) else [value]):
                    if not isinstance(one, dict):
                        raise self._wrong(event, "<< takes a mapping; write one there.")
                    merged |= one
            elif key in found:
                says = (
                    f"the key {str(key)[:60]} stands twice in one mapping; remove one."
                )
                raise self._wrong(event, says)
            else:
                found[key] = value
        return merged | found

    def _is(self, event: Any, tag: str) -> bool:
        return isinstance(event, self.yaml.ScalarEvent) and self._tag(event) == tag

    def _tag(self, event: Any) -> str:
        """What a scalar is by its look: "int", "null"; "str" where quotes or a tag say so."""
        if not event.implicit[0]:
            return "str"
        kind = self.yaml.ScalarNode
        told: str = self._resolver.resolve(kind, event.value, (True, False))
        return told.removeprefix(_TAG)

    def _scalar(self, event: Any) -> Any:
        tag, text = self._tag(event), event.value
        if tag == "null":
            return None
        if tag == "bool":
            return self._made.bool_values[text.lower()]
        # 1:30 is a number of the base sixty to PyYAML and to nobody else here.
        if tag not in ("int", "float") or ":" in text or len(text) > _LONG:
            return text
        node = self.yaml.ScalarNode(f"{_TAG}{tag}", text)
        made = getattr(self._made, f"construct_yaml_{tag}")(node)
        return made if abs(made) < _LARGEST or tag == "float" else text
