#!/bin/bash
# finds: none
# unread: line 9: MASTER_ADDR depends on $(cat head), which certlab does not run.
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=8
#SBATCH --gpus-per-node=8
#SBATCH --exclusive
export MASTER_ADDR=$(cat head)
srun python train.py
