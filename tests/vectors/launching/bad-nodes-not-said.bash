#!/bin/bash
# finds: nodes-differ
#SBATCH --gpus-per-node=8
#SBATCH --exclusive
srun torchrun --nnodes=4 --nproc-per-node=8 --rdzv-id=1 --rdzv-backend=c10d --rdzv-endpoint=node1:29500 train.py
