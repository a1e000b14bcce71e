#!/bin/bash
# finds: none
# unread: line 5: --rdzv-endpoint depends on ${A/ /:}, whose value certlab does not know.
A="node1 29500"
torchrun --nnodes=2 --nproc-per-node=8 --rdzv-id=1 --rdzv-backend=c10d --rdzv-endpoint=${A/ /:} train.py
