#!/bin/bash
# finds: cpus-not-inherited, omp-threads
# launches: torchrun starts ./train.py on 2 nodes, 8 a node: 16 ranks; 8 GPUs a node, 1 a process; they find each other by c10d at $(srun --nodes=1 --ntasks=1 -w "$( scontrol show hostnames $SLURM_JOB_NODELIST | head -n 1)" hostname --ip-address):29500.
#SBATCH --job-name=train-multi-node
#SBATCH --ntasks=2
#SBATCH --nodes=2
#SBATCH --gpus-per-task=8
#SBATCH --cpus-per-task=96
#SBATCH --partition=debug

nodes=( $( scontrol show hostnames $SLURM_JOB_NODELIST ) )
nodes_array=($nodes)
head_node=${nodes_array[0]}
head_node_ip=$(srun --nodes=1 --ntasks=1 -w "$head_node" hostname --ip-address)

echo Node IP: $head_node_ip
export LOGLEVEL=INFO
CONFIG_FILE=${CONFIG_FILE:-"./train_configs/a.toml"}

srun torchrun --nnodes 2 --nproc_per_node 8 --rdzv_id 101 --rdzv_backend c10d --rdzv_endpoint "$head_node_ip:29500" ./train.py --job.config_file ${CONFIG_FILE}
