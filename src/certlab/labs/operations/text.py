"""Readings as the text that dcgm-exporter shows under /metrics."""

from collections.abc import Iterator, Mapping, Sequence

from certlab.labs.operations.fleet import FIELDS, MODEL


def page(
    node: str, readings: Sequence[Mapping[str, float]], models: Sequence[str] = ()
) -> str:
    """All fields of all GPUs of a node.

    Args:
        node: its name.
        readings: of each GPU; a field that a GPU does not have is left out.
        models: the products' names; by default that of the fleet.
    """
    lines = _lines(node, readings, models or [MODEL] * len(readings))
    return "".join(f"{line}\n" for line in lines)


def _lines(
    node: str, readings: Sequence[Mapping[str, float]], models: Sequence[str]
) -> Iterator[str]:
    for field in FIELDS:
        if not any(field.name in one for one in readings):
            continue
        yield f"# HELP {field.name} {field.help}"
        yield f"# TYPE {field.name} {field.kind}"
        for gpu, (one, model) in enumerate(zip(readings, models, strict=True)):
            if field.name in one:
                labels = f'gpu="{gpu}",device="nvidia{gpu}",modelName="{model}"'
                value = f"{one[field.name]:.{field.digits}f}"
                yield f'{field.name}{{{labels},Hostname="{node}"}} {value}'
