#!/bin/bash
# finds: none
# unread: what line 8 tests is known only on the day, so both ways were followed.
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=1
#SBATCH --gpus-per-node=8
#SBATCH --exclusive
srun bash -c 'if [ $SLURM_PROCID -eq 0 ]; then A=localhost; else A=node1; fi; torchrun --nnodes=2 --node-rank=$SLURM_PROCID --nproc-per-node=8 --master-addr=$A train.py'
