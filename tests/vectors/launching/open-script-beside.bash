#!/bin/bash
# finds: none
# launches: srun starts train.py on 2 nodes, 8 a node: 16 ranks; 8 GPUs a node, 1 a process.
# unread: line 9: `bash launch.sh` starts something that certlab does not model.
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=8
#SBATCH --gpus-per-node=8
#SBATCH --exclusive
bash launch.sh
srun python train.py
