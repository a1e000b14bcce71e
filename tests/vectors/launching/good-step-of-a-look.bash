#!/bin/bash
# finds: none
# launches: torchrun starts train.py on 2 nodes, 8 a node: 16 ranks; 8 GPUs a node, 1 a process; they find each other by c10d at $(hostname):29500.
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=1
#SBATCH --gpus-per-node=8
#SBATCH --exclusive
srun python -c "import torch; print(torch.cuda.device_count())"
srun torchrun --nnodes=2 --nproc-per-node=8 --rdzv-id=1 --rdzv-backend=c10d --rdzv-endpoint=$(hostname):29500 train.py
