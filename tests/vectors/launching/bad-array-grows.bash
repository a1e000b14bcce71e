#!/bin/bash
# finds: local-rendezvous, no-rdzv-id
# launches: torchrun starts train.py on 2 nodes, 8 a node: 16 ranks; 8 GPUs a node, 1 a process; they find each other by c10d at localhost:15213.
# unread: line 12: SLURM_LAUNCH_NODE_IPADDR (localhost) is taken as its default, as it is not set here.
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=1
#SBATCH --gpus-per-node=8
#SBATCH --exclusive
TORCHRUN_ARGS=()
TORCHRUN_ARGS+=(--nnodes=${SLURM_NNODES:-1} --node-rank=${SLURM_NODEID:-0} --nproc-per-node=gpu)
TORCHRUN_ARGS+=(--rdzv-backend=c10d --rdzv-endpoint=${SLURM_LAUNCH_NODE_IPADDR:-localhost}:15213)
srun torchrun "${TORCHRUN_ARGS[@]}" train.py
