#!/usr/bin/env bash
# finds: none
# launches: torchrun starts tabular_foundation.train on 8 nodes, 8 a node: 64 ranks; 8 GPUs a node, 1 a process; they find each other by static at $(scontrol show hostnames "$SLURM_JOB_NODELIST" | head -n 1):29500.
#SBATCH --nodes=8
#SBATCH --ntasks-per-node=1
#SBATCH --gpus-per-node=8
#SBATCH --exclusive
set -euo pipefail
: "${SLURM_JOB_NODELIST:?Run inside an allocated Slurm job}"
: "${TFM_CONFIG:=configs/pilot.json}"
export MASTER_ADDR
MASTER_ADDR=$(scontrol show hostnames "$SLURM_JOB_NODELIST" | head -n 1)
export MASTER_PORT=${MASTER_PORT:-29500}
export OMP_NUM_THREADS=${OMP_NUM_THREADS:-4}
export TFM_CONFIG
srun bash -c 'torchrun --nnodes="$SLURM_NNODES" --nproc_per_node=8 --node_rank="$SLURM_PROCID" --master_addr="$MASTER_ADDR" --master_port="$MASTER_PORT" -m tabular_foundation.train --config "$TFM_CONFIG"'
