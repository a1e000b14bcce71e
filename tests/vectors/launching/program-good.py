import os
from pathlib import Path

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

local = int(os.environ["LOCAL_RANK"])
torch.cuda.set_device(local)
dist.init_process_group("nccl")
model = DistributedDataParallel(torch.nn.Linear(8, 8).cuda(), device_ids=[local])
if Path("last.pt").exists():
    model.load_state_dict(torch.load("last.pt", map_location=f"cuda:{local}"))
torch.save(model.state_dict(), "last.pt")
