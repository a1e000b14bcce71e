#!/bin/bash
# finds: none
# launches: srun starts train.py on 2 nodes, 8 a node: 16 ranks; 8 GPUs a node, 1 a process.
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=8
#SBATCH --gpus-per-node=8
#SBATCH --exclusive
export MASTER_ADDR=$(hostname) MASTER_PORT=29500 WORLD_SIZE=$SLURM_NTASKS
srun bash -c 'RANK=$SLURM_PROCID LOCAL_RANK=$SLURM_LOCALID python train.py'
