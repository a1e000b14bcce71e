#!/bin/bash -x
# finds: fixed-port, no-srun, one-cpu
# launches: torchrun starts finetune.py on 24 nodes, 6 a node: 144 ranks; 6 GPUs a node, 1 a process; they find each other by static at $(scontrol show hostnames $SLURM_JOB_NODELIST | head -n 1):9901.
#SBATCH -J SFT
#SBATCH --gres=gpu:6
#SBATCH --nodes=24
export CUDA_VISIBLE_DEVICES=0,1,2,3,4,5
export GPUS_PER_NODE=6
export MASTER_ADDR=$(scontrol show hostnames $SLURM_JOB_NODELIST | head -n 1)
export MASTER_PORT=9901
model_name=($1)
python -m torch.distributed.run --nproc_per_node=$GPUS_PER_NODE \
    --nnode=$SLURM_NNODES --node_rank=$SLURM_PROCID --master_addr=$MASTER_ADDR \
    --master_port=$MASTER_PORT \
    finetune.py \
    --base_model LLMs/${model_name} 
