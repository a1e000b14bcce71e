#!/bin/bash
# finds: standalone-on-several
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=1
#SBATCH --gpus-per-node=8
#SBATCH --exclusive
srun torchrun --standalone --nproc-per-node=8 train.py
