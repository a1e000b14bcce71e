#!/bin/bash
# finds: nodelist-unexpanded
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=8
#SBATCH --gpus-per-node=8
#SBATCH --exclusive
export MASTER_ADDR=$SLURM_JOB_NODELIST MASTER_PORT=29500
srun python train.py
