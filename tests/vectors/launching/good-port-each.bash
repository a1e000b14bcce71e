#!/bin/bash
# finds: none
torchrun --master-port=29501 --nproc-per-node=4 a.py &
torchrun --nproc-per-node=4 b.py && true &
wait
torchrun --nproc-per-node=4 b.py
