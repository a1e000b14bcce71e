"""Formats and numbers as rows, for a command or a table."""

import math
from typing import Any

from certlab.errors import Refusal
from certlab.labs.gpu_architecture.numbers.codes import encode
from certlab.labs.gpu_architecture.numbers.fields import fields
from certlab.labs.gpu_architecture.numbers.format import Format


def format_row(format: Format) -> dict[str, Any]:
    """One format: its bits, its range, its step."""
    return {
        "id": format.id,
        "name": format.name,
        "bits": format.memory_bits,
        "sign": 1,
        "exponent": format.exponent,
        "mantissa": format.mantissa,
        "max": format.max,
        "smallest_normal": format.smallest_normal,
        "smallest": format.smallest,
        "epsilon": format.epsilon,
        "infinity": format.infinity is not None,
        "nan": format.nan is not None,
    }


def number_row(
    format: Format, value: float, *, saturate: bool = False
) -> dict[str, Any]:
    """A value in one format: its bits, what is left of it, and the error.

    `value` is None where it is infinite or NaN, as `kind` says; `says` holds the reason,
    and `bits` is empty, where the format cannot hold it.
    """
    row: dict[str, Any] = {"id": format.id, "name": format.name}
    try:
        code = encode(format, value, saturate=saturate)
    except Refusal as refusal:
        return {
            **row,
            "bits": "",
            "value": None,
            "kind": "",
            "error": None,
            "says": str(refusal),
        }
    found = fields(format, code)
    error = (
        abs(found.value - value) / abs(value)
        if value and math.isfinite(value)
        else None
    )
    return {
        **row,
        "bits": found.bits,
        "value": found.value if math.isfinite(found.value) else None,
        "kind": found.kind,
        "error": error,
        "says": "",
    }


def shown(row: dict[str, Any]) -> dict[str, str]:
    """A row as a person reads it."""
    found = {}
    for name, value in row.items():
        if isinstance(value, bool):
            found[name] = "yes" if value else "no"
        elif isinstance(value, float):
            found[name] = f"{value:.2%}" if name == "error" else f"{value:.6g}"
        elif name != "says":
            found[name] = "" if value is None else str(value)
    return found
