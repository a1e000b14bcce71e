#!/bin/bash
# finds: fixed-port, no-srun
# launches: torchrun starts train.py on 4 nodes, 4 a node: 16 ranks; 4 GPUs a node, 1 a process; they find each other by static at $1:6007.
# unread: line 25: --node-rank depends on $2, an argument of the script.
# unread: line 25: --master-addr depends on $1, an argument of the script.
# unread: line 25: GPUS_PER_NODE (4), NNODES (4), MASTER_PORT (6007) are taken as their defaults, as they are not set here.
#SBATCH --nodes=4           # set #nodes to use
#SBATCH --partition=gpu2    # set partition to use
#SBATCH --gres=gpu:a10:4   # set types and number of gpu
#SBATCH --ntasks=4   # set types and number of gpu
#SBATCH --cpus-per-task=4  # set number of cpu cores
#SBATCH -o ./_out/%j.%N.out # log file. %j: JOBID, %N: nodename
#================================================
DISTRIBUTED_ARGS="
    --nproc_per_node ${GPUS_PER_NODE:-4} \
    --nnodes ${NNODES:-4} \
    --node_rank $2 \
    --master_addr $1 \
    --master_port ${MASTER_PORT:-6007}
"

echo "start at:" `date`     # job start time
echo "current_addr: $(hostname -i)"

torchrun $DISTRIBUTED_ARGS train.py configs/a.py\
            --launcher="pytorch" \
#            --eval mIoU \

lsb_release -a
