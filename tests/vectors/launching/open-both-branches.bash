#!/bin/bash
# finds: none
# launches: torchrun starts pretrain_gpt.py on 2 nodes, 2 a node: 4 ranks; they find each other by static at 10.156.154.36:6000.
# launches: torchrun starts pretrain_gpt.py on 2 nodes, 2 a node: 4 ranks; they find each other by static at 10.0.0.62:6000.
# unread: line 36: --node-rank depends on $1, an argument of the script.
# unread: what line 10 tests is known only on the day, so both ways were followed.
export NCCL_DEBUG=INFO
GPUS_PER_NODE=2
# Change for multinode config
if [ "$2" == "a800" ]; then
    MASTER_ADDR=10.0.0.62
    export NCCL_SOCKET_IFNAME=bond0
else 
    MASTER_ADDR=10.156.154.36
    export NCCL_SOCKET_IFNAME=ens37f0
fi
MASTER_PORT=6000
NNODES=2
NODE_RANK=$1
WORLD_SIZE=$(($GPUS_PER_NODE*$NNODES))
DISTRIBUTED_ARGS=(
    --nproc_per_node $GPUS_PER_NODE 
    --nnodes $NNODES 
    --node_rank $NODE_RANK 
    --master_addr $MASTER_ADDR 
    --master_port $MASTER_PORT
)
GPT_ARGS=(
    --hidden-size 1024
    --fp16 
)
mkdir -p logs
export USE_FLASH_ATTN=1 && \
export NVTE_SYNC_P2P=1 && \

PYTHONPATH=$PYTHONPATH:/workspace/Megatron-LM torchrun ${DISTRIBUTED_ARGS[@]} \
    pretrain_gpt.py \
    ${GPT_ARGS[@]} \
    --distributed-backend nccl \

