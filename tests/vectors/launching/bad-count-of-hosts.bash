#!/bin/bash
# finds: no-rdzv-id, one-cpu
# launches: torchrun starts run_train.py on 4 nodes, 8 a node: 32 ranks; 8 GPUs a node, 1 a process; they find each other by c10d at $(scontrol show hostnames "$SLURM_JOB_NODELIST" | head -n 1):6000.
#SBATCH --job-name=nanotron-training
#SBATCH --nodes=4
#SBATCH --ntasks-per-node=1
#SBATCH --gpus-per-node=8
#SBATCH --partition=your_partition
#SBATCH --output=logs/%x-%j.out

export HOSTNAMES=`scontrol show hostnames "$SLURM_JOB_NODELIST"`
export MASTER_ADDR=$(scontrol show hostnames "$SLURM_JOB_NODELIST" | head -n 1)
export MASTER_PORT=6000
export COUNT_NODE=`scontrol show hostnames "$SLURM_JOB_NODELIST" | wc -l`
export CUDA_DEVICE_MAX_CONNECTIONS=1

srun bash -c "torchrun \
    --nproc_per_node 8 \
    --nnodes $COUNT_NODE \
    --rdzv_backend c10d \
    --rdzv_endpoint $MASTER_ADDR:$MASTER_PORT \
    --max_restarts 0 \
    run_train.py --config-file your_config.yaml"
