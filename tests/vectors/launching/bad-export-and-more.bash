#!/bin/bash
# finds: local-rendezvous
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=8
#SBATCH --gpus-per-node=8
#SBATCH --exclusive
export MASTER_ADDR=$(hostname)
srun --export=ALL,MASTER_ADDR=localhost python train.py
