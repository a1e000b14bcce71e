#!/bin/bash
# finds: none
# launches: torchrun starts train.py on 1 node, 8 a node: 8 ranks.
torchrun() { command torchrun --nproc-per-node=8 "$@"; }
torchrun train.py
