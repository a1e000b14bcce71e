#!/bin/bash
# finds: none
# unread: --ntasks=99999999999 is no count that certlab reads.
# unread: --gpus-per-node=-1 is no count that certlab reads.
#SBATCH --nodes=1
#SBATCH --ntasks=99999999999
#SBATCH --gpus-per-node=-1
#SBATCH --exclusive
#SBATCH --time=99999999999:00
#SBATCH --array=0-4294967295
srun torchrun --standalone --nproc-per-node=8 train.py
