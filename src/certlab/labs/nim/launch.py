"""What is wrong in the `docker run` of a NIM, beside what is wrong in any container's."""

import re
from collections.abc import Iterator, Sequence

from certlab.finding import Finding
from certlab.labs.containers.docker_line import DockerRun, docker_run
from certlab.labs.containers.lines import check_line
from certlab.labs.nim.profiles import Profile

CACHE = "/opt/nim/.cache"
PORT = "8000"


def check_launch(line: str, profiles: Sequence[Profile] = ()) -> list[Finding]:
    """Mistakes of one line; with the image's profiles, also of the one that it names.

    Raises:
        Refusal: it is no `docker run`.
    """
    run = docker_run(line)
    found = [*check_line(line), *_key(run), *_cache(run), *_port(run)]
    return found + list(_profile(run, profiles))


def _key(run: DockerRun) -> Iterator[Finding]:
    key = run.variables.get("NGC_API_KEY", "")
    if key and not re.match(r"nvapi-\w", key):  # that one check_line finds
        says = "The key's value stands in the line, where history and ps show it."
        yield Finding("key-value", says, "Write -e NGC_API_KEY and export it before.")


def _cache(run: DockerRun) -> Iterator[Finding]:
    mounts = [*run.values("--volume"), *run.values("--mount")]
    path = run.variables.get("NIM_CACHE_PATH", CACHE)
    if not any(path in one for one in mounts):
        says = (
            "Nothing keeps the downloads, so each container fetches the weights again."
        )
        yield Finding("no-cache", says, f'Add -v "$LOCAL_NIM_CACHE:{CACHE}".')


def _port(run: DockerRun) -> Iterator[Finding]:
    inside = run.variables.get("NIM_SERVER_PORT", PORT)
    ports = [*run.values("-p"), *run.values("--publish")]
    published = any(one.rpartition(":")[2] == inside for one in ports)
    if not published and run.values("--network") != ["host"]:
        says = f"Port {inside} of the container is not published."
        yield Finding("no-port", says, f"Add -p {inside}:{inside}.")


def _profile(run: DockerRun, profiles: Sequence[Profile]) -> Iterator[Finding]:
    asked = run.variables.get("NIM_MODEL_PROFILE", "")
    if "(" in asked:
        says = "The profile is named as the list prints it, and nothing matches that."
        yield Finding("profile-form", says, "Give the id alone, or the name alone.")
        return
    known = [one for one in profiles if asked in (one.id, one.name)]
    if asked and profiles and not known:
        says = f"The image has no profile {asked}."
        yield Finding("no-profile", says, "Take an id from list-model-profiles.")
    gpus = _gpus(run)
    if known and gpus is not None and gpus != known[0].gpus:
        says = (
            f"The profile is for {known[0].gpus} GPUs, and the line hands over {gpus}."
        )
        yield Finding("gpu-count", says, "Name as many by --gpus '\"device=…\"'.")


def _gpus(run: DockerRun) -> int | None:
    """How many GPUs the line names; None where it is all of them."""
    value = "".join(run.values("--gpus")[-1:]).strip("\"'")
    if value.isdecimal():
        return int(value)
    listed = value.removeprefix("device=")
    return len(listed.split(",")) if value.startswith("device=") else None
