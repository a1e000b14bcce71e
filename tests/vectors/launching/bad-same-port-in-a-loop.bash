#!/bin/bash
# finds: same-port
# unread: line 5 stands in a loop, and what all its rounds start together is not counted.
for gpu in 0 1; do
  CUDA_VISIBLE_DEVICES=$gpu torchrun --nproc-per-node=1 a.py &
done
wait
