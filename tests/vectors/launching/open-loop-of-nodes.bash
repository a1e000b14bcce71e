#!/bin/bash
# finds: none
# launches: torchrun starts train.py on 4 nodes, 8 a node: 32 ranks; 8 GPUs a node, 1 a process; they find each other by static at $(scontrol show hostnames "$SLURM_JOB_NODELIST" | head -n 1):29500.
# unread: line 14: --node-rank depends on $rank, whose value certlab does not know.
# unread: line 14 stands in a loop, and what all its rounds start together is not counted.
#SBATCH --nodes=4
#SBATCH --ntasks-per-node=1
#SBATCH --gpus-per-node=8
#SBATCH --cpus-per-task=96
export OMP_NUM_THREADS=8
hosts=($(scontrol show hostnames "$SLURM_JOB_NODELIST"))
rank=0
for host in "${hosts[@]}"; do
  srun -N1 -n1 -w "$host" --cpus-per-task=96 torchrun --nnodes=4 --nproc-per-node=8 --node-rank=$rank --master-addr="${hosts[0]}" train.py &
  rank=$((rank + 1))
done
wait
