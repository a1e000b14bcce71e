"""How programs read their options: in which forms one can be written.

A form is shown with `x` for a name and `v` for a value; `-xy` are letters behind one
hyphen, `--x=true` is a switch that may be told true or false, and `-word` a word behind
one hyphen that means the same as behind two. Each row was read at the program's source.
"""

from collections.abc import Iterable

FORMS = {
    # The C library; a short option keeps the sign: `-N=2` gives it the value `=2`.
    "getopt": ("-x v", "-xv", "-xy", "--x v", "--x=v"),
    # The same, with a word behind one hyphen: the tools of NVIDIA's adapters.
    "getopt-only": ("-x v", "-xv", "-xy", "--x v", "--x=v", "-word"),
    # github.com/spf13/pflag, of docker.
    "pflag": ("-x v", "-xv", "-x=v", "-xy", "--x v", "--x=v", "--x=true"),
    # github.com/urfave/cli, of nvidia-ctk; one hyphen or two are the same.
    "urfave": ("-x v", "-x=v", "--x v", "--x=v", "--x=true", "-word"),
    # Python's argparse.
    "argparse": ("-x v", "-xv", "-x=v", "-xy", "--x v", "--x=v"),
    # Names of several letters behind one hyphen, as `-gencode` of nvcc.
    "nvcc": ("-x v", "-xv", "-x=v", "--x v", "--x=v"),
    "nvidia-smi": ("-x v", "-x=v", "--x v", "--x=v"),
    # Each word is split at the sign, and a switch is on whatever stands behind it.
    "trtexec": ("--x=v", "--x=true"),
    "words": ("--x v", "--x=v"),
    # `KEY=value` without hyphens, in any order and in any case, of scontrol.
    "settings": ("x=v",),
}
PROGRAMS = {
    "all_reduce_perf": "getopt",
    "compute-sanitizer": "words",
    "docker": "pflag",
    "mlxlink": "getopt-only",
    "nvcc": "nvcc",
    "nvidia-ctk": "urfave",
    "nvidia-smi": "nvidia-smi",
    "perf_analyzer": "getopt",
    "preprocess_data.py": "argparse",
    "python": "getopt",
    "python3": "getopt",
    "sbatch": "getopt",
    "scontrol": "settings",
    "systemctl": "getopt",
    "torch.distributed.run": "argparse",
    "torchrun": "argparse",
    "trtexec": "trtexec",
}


def reading_of(programs: Iterable[str]) -> str:
    """How a program reads its options, a name in FORMS; "" where nobody has looked.

    Of `python -m torch.distributed.run` it is the last word that has a row.
    """
    words = [word.rpartition("/")[2] for one in programs for word in one.split()]
    return next((PROGRAMS[word] for word in reversed(words) if word in PROGRAMS), "")
