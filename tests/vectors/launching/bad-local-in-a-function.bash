#!/bin/bash
# finds: local-rendezvous
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=1
#SBATCH --gpus-per-node=8
#SBATCH --exclusive
EP=localhost:29500
pick() { local EP=$(hostname):29500; }
pick
srun torchrun --nnodes=2 --nproc-per-node=8 --rdzv-id=1 --rdzv-backend=c10d --rdzv-endpoint=$EP train.py
