#!/bin/bash
# finds: none
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=1
#SBATCH --gpus-per-node=8
#SBATCH --exclusive
srun torchrun --nnodes=2 --nproc-per-node=${SLURM_GPUS_ON_NODE:-4} --rdzv-id=1 --rdzv-backend=c10d --rdzv-endpoint=${SLURMD_NODENAME:-localhost}:29500 train.py
