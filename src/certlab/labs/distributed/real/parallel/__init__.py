"""One small decoder, trained by DDP, FSDP2, tensor and pipeline parallelism, and watched.

All of it is PyTorch's own; what is here trains the same thing every way, counts what each
rank holds, calls and sends, and says in a sentence what cannot be shared out. Functions
whose first argument is `info` are for `certlab.labs.distributed.real.ranks.run`. Importing this imports
no torch.
"""

from certlab.labs.distributed.real.parallel import (
    checkpoint,
    checks,
    lane,
    mistakes,
    pipeline_parts,
    pipelined,
    single_rank,
    tensor,
    training,
)
from certlab.labs.distributed.real.parallel.decoder import decoder
from certlab.labs.distributed.real.parallel.lane import Action, Lane
from certlab.labs.distributed.real.parallel.pipeline_plan import Pause, Plan
from certlab.labs.distributed.real.parallel.report import Report, distance
from certlab.labs.distributed.real.parallel.sharded_state import RankBytes
from certlab.labs.distributed.real.parallel.task import Task, batch, loss
from certlab.labs.distributed.real.parallel.traffic import Call
from certlab.labs.distributed.real.parallel.training import (
    Setup,
    alone,
    train,
    train_each,
)

__all__ = [
    "Action",
    "Call",
    "Lane",
    "Pause",
    "Plan",
    "RankBytes",
    "Report",
    "Setup",
    "Task",
    "alone",
    "batch",
    "checkpoint",
    "checks",
    "decoder",
    "distance",
    "lane",
    "loss",
    "mistakes",
    "pipeline_parts",
    "pipelined",
    "single_rank",
    "tensor",
    "train",
    "train_each",
    "training",
]
