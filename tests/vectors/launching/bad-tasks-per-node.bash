#!/bin/bash
# finds: cpus-not-inherited
# launches: torchrun starts evaluate.py on 1 node, 1 a node: 1 ranks; 1 GPUs a node, 1 a process.
#SBATCH --nodes=1
#SBATCH --exclusive
#SBATCH --cpus-per-task=32
#SBATCH --tasks-per-node=1
##SBATCH --exclude=lrdn[2371-3456]
#SBATCH --gres=gpu:1
nodes=( $(scontrol show hostnames $SLURM_JOB_NODELIST) )
nodes_array=("${nodes[@]}")
head_node=${nodes_array[0]}
head_node_ip=$(srun --nodes=1 --ntasks=1 -w "$head_node" hostname --ip-address | awk '{print $1}')
export NNODES=${#nodes_array[@]}
export GPUS_PER_NODE=4
export DISTRIBUTED_ARGS="--rdzv_id=$RANDOM \
 --rdzv_backend=c10d"
 #--rdzv_endpoint=$head_node_ip:29505 \
 #--nnodes=$NNODES \
export EVAL_OUT="eval_${SLURM_JOB_ID}"
srun torchrun $DISTRIBUTED_ARGS --nproc_per_node=1 evaluate.py \
  --input_file  rotten_tomatoes_test.jsonl\
  --output_file $EVAL_OUT.jsonl \
  --nosplit_data | tee -a output.txt
