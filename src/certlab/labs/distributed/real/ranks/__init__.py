"""A function on several ranks: processes of this machine, in one torch.distributed group.

`run` launches them with torchrun and brings back what each returned; `collectives` times
operations on them and `traffic` counts what goes from rank to rank. Importing this imports
no torch.
"""

from certlab.labs.distributed.real.ranks import collectives, traffic
from certlab.labs.distributed.real.ranks.info import RankInfo
from certlab.labs.distributed.real.ranks.launch import run

__all__ = ["RankInfo", "collectives", "run", "traffic"]
