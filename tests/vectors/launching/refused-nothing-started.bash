#!/bin/bash
# refused: No command of this text starts a program that certlab models; it reads torchrun, a Python program that srun starts, and manifests of Kubernetes.
GPUS_PER_NODE=$(python -c 'import torch; print(torch.cuda.device_count())')
ID=$RANDOM
export header="torchrun --nproc_per_node $GPUS_PER_NODE --nnodes 1 \
--rdzv-id=$ID --rdzv_backend c10d \
-m train.train"
export base_training_args="--do_train True"
