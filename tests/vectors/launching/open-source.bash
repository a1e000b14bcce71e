#!/bin/bash
# finds: none
# launches: torchrun starts train.py on 1 node, 8 a node: 8 ranks.
# unread: line 6 reads ./cluster.env, which may set NNODES anew.
NNODES=1
source ./cluster.env
torchrun --nnodes=$NNODES --nproc_per_node=8 train.py
