"""What is wrong in a line that starts an image from NGC: docker, Slurm, or the login."""

import re
from collections.abc import Callable, Iterator

from certlab.errors import Refusal
from certlab.finding import Finding
from certlab.labs.containers.docker_line import DockerRun, docker_run, words_of

_KEY = re.compile(r"nvapi-\w+")
_MONTHLY_LIKE = re.compile(r"(?:^|/)\w[\w-]*:\d\d\.\d{1,2}-py\d")
_MONTH = re.compile(r":(\d\d)\.(\d{1,2})-")

RUNTIMES = {
    "nvidia",
    "nvidia-cdi",
    "nvidia-legacy",
}  # as the NVIDIA Container Toolkit has them


def _is_nvidia(runtime: str) -> bool:
    return runtime.lower().startswith("nvidia")


def check_line(line: str) -> list[Finding]:
    """Mistakes of one line; raise a Refusal where it starts nothing from a registry."""
    text = line.strip().removeprefix("$ ")
    if text.startswith("#SBATCH"):
        return [*_key(text), *_sbatch(text), *image_name(text)]
    words = words_of(text.partition("|")[2] or text)
    known: dict[str, Callable[[], Iterator[Finding]]] = {
        "docker login": lambda: _login(text, words),
        "docker pull": lambda: image_name(words[-1]),
        "docker run": lambda: _run(docker_run(text)),
        "srun": lambda: _srun(text, words),
    }
    for start, rule in known.items():
        if " ".join(words[: start.count(" ") + 1]) == start:
            return [*_key(text), *rule()]
    raise Refusal(
        "The line starts nothing; write docker run, pull or login, srun or #SBATCH."
    )


def _key(text: str) -> Iterator[Finding]:
    if _KEY.search(text):
        says = "A key stands in the line, where history and process list show it."
        yield Finding("key-in-line", says, "Take it from a file or standard input.")


def _login(text: str, words: list[str]) -> Iterator[Finding]:
    if {"-p", "--password"} & {one.partition("=")[0] for one in words}:
        says = "The password is on the line, where others can read it."
        yield Finding("password-on-line", says, "Use --password-stdin.")
    if "oauthtoken" in text and "'$oauthtoken'" not in text:
        says = "Without single quotes the shell empties $oauthtoken."
        if "$oauthtoken" not in text:
            says = "The user name of an NGC key is $oauthtoken, with its dollar sign."
        yield Finding("oauthtoken", says, "Write '$oauthtoken'.")
    if not any("nvcr.io" in one for one in words):
        says = "No registry is named, so this logs in to Docker Hub."
        yield Finding("no-registry", says, "Add nvcr.io.")


def image_name(name: str) -> Iterator[Finding]:
    """Mistakes of an image's name, in a line or in a manifest."""
    if _MONTHLY_LIKE.search(name) and "nvcr.io" not in name:
        says = "Without a registry Docker Hub is asked, which has no such image."
        yield Finding("no-registry", says, "Begin the name with nvcr.io/.")
    if "nvcr.io/nvidia/" in name and not re.search(r"[\w-]:[\w.]|@sha256:", name):
        says = "No tag is named; `latest` is assumed, which these images do not have."
        yield Finding("no-tag", says, "Name release and flavour, such as :25.09-py3.")
    month = _MONTH.search(name)
    if month and (len(month[2]) < 2 or not 1 <= int(month[2]) <= 12):
        says = f"{month[1]}.{month[2]} is no year and month of two digits each."
        yield Finding("month", says, "Write 25.09, not 25.9.")
    if re.search(r":\d\d\.\d\d-(?:cuda|cu)\d", name):
        says = "Monthly tags hold no CUDA version."
        yield Finding("cuda-in-tag", says, "Look the version up in the release notes.")
    if name.endswith(":latest"):
        says = "`latest` is another image tomorrow."
        yield Finding("latest", says, "Name a release, or a digest.")


def _run(line: DockerRun) -> Iterator[Finding]:
    yield from image_name(line.image)
    behind = {one.partition("=")[0] for one in line.command}
    cdi = any(one.startswith("nvidia.com/gpu=") for one in line.values("--device"))
    runtimes = line.values("--runtime")
    misspelt = [one for one in runtimes if one not in RUNTIMES and _is_nvidia(one)]
    if behind & {"--gpus", "--ipc", "--shm-size"} and not line.has("--gpus"):
        says = "Options behind the image are handed to the program."
        yield Finding("behind-image", says, "Put them before the image.")
    elif misspelt:
        says = f"{misspelt[0]} is no name under which nvidia-ctk registers a runtime."
        yield Finding(
            "runtime-unknown", says, "Write --runtime=nvidia, in small letters."
        )
    elif not (line.has("--gpus") or cdi or set(runtimes) & RUNTIMES):
        says = "Nothing asks for a GPU."
        yield Finding("no-gpus", says, "Add --gpus all.")
    if any("," in one and one[:7] == "device=" for one in line.values("--gpus")):
        says = "Docker cuts the value of --gpus at the comma."
        yield Finding("gpus-comma", says, "Write --gpus '\"device=0,1\"'.")
    if line.has("--privileged"):
        says = "--privileged opens every device of the host to the container."
        yield Finding("privileged", says, "Ask for the GPUs alone, by --gpus.")
    training = re.search(r"nvidia/(pytorch|nemo)[:@]", line.image)
    if training and not (line.values("--ipc") == ["host"] or line.has("--shm-size")):
        says = "Loader workers and NCCL get little shared memory."
        yield Finding("shared-memory", says, "Add --ipc=host.", weight="advice")


def _sbatch(text: str) -> Iterator[Finding]:
    # in quotes a # begins no comment: sbatch reads quotes first
    bare = r"""(?<!["'])--container-image[= ](?!["'])\S*[^\\\s]#"""
    if re.search(bare, text):
        says = "On a line of #SBATCH the # of the image begins a comment."
        yield Finding("sbatch-hash", says, "Write \\# between registry and image.")


def _srun(text: str, words: list[str]) -> Iterator[Finding]:
    options = [one.partition("=") for one in words]
    names = [one[0] for one in options]
    if "--container-image" not in names:
        says = "Without --container-image Pyxis starts no container."
        yield Finding(
            "no-container-image", says, "Add --container-image=REGISTRY#IMAGE."
        )
    yield from image_name(text.replace("#", "/"))
    wants = {"--gpus", "--gres", "--gpus-per-node", "--gpus-per-task", "-G"}
    if not wants & set(names):
        says = "No GPU is allocated to the job, so the container gets none."
        yield Finding("no-gpus", says, "Add --gpus=N.")
    if any(one[0] in wants and one[2] == "all" for one in options):
        says = "Slurm wants a number of GPUs; `all` is Docker's word."
        yield Finding("gpus-all-in-slurm", says, "Write --gpus=8.")
    if "-v" in names or "--volume" in names:
        says = "-v is Docker's; in srun it only makes messages longer."
        yield Finding("volume-in-slurm", says, "Use --container-mounts=SRC:DST.")
