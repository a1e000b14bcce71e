#!/bin/bash
# finds: none
# unread: line 8: --export=NONE says which variables the step sees, and certlab takes all of them.
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=1
#SBATCH --gpus-per-node=8
#SBATCH --exclusive
srun --export=NONE torchrun --nnodes=2 --nproc-per-node=8 --rdzv-id=1 --rdzv-backend=c10d --rdzv-endpoint=$(hostname):29500 train.py
