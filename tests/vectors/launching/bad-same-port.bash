#!/bin/bash
# finds: same-port
torchrun --nproc-per-node=4 a.py &
torchrun --nproc-per-node=4 b.py &
wait
