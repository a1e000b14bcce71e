#!/bin/bash
# finds: none
# launches: torchrun starts train.py on 2 nodes, 8 a node: 16 ranks; 8 GPUs a node, 1 a process; they find each other by c10d at $(getent hosts "$(scontrol show hostnames $SLURM_JOB_NODELIST | head -n 1)" | awk '{print $1}'):29500.
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=1
#SBATCH --gpus-per-node=8
#SBATCH --exclusive
nodes=( $(scontrol show hostnames $SLURM_JOB_NODELIST) )
first=${nodes[0]}
ip=$(getent hosts "$first" | awk '{print $1}')
srun torchrun --nnodes 2 --nproc_per_node 8 --rdzv_id 1 --rdzv_backend c10d --rdzv_endpoint "$ip:29500" train.py
