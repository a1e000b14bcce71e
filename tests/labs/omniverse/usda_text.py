"""Layers of the rules, written as .usda text."""

from collections.abc import Iterable, Iterator

from certlab.labs.omniverse.arcs import Layer, Spec, written


def usda(layer: Layer) -> str:
    """A layer as OpenUSD reads it."""
    lines = ["#usda 1.0"]
    told = []
    if layer.sublayers:
        files = ", ".join(f"@./{name}@" for name in layer.sublayers)
        told.append(f"    subLayers = [{files}]")
    if layer.relocates:
        moved = ", ".join(
            f"<{written(old)}>: <{written(new)}>"
            for old, new in layer.relocates.items()
        )
        told.append(f"    relocates = {{{moved}}}")
    if told:
        lines += ["(", *told, ")"]
    for name, spec in layer.prims.items():
        lines += ["", *_prim(name, spec, "")]
    return "\n".join(lines) + "\n"


def _prim(name: str, spec: Spec, margin: str) -> Iterator[str]:
    yield f'{margin}{spec.word} "{name}"{_arcs(spec, margin)}'
    yield f"{margin}{{"
    yield from _inside(spec, margin + "    ")
    yield f"{margin}}}"


def _arcs(spec: Spec, margin: str) -> str:
    """What stands in the round brackets of a prim or a variant."""
    told = [
        f"prepend {word} = [{', '.join(f'</{one}>' for one in names)}]"
        for word, names in (
            ("inherits", spec.inherits),
            ("specializes", spec.specializes),
        )
        if names
    ]
    told += [
        f"prepend {word} = [{', '.join(f'@./{file}@</{prim}>' for file, prim in ones)}]"
        for word, ones in (("references", spec.references), ("payload", spec.payloads))
        if ones
    ]
    if spec.variants:
        told.append(f"prepend variantSets = [{_quoted(spec.variants)}]")
    if spec.chosen:
        rows = "; ".join(
            f'string {name} = "{one}"' for name, one in spec.chosen.items()
        )
        told.append(f"variants = {{ {rows} }}")
    inner = "".join(f"\n{margin}    {one}" for one in told)
    return f" ({inner}\n{margin})" if told else ""


def _quoted(names: Iterable[str]) -> str:
    return ", ".join(f'"{name}"' for name in names)


def _inside(spec: Spec, margin: str) -> Iterator[str]:
    for name, value in spec.says.items():
        kind = {int: "int", float: "double", str: "string"}[type(value)]
        text = f'"{value}"' if kind == "string" else str(value)
        yield f"{margin}{kind} {name} = {text}"
    for name, variants in spec.variants.items():
        yield f'{margin}variantSet "{name}" = {{'
        for one, inside in variants.items():
            yield f'{margin}    "{one}"{_arcs(inside, margin + "    ")} {{'
            yield from _inside(inside, margin + "        ")
            yield f"{margin}    }}"
        yield f"{margin}}}"
    for name, inside in spec.below.items():
        yield from _prim(name, inside, margin)
