#!/bin/bash
# finds: cpus-not-inherited, omp-threads
# launches: torchrun starts train.py on 2 nodes, 8 a node: 16 ranks; 8 GPUs a node, 1 a process; they find each other by c10d at $(srun --nodes=1 --ntasks=1 -w "$( scontrol show hostnames $SLURM_JOB_NODELIST | head -n 1)" hostname --ip-address):29500.

#SBATCH --nodes=2                   # Number of nodes
#SBATCH --ntasks-per-node=1         # One task (torchrun process) per node
#SBATCH --gres=gpu:8                # Request 8 GPUs per node (adjust as per your nodes' GPU count)
#SBATCH --cpus-per-task=32          # Number of CPU cores per task (adjust based on your setup and needs)
#SBATCH --exclusive
#SBATCH --distribution=block:block

GPUS_PER_NODE=8
NNODES=$SLURM_JOB_NUM_NODES
nodes=( $( scontrol show hostnames $SLURM_JOB_NODELIST ) )
nodes_array=($nodes)
head_node=${nodes_array[0]}
head_node_ip=$(srun --nodes=1 --ntasks=1 -w "$head_node" hostname --ip-address)
echo Node IP: $head_node_ip
DISTRIBUTED_ARGS=(
  --nproc_per_node $GPUS_PER_NODE
  --nnodes $NNODES
  --rdzv_id $RANDOM-$USER
  --rdzv_backend c10d
  --rdzv_endpoint $head_node_ip:29500
)
cmd="torchrun ${DISTRIBUTED_ARGS[@]} train.py config/train_shakespeare_char.py --compile=False"
srun --export=ALL,MASTER_ADDR,MASTER_PORT,WORKDIR,cmd,requirements \
  --container-mounts="/mnt:/mnt" \
  $cmd
