#!/bin/bash
# finds: no-shebang, omp-threads
# launches: torchrun starts train.py on 1 node, 8 a node: 8 ranks; 8 GPUs a node, 1 a process.
#SBATCH --nodes=1
#SBATCH --gpus-per-node=8
#SBATCH --cpus-per-task=64
torchrun --standalone --nproc-per-node=8 train.py
