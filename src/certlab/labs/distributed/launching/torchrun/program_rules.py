"""Rules of the training program: which GPU a process takes, and whether it can go on.

Only its text is read, by Python's own parser; it is never run.
"""

import ast
import re
from collections.abc import Iterator

from certlab.errors import CourseError
from certlab.finding import Finding
from certlab.labs.distributed.launching.finding import of_rule
from certlab.labs.distributed.launching.torchrun.command_line import whole
from certlab.labs.distributed.launching.torchrun.scene import Scene

# They place a process on its GPU by themselves.
_FRAMEWORKS = re.compile(
    r"^\s*(?:from|import)\s+(?:accelerate|lightning|pytorch_lightning|deepspeed|megatron"
    r"|nemo|composer)\b|\bTrainer\(",
    re.MULTILINE,
)
_CUDA = re.compile(r"\bcuda\b|nccl")
_LOCAL = re.compile(r"local_rank|LOCAL_RANK|local-rank|LOCALID")
_LOADS = re.compile(r"load_state_dict|load_checkpoint|torch\.load|dcp\.load|\bresume")


def program(scene: Scene) -> Iterator[Finding]:
    """What the source of the program shows.

    Raises:
        CourseError: it is no Python.
    """
    source = scene.setting.program
    if not source or scene.line.stray:
        return
    try:
        tree = ast.parse(source)
    except SyntaxError as error:
        raise CourseError(
            f"The program is no Python in line {error.lineno}; give the training script."
        ) from None
    # Zero bytes; brackets without an end.
    except (ValueError, RecursionError, MemoryError):
        raise CourseError(
            "The program is nothing that Python reads; give the training script."
        ) from None
    if not _FRAMEWORKS.search(source):
        yield from _device(scene, source, tree)
    restarts = scene.option("max-restarts")
    if whole(restarts) and not _LOADS.search(source):
        says = (
            f"--max-restarts={restarts} starts every process again, and the program loads no "
            "checkpoint, so each time it begins at step 0; save and load one."
        )
        yield of_rule("no-checkpoint", says, scene.at)


def _device(scene: Scene, source: str, tree: ast.Module) -> Iterator[Finding]:
    if not _CUDA.search(source) or scene.option("virtual-local-rank"):
        return
    chosen = [ast.unparse(one) for one in _devices(tree)]
    ranks = _global_ranks(tree)
    wrong = [
        text
        for text in chosen
        if "%" not in text and any(re.search(rf"\b{re.escape(n)}", text) for n in ranks)
    ]
    if wrong and scene.several:
        first = scene.launch.processes
        from_rank = f" from rank {first} on" if first else " on the second node"
        says = (
            f"The GPU is chosen by the global rank ({wrong[0]}), which{from_rank} names no "
            'GPU of the node; use int(os.environ["LOCAL_RANK"]).'
        )
        yield of_rule("global-rank-as-device", says, scene.at)
    elif scene.launch.processes != 1 and not _LOCAL.search(source) and not wrong:
        count = scene.launch.processes or "the"
        says = (
            f"The program never reads LOCAL_RANK, so all {count} processes of a node take "
            'GPU 0; call torch.cuda.set_device(int(os.environ["LOCAL_RANK"])) first.'
        )
        if not any(
            re.search("[A-Za-z_]", re.sub("'[^']*'", "", one)) for one in chosen
        ):
            yield of_rule("local-rank-unused", says, scene.at)


def _devices(tree: ast.Module) -> Iterator[ast.expr]:
    """What says which GPU: set_device(...), device(...), cuda(...), "cuda:{...}"."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = ast.unparse(node.func).rpartition(".")[2]
            if name in ("set_device", "device", "cuda"):
                yield from node.args
            yield from (one.value for one in node.keywords if one.arg == "device_ids")
        elif isinstance(node, ast.JoinedStr) and "cuda:" in ast.unparse(node):
            yield node


def _global_ranks(tree: ast.Module) -> set[str]:
    """Names that hold the global rank, and the call that gives it."""
    found = {"dist.get_rank", "torch.distributed.get_rank"}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            text = ast.unparse(node.value)
            if re.search(r"\bget_rank\(|[\['\"]RANK['\"]", text) and "%" not in text:
                found.add(node.targets[0].id)
    return found
