"""A distributed checkpoint, loaded by one process that is in no group."""

import logging
import warnings
from contextlib import redirect_stderr
from io import StringIO
from pathlib import Path
from typing import Any


def load(state: dict[str, Any], where: str | Path) -> None:
    """Fill the tensors of `state` from a checkpoint, with no more said than an error.

    It is `torch.distributed.checkpoint.load` with `no_dist=True`. That also warns that there
    is no group, and prints each error that it tries to mend.

    Args:
        state: tensors that are allocated, and other values, by name.
        where: the checkpoint's folder.

    Raises:
        CheckpointException: of torch, where the checkpoint is not whole.
    """
    from torch.distributed import checkpoint

    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        with warnings.catch_warnings(), redirect_stderr(StringIO()):
            warnings.simplefilter("ignore", UserWarning)
            checkpoint.load(state, checkpoint_id=str(where), no_dist=True)
    finally:
        logging.disable(before)
