#!/bin/bash
# finds: same-rank
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=8
#SBATCH --gpus-per-node=8
#SBATCH --exclusive
export MASTER_ADDR=$(hostname)
srun env RANK=0 python train.py
