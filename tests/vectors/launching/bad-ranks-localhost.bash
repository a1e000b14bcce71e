#!/bin/bash
# finds: local-rendezvous
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=8
#SBATCH --gpus-per-node=8
#SBATCH --exclusive
export MASTER_ADDR=127.0.0.1 MASTER_PORT=29500
srun python train.py
