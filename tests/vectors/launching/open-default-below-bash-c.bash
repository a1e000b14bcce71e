#!/bin/bash
# finds: none
# unread: line 8: HEAD (node1) is taken as its default, as it is not set here.
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=1
#SBATCH --gpus-per-node=8
#SBATCH --exclusive
srun bash -c 'torchrun --nnodes=2 --nproc-per-node=8 --rdzv-id=1 --rdzv-backend=c10d --rdzv-endpoint=${HEAD:-node1}:29500 train.py'
