#!/bin/bash
# finds: no-gpus
# launches: torchrun starts /fsx/ubuntu/train.py on 2 nodes, 8 a node: 16 ranks; 0 GPUs a node; they find each other by c10d at $(hostname).
# unread: what line 21 tests is known only on the day, so both ways were followed.
#SBATCH --nodes=2
#SBATCH --exclusive
GPUS_PER_NODE=8
declare -a TORCHRUN_ARGS=(
    --nproc_per_node=$GPUS_PER_NODE \
    --nnodes=$SLURM_JOB_NUM_NODES \
    --rdzv_id=$SLURM_JOB_ID \
    --rdzv_backend=c10d \
    --rdzv_endpoint=$(hostname)
)
export TRAIN_SCRIPT=/fsx/ubuntu/train.py
declare -a TRAINING_ARGS=(
    --bf16 True \
    --do_eval True
)
AUTO_RESUME=""
if [ -d "/opt/sagemaker_cluster" ]; then
    AUTO_RESUME="--auto-resume=1"
fi
srun ${AUTO_RESUME} -l torchrun "${TORCHRUN_ARGS[@]}" $TRAIN_SCRIPT "${TRAINING_ARGS[@]}"
