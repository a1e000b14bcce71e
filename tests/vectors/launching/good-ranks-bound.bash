#!/bin/bash
# finds: none
# launches: srun starts train.py on 2 nodes, 8 a node: 16 ranks; 8 GPUs a node, 1 a process.
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=8
#SBATCH --gpus-per-task=1
#SBATCH --exclusive
export MASTER_ADDR=$(hostname) MASTER_PORT=29500
# a task sees one GPU, which is its own 0
export LOCAL_RANK=0
srun python train.py
