#!/bin/bash
# finds: none
# launches: torchrun starts pretrain_gpt.py on 1 node, 8 a node: 8 ranks.
export CUDA_DEVICE_MAX_CONNECTIONS=1
NPUS_PER_NODE=8
MASTER_ADDR=localhost
MASTER_PORT=6000
NNODES=1
NODE_RANK=0
torchrun --nproc_per_node $NPUS_PER_NODE --nnodes $NNODES --node_rank $NODE_RANK --master_addr $MASTER_ADDR --master_port $MASTER_PORT pretrain_gpt.py \
  --tensor-model-parallel-size 2 \
  --distributed-backend nccl \
  | tee logs/train.log
