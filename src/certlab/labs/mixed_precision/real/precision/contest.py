"""Training and products in a narrower type, and the memory that the type saves."""

from functools import partial
from typing import Any

from certlab.compute.contest import Contest, Device, Measure, Prepared, Side
from certlab.compute.gpus import gpus
from certlab.compute.processor import cores
from certlab.errors import BackendError
from certlab.labs.mixed_precision.real.precision import storage
from certlab.labs.mixed_precision.real.precision.bill import bill
from certlab.labs.mixed_precision.real.precision.device import Device as Place
from certlab.labs.mixed_precision.real.precision.device import device
from certlab.labs.mixed_precision.real.precision.digits import digits
from certlab.labs.mixed_precision.real.precision.recipes import RECIPES, Recipe
from certlab.labs.mixed_precision.real.precision.sizes import Sizes, sizes
from certlab.labs.mixed_precision.real.precision.training import one_step, train

MARGIN = 0.02  # of accuracy: a few of the 360 held-out pictures
_LARGE, _SMALL = 1024, 16  # pictures in a step of the memory bill


def contests() -> dict[str, Contest]:
    """Those of this module by id; torch is imported only by what they make."""
    where: Device = "gpu" if gpus().found else "cpu"
    found = (
        _torch("amp-time", "a training step of a small network", where, _make_step),
        _torch("product-bf16", "a square matrix product", where, _make_product),
        _memory("amp-memory", _LARGE),
        _memory("amp-memory-small-batch", _SMALL),
        *storage.contests(),
    )
    return {one.id: one for one in found}


def _side(name: str, dtype: str, where: Device, size: str) -> Side:
    return Side(
        name=name,
        engine="PyTorch",
        device=where,
        dtype=dtype,
        sparsity="dense",
        threads=cores() if where == "cpu" else 0,
        size=size,
    )


def _torch(id: str, what: str, where: Device, make: Any) -> Contest:
    narrow = "BF16 autocast" if id == "amp-time" else "BF16"
    fits = _sizes(where)
    size = (
        f"{fits.width:,} wide, {fits.batch} pictures a step"
        if id == "amp-time"
        else f"{fits.product:,} × {fits.product:,}"
    )
    return Contest(
        id=id,
        what=what,
        old=_side("PyTorch in FP32", "FP32", where, size),
        new=_side(f"PyTorch in {narrow}", narrow, where, size),
        make=partial(make, where),
        needs=("torch", "sklearn") if id == "amp-time" else ("torch",),
    )


def _memory(id: str, batch: int) -> Contest:
    size = f"{batch:,} pictures a step"
    measures: Measure = "memory"
    return Contest(
        id=id,
        what="what a training step of a small network holds",
        old=_side("FP32", "FP32", "cpu", size),
        new=_side("BF16 autocast", "BF16 autocast", "cpu", size),
        make=partial(_make_bill, batch),
        needs=("torch",),
        measures=measures,
    )


def _sizes(where: Device) -> Sizes:
    """What fits a device that has the types; one that has not is left out."""
    name = "cpu" if where == "cpu" else "cuda"
    return sizes(Place(name, "", ("BF16", "FP16")))


def _place(where: Device) -> tuple[str, Sizes]:
    """The device as torch names it, and what fits it."""
    found = device("cpu" if where == "cpu" else "gpu")
    if found.name == "cpu" and "BF16" not in found.native:
        raise BackendError(
            "this processor has no instructions for BF16, and an emulation is no match."
        )
    return found.name, _sizes(where)


def _make_step(where: Device) -> Prepared:
    """The same steps on the same pictures; the accuracy is asked of whole trainings."""
    place, size = _place(where)
    data = digits(place)

    def step(recipe: Recipe) -> Any:
        return one_step(recipe, data, width=size.width, batch=size.batch)

    def accuracy(recipe: Recipe) -> float:
        found = train(
            recipe, data, width=size.width, epochs=size.epochs, batch=size.batch
        )
        return found.accuracy

    def same() -> str:
        wide, narrow = (accuracy(recipe) for recipe in RECIPES[:2])
        if narrow >= wide - MARGIN:
            return ""
        return f"accuracy {narrow:.3f} against {wide:.3f}"

    return Prepared(step(RECIPES[0]), step(RECIPES[1]), same)


def _make_product(where: Device) -> Prepared:
    import torch

    place, size = _place(where)
    drawn = torch.randn(
        2, size.product, size.product, generator=torch.Generator().manual_seed(0)
    )
    left, right = drawn.to(place)
    narrow = [one.to(torch.bfloat16) for one in (left, right)]
    old, new = partial(torch.matmul, left, right), partial(torch.matmul, *narrow)

    def same() -> str:
        apart = float((old() - new().float()).abs().max())
        # Inputs rounded to 8 bits: each product is off by a 256th at most, sums by the
        # root of their number; the largest of a million elements by some times that.
        allowed = 8 * size.product**0.5 / 256
        return "" if apart <= allowed else f"an element differs by {apart:.3g}"

    return Prepared(old, new, same)


def _make_bill(batch: int) -> Prepared:
    def held(recipe: Recipe) -> int:
        return bill(recipe, batch=batch, width=256).total

    return Prepared(
        partial(held, RECIPES[0]), partial(held, RECIPES[1]), _counted_alike
    )


def _counted_alike() -> str:
    """Both make the same step of the same network; accuracy is what amp-time asks."""
    return ""
