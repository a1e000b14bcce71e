#!/bin/bash
# finds: none
# launches: torchrun starts t.py on 2 nodes, 8 a node: 16 ranks; 8 GPUs a node, 1 a process; they find each other by c10d at h:29500.
# unread: line 8: options of srun may stand in $SRUN_ARGS, which is not set here.
#SBATCH --ntasks-per-node=1
#SBATCH --gpus-per-node=8
#SBATCH --exclusive
srun $SRUN_ARGS torchrun --nnodes=2 --nproc-per-node=8 --rdzv-backend=c10d --rdzv-id=1 --rdzv-endpoint=h:29500 t.py
