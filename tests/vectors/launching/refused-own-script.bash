#!/bin/bash -e
# refused: Line 10: `./tools/dist_train.sh configs/occ.py` starts this, and certlab does not model it; it reads torchrun, a Python program that srun starts, and manifests of Kubernetes.
#SBATCH --job-name=occ
#SBATCH --output=slurm_%A.out
#SBATCH --gpus=4
#SBATCH --nodes=1
#SBATCH --mem-per-gpu=40G
#SBATCH --cpus-per-gpu=32

srun --container-image=/images/occ.sqsh \
--container-mounts=/home/u/Occ:/home/ubuntu/Occ \
--container-workdir=/home/ubuntu/Occ/BEVDet \
./tools/dist_train.sh configs/occ.py 4
