"""How a command that certlab does not model is named."""

from collections.abc import Sequence

from certlab.labs.distributed.launching.programs import FOREIGN, name
from certlab.labs.distributed.launching.shell import Open, as_typed


def name_of(words: Sequence[str]) -> str:
    """A command that is not modelled, as a reader finds it in the text."""
    second = words[1] if len(words) > 1 else "-"
    told = (
        name(words[0]) not in FOREIGN
        and second[0:1] not in ("-", "")
        and len(second) < 60
    )
    kept = 2 if told and not isinstance(second, Open) else 1
    return as_typed(" ".join(words[:kept]))
