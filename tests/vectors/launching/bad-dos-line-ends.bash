#!/bin/bash
# finds: dos-line-ends
# launches: torchrun starts t.py on 1 node, 8 a node: 8 ranks.
#SBATCH --nodes=1
#SBATCH --gpus-per-node=8
#SBATCH --exclusive
torchrun --standalone --nproc-per-node=8 t.py
