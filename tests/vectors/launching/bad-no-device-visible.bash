#!/bin/bash
# finds: processes-not-gpus
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=1
#SBATCH --gpus-per-node=8
#SBATCH --exclusive
export CUDA_VISIBLE_DEVICES=
srun torchrun --nnodes=2 --nproc-per-node=8 --rdzv-id=1 --rdzv-backend=c10d --rdzv-endpoint=$(hostname):29500 train.py
