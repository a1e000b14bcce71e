"""The options of Pyxis by themselves: args.c of NVIDIA/pyxis says which there are and what each takes."""

import re
from collections.abc import Iterator

from certlab.finding import Finding
from certlab.labs.cluster.containers.finding import of_rule
from certlab.labs.cluster.containers.script import PYXIS_FLAGS, Options, Step

_WITH_VALUE = {
    *("--container-image", "--container-mounts", "--container-workdir"),
    *("--container-name", "--container-save", "--container-env", "--container-unshare"),
}
_KNOWN = _WITH_VALUE | PYXIS_FLAGS
# Slurm's own, for bundles of the Open Container Initiative.
_OF_SLURM = {"--container", "--container-id"}
_URL = re.compile(r"(?!dockerd?:)\w+://")
_SOURCES = ("/", ".", "$", "tmpfs", "umount")


def of_pyxis(options: Options) -> Iterator[Finding]:
    """Names that Pyxis lacks, and values of a form that it refuses."""
    for name, value in options.pairs:
        ours = name.startswith(("--container", "--no-container"))
        fits = [one for one in _KNOWN if one.startswith(name)]
        if ours and name not in _KNOWN | _OF_SLURM and len(fits) != 1:
            yield of_rule("unknown-option", f"Pyxis has no option {name}.")
        elif name in PYXIS_FLAGS and value:
            yield of_rule("flag-value", f"{name} is given the value {value}.")
        elif name == "--container-env" and "=" in value:
            yield of_rule("env-value", f"{value} has a value in it.")
        elif name == "--container-image" and _URL.match(value):
            yield of_rule("image-url", f"{value} is an address of a page.")
    if options.has("--container-writable") and options.has("--container-readonly"):
        yield of_rule(
            "home-both", "--container-writable and --container-readonly are set."
        )


def around(step: Step) -> Iterator[Finding]:
    """Options that the program gets instead of srun, and what enroot import cannot read."""
    words = [word.partition("=")[0] for word in step.program if step.by_srun]
    if late := [word for word in words if word in _KNOWN]:
        yield of_rule("behind-program", f"{late[0]} comes after the program.")
    if step.by_srun and any(
        "\\#" in one for one in step.options.values("--container-image")
    ):
        yield of_rule("kept-backslash", "Within quotes the backslash is kept.")
    if step.program[:2] == ("enroot", "import") and not any(
        "://" in one or one.startswith("$") for one in step.program
    ):
        yield of_rule("import-scheme", f"{step.program[-1]} names no scheme.")


def relative_source(source: str) -> bool:
    """Whether Pyxis refuses this as what is mounted: it takes paths, tmpfs and umount."""
    return not source.startswith(_SOURCES)
