#!/bin/bash
# finds: none
# unread: line 8: the job has 2 to 4 nodes, and how many is known only on the day.
#SBATCH --nodes=2-4
#SBATCH --ntasks-per-node=1
#SBATCH --gpus-per-node=8
#SBATCH --exclusive
srun torchrun --nnodes=4 --nproc-per-node=8 --rdzv-id=1 --rdzv-backend=c10d --rdzv-endpoint=node1:29500 train.py
