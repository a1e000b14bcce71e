#!/bin/bash
# finds: none
# unread: line 9: $1 (full) is taken as its default, as it is not set here.
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=1
#SBATCH --gpus-per-node=8
#SBATCH --exclusive
MODE=${1:-full}
if [ "$MODE" = full ]; then NP=8; else NP=16; fi
srun torchrun --nnodes=2 --nproc-per-node=$NP --rdzv-id=1 --rdzv-backend=c10d --rdzv-endpoint=$(hostname):29500 train.py
