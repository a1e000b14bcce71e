"""Manifests as YAML, and Kubernetes' own schema for them."""

from typing import Any

from certlab.errors import BackendError, ContentError

VERSION = "1.37"  # the Kubernetes release whose schemas are taken
NEEDED = "install it with pip and restart the kernel"


def documents(text: str) -> list[dict[str, Any]]:
    """The objects of a YAML text, in its order.

    Raises:
        BackendError: PyYAML is not installed.
        ContentError: it is no YAML, or holds something else than objects.
    """
    try:
        import yaml  # type: ignore[import-untyped]  # its types are a package of their own
    except ImportError:
        raise BackendError(f"PyYAML is not installed; {NEEDED}.") from None
    try:
        found = [one for one in yaml.safe_load_all(text) if one is not None]
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f"line {mark.line + 1}: " if mark else ""
        problem = getattr(error, "problem", None) or "this is no YAML"
        raise ContentError(
            f"{where}{problem}; correct the indentation or the quotes."
        ) from None
    for one in found:
        if not isinstance(one, dict):
            raise ContentError(
                "A manifest is an object with kind and metadata; write one."
            )
        # The device plugin's configuration is YAML once more, as a text of a ConfigMap.
        if one.get("kind") == "ConfigMap":
            data = one.get("data") or {}
            one["data"] = {
                key: yaml.safe_load(value) if "sharing:" in str(value) else value
                for key, value in data.items()
            }
    return found


def faults(manifest: dict[str, Any]) -> str:
    """What Kubernetes' schema has against a manifest, or "" where it has nothing.

    Kinds that Kubernetes itself does not bring, such as ClusterPolicy, have no schema here.

    Raises:
        BackendError: kubernetes-validate is not installed.
    """
    try:
        import kubernetes_validate  # type: ignore[import-untyped]  # it has no types
    except ImportError:
        raise BackendError(f"kubernetes-validate is not installed; {NEEDED}.") from None
    if manifest.get("kind") == "ConfigMap":  # texts, which `documents` has read
        data = {key: str(value) for key, value in (manifest.get("data") or {}).items()}
        manifest = manifest | {"data": data}
    try:
        kubernetes_validate.validate(manifest, VERSION, strict=True)
    except kubernetes_validate.ValidationError as error:
        path = ".".join(str(one) for one in error.path) or "the manifest"
        return f"{path}: {error.message}"
    except (kubernetes_validate.SchemaNotFoundError, KeyError):
        return ""
    return ""
