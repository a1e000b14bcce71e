#!/bin/bash
# finds: local-rendezvous
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=1
#SBATCH --gpus-per-node=8
#SBATCH --exclusive
PY=$(which python)
srun $PY -m torch.distributed.run --nnodes=2 --nproc-per-node=8 --rdzv-id=1 --rdzv-backend=c10d --rdzv-endpoint=localhost:29500 train.py
