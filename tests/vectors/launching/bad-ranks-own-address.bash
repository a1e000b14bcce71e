#!/bin/bash
# finds: own-address
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=8
#SBATCH --gpus-per-node=8
#SBATCH --exclusive
srun bash -c 'MASTER_ADDR=$(hostname) MASTER_PORT=29500 RANK=$SLURM_PROCID python train.py'
