"""Manifests as YAML, and Kubernetes' own schema for them."""

from typing import Any

from certlab.errors import BackendError, ContentError
from certlab.labs.cluster.manifests import plugin

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
    except (yaml.YAMLError, ValueError) as error:
        raise _no_yaml(error) from None
    for one in found:
        if not isinstance(one, dict):
            raise ContentError(
                "A manifest is an object with kind and metadata; write one."
            )
        # The device plugin's configuration is YAML once more, as a text of a ConfigMap.
        data = one.get("data")
        if one.get("kind") == "ConfigMap" and isinstance(data, dict):
            one["data"] = {key: _read(yaml, key, value) for key, value in data.items()}
    return found


def _no_yaml(error: Exception, of: str = "") -> ContentError:
    mark = getattr(error, "problem_mark", None)
    where = f"line {mark.line + 1}: " if mark else ""
    problem = getattr(error, "problem", None) or "this is no YAML"
    says = f"{of}{where}{problem}; correct the indentation or the quotes."
    return ContentError(says)


def _read(yaml: Any, key: str, value: Any) -> Any:
    """A text of a ConfigMap, read where it is YAML for the device plugin."""
    try:
        found = yaml.safe_load(value) if isinstance(value, str) else value
    except (yaml.YAMLError, ValueError) as error:
        if "sharing:" in value:
            raise _no_yaml(error, f"{key}, ") from None
        return value
    return found if plugin.is_plugins(found) else value


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
        data = manifest.get("data")
        if isinstance(data, dict):
            texts = {key: str(value) for key, value in data.items()}
            manifest = manifest | {"data": texts}
    try:
        kubernetes_validate.validate(manifest, VERSION, strict=True)
    except kubernetes_validate.ValidationError as error:
        path = ".".join(str(one) for one in error.path) or "the manifest"
        return f"{path}: {error.message}"
    except (kubernetes_validate.SchemaNotFoundError, KeyError):
        return ""
    return ""
