#!/bin/bash
# finds: none
# launches: torchrun starts $(pwd)/train.py on 4 nodes, 8 a node: 32 ranks; they find each other by static at $(perl -le '$_=$ENV{"SLURM_JOB_NODELIST"}; s/,.*//; s/-.*//; s/\[//; print'):23857.
# unread: line 32: --master-addr depends on $(perl -le '$_=$ENV{"SLURM_JOB_NODELIST"}; s/,.*//; s/-.*//; s/\[//; print'), which certlab does not run.
# Usage: srun train_slurm.sh
set -eux
export MASTER_ADDR=`perl -le '$_=$ENV{"SLURM_JOB_NODELIST"}; s/,.*//; s/-.*//; s/\[//; print'`
export MASTER_PORT=23857
export WORK_DIR=`pwd`
LOG_PATH=./logs/slurm_log_$(date '+%m%d%H%M').txt
GPUS_PER_NODE=8
NNODES=4
OUTPUT=${WORK_DIR}/output/x
if [ -d $OUTPUT ]; then
    echo "${OUTPUT} exist."
else
    mkdir -p ${OUTPUT}
fi
export LAUNCHER="python -u -m torch.distributed.run \
    --nproc_per_node $GPUS_PER_NODE \
    --nnodes $NNODES \
    --master_addr $MASTER_ADDR \
    --master_port $MASTER_PORT \
    --max_restarts 0 \
    --tee 3 \
    "
export CMD=" \
    ${WORK_DIR}/train.py \
    --output_dir ${OUTPUT} \
    --pipe_parallel_size 8 \
    "
bash -c "$LAUNCHER --node_rank $SLURM_PROCID $CMD" 2>&1 | tee -a $LOG_PATH
