"""YAML as NeMo 1.x reads it: OmegaConf, with the overrides of a Hydra command line."""

from collections.abc import Sequence
from typing import Any

from certlab.errors import Refusal


def settings(text: str, overrides: Sequence[str] = ()) -> dict[str, Any]:
    """Nested settings, with interpolations resolved and overrides in force.

    Args:
        text: a YAML file. `${model.seq_length}` stands for another value, `???` for one
            that must be given.
        overrides: "model.global_batch_size=16" each. As with Hydra a key that the file
            does not have is refused, unless a `+` stands before it.

    Raises:
        Refusal: it is no YAML, or a key or an interpolation leads nowhere.
    """
    import yaml  # type: ignore[import-untyped]  # its types are a package of their own
    from omegaconf.errors import OmegaConfBaseException

    try:
        made = _merged(text, overrides)
    except yaml.YAMLError as error:
        mark = getattr(error, "context_mark", None) or getattr(
            error, "problem_mark", None
        )
        line = f" in line {mark.line + 1}" if mark else ""
        raise Refusal(
            f"This is no YAML{line}: {_first_line(error)}. Correct that line."
        ) from None
    except OmegaConfBaseException as error:
        raise Refusal(
            f"{error.full_key or 'A key'} leads nowhere: {_first_line(error)}. "
            "Capitals count; compare with the file."
        ) from None
    if not isinstance(made, dict):
        raise Refusal("The file holds no keys; give model and trainer.")
    return {str(key): value for key, value in made.items()}


def _merged(text: str, overrides: Sequence[str]) -> object:
    """The file's values with each override put in."""
    from omegaconf import OmegaConf

    made: Any = OmegaConf.create(text)
    for line in overrides:
        key, mark, _ = line.partition("=")
        if not mark:
            raise Refusal(f"{line} is no override; write key=value.")
        OmegaConf.set_struct(made, not key.startswith("+"))
        made.merge_with_dotlist([line.removeprefix("+")])
    return OmegaConf.to_container(made, resolve=True)


def _first_line(error: Exception) -> str:
    return str(error).strip().splitlines()[0].split(". ")[0].rstrip(".?")
