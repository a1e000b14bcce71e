#!/bin/bash
# finds: processes-not-gpus
# launches: torchrun starts train.py on 1 node, 4 a node: 4 ranks; 2 GPUs a node, 0.5 a process.
CUDA_VISIBLE_DEVICES=0,1 torchrun --standalone --nproc_per_node 4 train.py
