#!/bin/bash
# finds: none
# launches: srun starts train.py on 1 node, 8 a node: 8 ranks; 8 GPUs a node, 1 a process.
#SBATCH --nodes=1
#SBATCH --ntasks-per-node=8
#SBATCH --gpus-per-node=8
#SBATCH --exclusive
srun conda run -n env python train.py
