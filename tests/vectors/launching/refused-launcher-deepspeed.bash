#!/bin/bash
# refused: Line 34: `deepspeed` starts this, and certlab does not model it; it reads torchrun, a Python program that srun starts, and manifests of Kubernetes.
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=1 # DO NOT CHANGE
#SBATCH --gpus-per-node=1
#SBATCH --cpus-per-task=8
set -ex
source ~/miniconda3/etc/profile.d/conda.sh 
conda activate llm
module load nccl # loads the nccl built with the AWS nccl plugin for Slingshot11
DS_CONFIG=ds_config.json
TP=2
cat <<EOT > $DS_CONFIG
{
  "train_batch_size" : 64,
  "fp16": {
    "enabled": false
  }
}
EOT
ds_args=""
ds_args=" --deepspeed ${ds_args}"
MASTER_ADDR=$(scontrol show hostnames $SLURM_JOB_NODELIST | head -n 1)
bash makehostfile.sh
export LAUNCHER="deepspeed \
    --hostfile=./myhostfile \
    --no_ssh \
    --master_addr=${MASTER_ADDR} \
    "
CMD="${SLURM_SUBMIT_DIR}/pretrain_gpt.py \
    --tensor-model-parallel-size $TP \
    $ds_args \
    "
clear; srun --jobid $SLURM_JOB_ID bash -c "$LAUNCHER --node_rank \$SLURM_PROCID $CMD"
conda deactivate
