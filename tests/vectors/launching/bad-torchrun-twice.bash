#!/bin/bash
# finds: options-after-script
# launches: torchrun starts torchrun on 1 node, 1 a node: 1 ranks; 8 GPUs a node, 8 a process.
# unread: line 16: arguments of torchrun depend on $training_commands, whose value certlab does not know, so parallel sizes there are not seen.
#SBATCH -N 1
#SBATCH --gpus-per-node=8
#SBATCH --ntasks-per-node=1
#SBATCH --exclusive
read -r -d '' training_commands <<EOF
openrlhf.cli.train_dpo \
   --save_path ./checkpoint/llama3-8b-dpo
EOF
GPUS_PER_NODE=8
export MASTER_ADDR=$(scontrol show hostnames $SLURM_JOB_NODELIST | head -n 1)
export MASTER_PORT=9901
srun --container-image="$IMAGE_NAME" --container-mounts="$MOUNT" bash -c \
    "cd /openrlhf; pip install . ; torchrun \
    torchrun --nproc_per_node $GPUS_PER_NODE --nnodes $SLURM_NNODES --node_rank $SLURM_PROCID \
    --master_addr $MASTER_ADDR --master_port $MASTER_PORT -m ${training_commands}" &>> log
