#!/bin/bash
# refused: Line 8: `accelerate` starts this, and certlab does not model it; it reads torchrun, a Python program that srun starts, and manifests of Kubernetes.
#SBATCH --job-name=diff
#SBATCH --nodes=1
#SBATCH --gres=gpu:a100:4
#SBATCH --ntasks-per-node=1
port=$RANDOM
srun accelerate launch --main_process_port ${port} train_pipeline.py --experiment_name x
