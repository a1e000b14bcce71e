#!/bin/bash
# finds: none
# launches: srun starts train.py on 2 nodes, 8 a node: 16 ranks; 8 GPUs a node, 1 a process.
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=8
#SBATCH --gpus-per-node=8
#SBATCH --exclusive
export MASTER_ADDR=$(hostname) MASTER_PORT=29500
srun --nodes=1 --ntasks=1 python download_data.py
srun python train.py
