#!/bin/bash
# finds: cpus-not-inherited
# launches: torchrun starts scripts/train.py on 2 nodes, 8 a node: 16 ranks; 8 GPUs a node, 1 a process; they find each other by static at $(scontrol show hostnames $SLURM_JOB_NODELIST | head -n 1):$((RANDOM % 101 + 20000)).
#SBATCH -N 2
#SBATCH --ntasks-per-node=1
#SBATCH --gpus-per-node=8
#SBATCH --cpus-per-task=128
export GPUS_PER_NODE=8
export OMP_NUM_THREADS=8
export MASTER_ADDR=$(scontrol show hostnames $SLURM_JOB_NODELIST | head -n 1)
export MASTER_PORT=$((RANDOM % 101 + 20000))
export MODEL_PATH=./a.pt
srun --jobid $SLURM_JOBID bash -c 'torchrun --nproc_per_node $GPUS_PER_NODE --nnodes $SLURM_NNODES --node_rank $SLURM_PROCID \
 --master_addr $MASTER_ADDR --master_port $MASTER_PORT \
 scripts/train.py \
  --pretrained_checkpoint ${MODEL_PATH} \
  --run_id ${run_id} '
