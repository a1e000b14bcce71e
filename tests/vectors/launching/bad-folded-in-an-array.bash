#!/bin/bash
# finds: nodelist-unexpanded
# launches: torchrun starts t.py on 2 nodes, 8 a node: 16 ranks; 8 GPUs a node, 1 a process; they find each other by c10d at $SLURM_JOB_NODELIST:29500.
#SBATCH --nodes=2 --gpus-per-node=8 --ntasks-per-node=1 --exclusive
nodes=($SLURM_JOB_NODELIST)
srun torchrun --nnodes=2 --nproc-per-node=8 --rdzv-backend=c10d --rdzv-id=1 --rdzv-endpoint=${nodes[0]}:29500 t.py
