#!/bin/bash
# finds: none
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=1
#SBATCH --gpus-per-node=8
#SBATCH --exclusive
srun bash -c 'torchrun --nnodes=2 --node-rank=${SLURM_PROCID:-0} --nproc-per-node=8 --master-addr=node1 train.py'
