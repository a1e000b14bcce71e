#!/bin/bash
# finds: none
#SBATCH --nodes=1
#SBATCH --ntasks-per-node=8
#SBATCH --gpus-per-node=8
#SBATCH --exclusive
export MASTER_ADDR=localhost MASTER_PORT=29500
srun python train.py
