#!/bin/bash
# finds: cpus-not-inherited
# launches: torchrun starts multinode_train on 4 nodes, 4 a node: 16 ranks; they find each other by c10d at $(srun --nodes=1 --ntasks=1 -w "$( scontrol show hostnames $SLURM_JOB_NODELIST | head -n 1)" hostname --ip-address):29500.
#SBATCH --nodes=4
#SBATCH --gres=dcu:4
#SBATCH --ntasks-per-node=1         
#SBATCH --cpus-per-task=32
set -eo pipefail
export OMP_NUM_THREADS=1 MKL_NUM_THREADS=1 NCCL_DEBUG=INFO
nodes=( $( scontrol show hostnames $SLURM_JOB_NODELIST ) )
nodes_array=($nodes)
head_node=${nodes_array[0]}
head_node_ip=$(srun --nodes=1 --ntasks=1 -w "$head_node" hostname --ip-address)
srun torchrun \
  --nnodes=${SLURM_NNODES} \
  --nproc_per_node=4 \
  --rdzv_backend=c10d \
  --rdzv_endpoint=$head_node_ip:29500 \
  --rdzv_id=$RANDOM \
  multinode_train --train_root ./data/raw/train 
