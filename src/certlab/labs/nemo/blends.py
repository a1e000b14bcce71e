"""Blends of data sets: how Megatron reads a list, and how often each set is then read.

Source: get_blend_from_list and normalize in megatron/core/datasets/utils.py, and the field
`blend` of BlendedMegatronDatasetConfig.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from certlab.errors import Refusal


def read(
    value: Any, *, there: Collection[str] | None = None, where: str = "The blend"
) -> dict[str, float]:
    """Prefixes and their shares of the samples, as fractions of 1.

    Args:
        value: a prefix; prefixes and weights by turns; prefixes only, which get equal
            shares here, where Megatron Core takes their lengths; or [prefixes, weights].
        there: prefixes that exist; None does not look.
        where: what the sentence of a refusal begins with.

    Raises:
        Refusal: it names no data, or a weight is none, or a prefix is not there.
    """
    paths, weights = _pair(value, where)
    for path in paths:
        if there is not None and path not in there:
            number = " A weight may have lost its path." if _is_number(path) else ""
            raise Refusal(
                f"{where} names {path}, and there is no {path}.bin; correct the prefix."
                + number
            )
    if any(not _is_number(one) or float(one) <= 0 for one in weights):
        raise Refusal(f"{where} has a weight that is no positive number; correct it.")
    total = sum(float(one) for one in weights)
    shares: dict[str, float] = {}
    for path, weight in zip(paths, weights, strict=True):
        shares[path] = shares.get(path, 0) + float(weight) / total
    return shares


def _pair(value: Any, where: str) -> tuple[list[str], list[Any]]:
    """Prefixes and weights of any of the forms."""
    if isinstance(value, str):
        value = value.split()
    if not isinstance(value, Sequence) or not value:
        raise Refusal(f"{where} names no data; give the prefixes of your files.")
    if isinstance(value[0], Sequence) and not isinstance(value[0], str):
        paths, weights = [*map(str, value[0])], value[1] if len(value) > 1 else None
        weights = [1] * len(paths) if weights is None else [*weights]
        if len(paths) != len(weights) or not paths:
            raise Refusal(
                f"{where} has {len(paths)} prefixes and {len(weights)} weights; "
                "give one weight for each."
            )
        return paths, weights
    by_turns = len(value) % 2 == 0 and all(map(_is_number, value[::2]))
    if by_turns:
        return [*map(str, value[1::2])], [*value[::2]]
    return [*map(str, value)], [1] * len(value)  # an odd list is prefixes only


def _is_number(value: Any) -> bool:
    try:
        float(value)
    except (TypeError, ValueError):
        return False
    return True


def epochs(
    read_in_all: int, shares: Mapping[str, float], sizes: Mapping[str, int]
) -> dict[str, float]:
    """How often each sample of a set is read on average.

    Args:
        read_in_all: samples that the run reads.
        shares: by prefix, of 1.
        sizes: samples of each set.
    """
    return {path: read_in_all * share / sizes[path] for path, share in shares.items()}
