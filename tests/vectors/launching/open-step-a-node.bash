#!/bin/bash
# finds: none
# unread: lines 8 and 9 each start torchrun on some of its nodes, and what they start together is not counted.
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=1
#SBATCH --gpus-per-node=8
#SBATCH --exclusive
srun -w node1 -N1 -n1 torchrun --nnodes=2 --node-rank=0 --nproc-per-node=8 --master-addr=node1 train.py &
srun -w node2 -N1 -n1 torchrun --nnodes=2 --node-rank=1 --nproc-per-node=8 --master-addr=node1 train.py &
wait
