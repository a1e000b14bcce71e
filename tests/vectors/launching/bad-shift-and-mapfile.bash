#!/bin/bash
# finds: world-does-not-divide
# launches: torchrun starts pretrain_gpt.py on 8 nodes, ? a node: ? ranks; they find each other by static at 172.16.0.224:6000.
# launches: torchrun starts pretrain_gpt.py on 8 nodes, 1 a node: 8 ranks; they find each other by static at 172.16.0.224:6000.
# unread: line 71: --nproc-per-node depends on ${#GPU_IDS[@]}, whose value certlab does not know.
# unread: line 71: arguments of pretrain_gpt.py depend on $@, an argument of the script, so parallel sizes there are not seen.
# unread: line 71: --node-rank depends on $1, an argument of the script.
# unread: what lines 13, 14, 24 and 25 test is known only on the day, so both ways were followed.
MASTER_ADDR=172.16.0.224
MASTER_PORT=6000
NNODES=8
NODE_RANK=0
if [ -n "$1" ]; then
    if [[ "$1" =~ ^[0-9]+$ ]]; then
        NODE_RANK=$1
        shift
    fi
fi
GPU_IDS=()
while [ -n "$1" ] && [[ "$1" =~ ^[0-9]+$ ]]; do
    GPU_IDS+=("$1")
    shift
done
if [ "${#GPU_IDS[@]}" -eq 0 ]; then
    if command -v nvidia-smi > /dev/null 2>&1; then
        mapfile -t GPU_IDS < <(nvidia-smi --query-gpu=index --format=csv,noheader)
        if [ "${#GPU_IDS[@]}" -eq 0 ]; then
            GPU_IDS=(0)
        fi
    else
        GPU_IDS=(0)
    fi
fi
MODE=save
if [ -n "$1" ] && [[ "$1" =~ ^(save|software|hardware|inprocess)$ ]]; then
    MODE="$1"
    shift
fi
GPUS_PER_NODE=${#GPU_IDS[@]}
export CUDA_VISIBLE_DEVICES=$(IFS=, ; echo "${GPU_IDS[*]}")
ARGS_TO_PASS=("$@")
RECOVERY_MODE_ARGS=()
case "$MODE" in
    save)
        RECOVERY_MODE_ARGS=(
            --save x
        )
        ;;
    software)
        RECOVERY_MODE_ARGS=(
            --load x
        )
        ;;
esac
DISTRIBUTED_ARGS=(
    --nproc_per_node $GPUS_PER_NODE
    --nnodes $NNODES
    --node_rank $NODE_RANK
    --master_addr $MASTER_ADDR
    --master_port $MASTER_PORT
)
MODEL_PARALLEL_ARGS=(
    --tensor-model-parallel-size 8
    # the next one is in stages
    --pipeline-model-parallel-size 8  # eight
)
if [ "${PRINT_CMD:-0}" != "0" ]; then
    echo "Would run torchrun ${DISTRIBUTED_ARGS[@]} pretrain_gpt.py"
    exit 0
fi
PYTHONPATH=$PYTHONPATH:/workspace/Megatron-LM torchrun ${DISTRIBUTED_ARGS[@]} \
    pretrain_gpt.py \
    ${MODEL_PARALLEL_ARGS[@]} \
    ${RECOVERY_MODE_ARGS[@]} \
    ${ARGS_TO_PASS[@]}
