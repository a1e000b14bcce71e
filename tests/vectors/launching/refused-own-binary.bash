#!/bin/bash
# refused: Line 7: `./all_reduce_perf` starts this, and certlab does not model it; it reads torchrun, a Python program that srun starts, and manifests of Kubernetes.
#SBATCH --nodes=1
#SBATCH --ntasks-per-node=8
#SBATCH --gpus-per-node=8
#SBATCH --exclusive
srun ./all_reduce_perf -b 8 -e 1G -f 2 -g 1
