#!/bin/bash
# refused: Line 7: `bash run.sh` starts this, and certlab does not model it; it reads torchrun, a Python program that srun starts, and manifests of Kubernetes.
#SBATCH --nodes=1
#SBATCH --ntasks-per-node=8
#SBATCH --gpus-per-node=8
#SBATCH --exclusive
srun bash run.sh
