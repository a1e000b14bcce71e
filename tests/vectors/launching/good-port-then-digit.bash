#!/bin/bash
# finds: none
# launches: torchrun starts train.py on 2 nodes, 8 a node: 16 ranks; 8 GPUs a node, 1 a process; they find each other by c10d at $(hostname):29500.
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=1
#SBATCH --gpus-per-node=8
#SBATCH --exclusive
N="$SLURM_NNODES"
P="2"950
srun torchrun --nnodes="$N" --nproc_per_node 8 --rdzv_id 1 --rdzv_backend c10d --rdzv_endpoint "$(hostname)":"$P"0 train.py
