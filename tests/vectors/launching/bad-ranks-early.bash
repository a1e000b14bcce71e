#!/bin/bash
# finds: same-rank
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=8
#SBATCH --gpus-per-node=8
#SBATCH --exclusive
export MASTER_ADDR=$(hostname) MASTER_PORT=29500
export RANK=$SLURM_PROCID LOCAL_RANK=$SLURM_LOCALID WORLD_SIZE=$SLURM_NTASKS
srun python train.py
