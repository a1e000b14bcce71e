#!/bin/bash
# finds: none
# launches: torchrun starts ../../pretrain_gpt.py on 1 node, ? a node: ? ranks.
# unread: line 42: --nproc-per-node depends on $3, an argument of the script.
# unread: line 42: arguments of ../../pretrain_gpt.py depend on $3, an argument of the script, so parallel sizes there are not seen.
GBS=${1:?"Error: No input argument, pls specify GBS"}
CP=${3:?"Error: No input argument, pls specify CP degree"}
RA=${4:-0} 
GPUS_PER_NODE=$CP
MASTER_ADDR=localhost
NUM_NODES=1
if [ "$RA" -eq 0 ]; then
    ratag=""
    TRAINING_ARGS=""
elif [ "$RA" -eq 1 ]; then
    ratag="_recompute_act"
    TRAINING_ARGS=(
        --recompute-granularity full
    )
else
    echo "Error: last argument must be 0 or 1 (recompute activation)"
    exit
fi
TS=$(date +"%y%m%d_%H%M%S")
OUTDIR="./outdir/${TS}"
DISTRIBUTED_ARGS=(
    --nproc_per_node $GPUS_PER_NODE 
    --nnodes $NUM_NODES 
    --master_addr $MASTER_ADDR 
)
TRAINING_ARGS+=(
    --micro-batch-size $GBS 
)
MODEL_PARALLEL_ARGS=(
	--tensor-model-parallel-size 1 
    --context-parallel-size $CP
)
cmd="torchrun ${DISTRIBUTED_ARGS[@]} ../../pretrain_gpt.py \
    ${TRAINING_ARGS[@]} \
    ${MODEL_PARALLEL_ARGS[@]}"
printf "Executing...\n${cmd}\n"
eval $cmd 2>&1 | tee $OUTDIR/logs.txt
