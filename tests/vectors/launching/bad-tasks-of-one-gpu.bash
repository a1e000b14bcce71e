#!/bin/bash -e
# finds: cpus-not-inherited
# launches: torchrun starts train.py on 5 nodes, 1 a node: 5 ranks; 1 GPUs a node, 1 a process; they find each other by static at $(scontrol show hostnames "$SLURM_JOB_NODELIST" | head -n 1):$(python -c 'import socket; s=socket.socket(); s.bind(("", 0)); print(s.getsockname()[1]); s.close()').
#SBATCH --ntasks=5
#SBATCH --gpus-per-task=A100:1
#SBATCH --cpus-per-task=2
export MASTER_ADDR=$(scontrol show hostnames "$SLURM_JOB_NODELIST" | head -n 1)
export MASTER_PORT=$(python -c 'import socket; s=socket.socket(); s.bind(("", 0)); print(s.getsockname()[1]); s.close()')
srun bash -c 'torchrun \
    --rdzv_id=$SLURM_JOB_ID \
    --rdzv_backend=static \
    --node_rank=$SLURM_PROCID \
    --master_addr=$MASTER_ADDR \
    --master_port=$MASTER_PORT \
    --nnodes=$SLURM_NTASKS \
    --nproc_per_node=1 \
    train.py'
