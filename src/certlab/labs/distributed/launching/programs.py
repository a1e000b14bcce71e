"""Who starts what: wrappers that pass a command on, launchers, and what starts nothing."""

from collections.abc import Sequence
from pathlib import PurePosixPath

SHELLS = {"bash", "sh", "zsh", "ash", "dash"}
# They start the command that stands behind their own options, once.
WRAPPERS = {
    *("env", "numactl", "nsys", "ncu", "taskset", "nice", "timeout", "stdbuf", "sudo"),
    *("apptainer", "singularity", "shifter", "conda", "mamba", "micromamba", "uv"),
    *("poetry", "nohup", "time", "exec", "command", "docker", "podman"),
}
MPI = {"mpirun", "mpiexec", "mpiexec.hydra", "orterun", "prun"}
# Launchers of their own kind, which certlab knows by name only.
FOREIGN = {
    *(
        *MPI,
        "deepspeed",
        "accelerate",
        "horovodrun",
        "colossalai",
        "composer",
        "ray",
        "tune",
        "axolotl",
    ),
    *("llamafactory-cli", "lightning", "fabric", "parallel", "pdsh", "clush", "dsh"),
    *("jsrun", "aprun", "flux", "ssh"),
}
# What starts what is looked for here, or may, so that it matters whether it runs.
STARTS = {
    *("torchrun", "srun", "salloc", "sbatch", "eval", "source", "."),
    *(*SHELLS, *WRAPPERS, *FOREIGN),
}
# Beside a launch they start nothing that would count.
QUIET = {
    *("echo", "printf", "cat", "cd", "mkdir", "rm", "cp", "mv", "ln", "ls", "touch"),
    *("chmod", "which", "type", "hash", "pkill", "kill", "killall", "ps", "grep"),
    *("sed", "awk", "tee", "module", "ml", "pip", "pip3", "ulimit", "sleep", "wait"),
    *("date", "hostname", "nvidia-smi", "printenv", "scontrol", "squeue", "scancel"),
    *("sacct", "head", "tail", "cut", "tr", "wc", "sort", "uniq", "find", "xargs"),
    *("tar", "unzip", "wget", "curl", "git", "apt", "apt-get", "true", "false", ":"),
    *("[", "test", "trap", "pushd", "popd", "umask", "alias", "shopt", "set", "unset"),
    *("export", "lsb_release", "wandb", "huggingface-cli", "hf", "rsync", "scp", "df"),
    *("du", "free", "nproc", "lscpu", "lspci", "ibstat", "ibv_devinfo", "uname"),
    *("whoami", "id", "pwd", "basename", "dirname", "realpath", "readlink", "jobs"),
    *("disown", "break", "continue", "clear"),
}


def name(word: str) -> str:
    """A program's name without its folder."""
    return PurePosixPath(word).name


def is_python(word: str) -> bool:
    """Whether a word is Python's interpreter."""
    called = name(word)
    return called.startswith("python") and set(called[6:]) <= set("0123456789.")


def unwrapped(words: Sequence[str]) -> Sequence[str]:
    """The command that wrappers pass on: `numactl -N 0 python a.py` is `python a.py`."""
    while words and name(words[0]) in WRAPPERS:
        for at, word in enumerate(words[1:], 1):
            called = name(word)
            if is_python(word) or called in SHELLS | FOREIGN | {"torchrun"}:
                words = words[at:]
                break
            if word.endswith(".py") and name(words[0]) in ("uv", "poetry"):
                return ("python", *words[at:])
        else:
            return words
    return words


def script_of(words: Sequence[str]) -> tuple[str, tuple[str, ...]] | None:
    """What `bash -euo pipefail -c SCRIPT NAME ARGUMENTS` runs, and its arguments."""
    if not words or name(words[0]) not in SHELLS:
        return None
    at, runs = 1, False
    while at < len(words) and words[at][:1] in ("-", "+") and len(words[at]) > 1:
        option = words[at]
        short = option[1:] if option[:2] != "--" else ""
        runs |= option[0] == "-" and "c" in short
        at += 1 + (
            "o" in short or "O" in short or option in ("--rcfile", "--init-file")
        )
    if not runs or at >= len(words):
        return None
    return words[at], tuple(words[at + 2 :])


def may_launch(words: Sequence[str]) -> bool:
    """Whether a command is a launcher or a script, which may start what is looked for."""
    called = name(words[0])
    return called in FOREIGN | SHELLS or called.endswith((".sh", ".bash", ".sbatch"))


def is_quiet(words: Sequence[str]) -> bool:
    """Whether a command starts nothing that would count beside a launch."""
    called = name(words[0])
    if called in ("conda", "mamba", "env"):
        return len(words) < 2 or words[1] in ("activate", "deactivate", "info", "env")
    return called in QUIET
