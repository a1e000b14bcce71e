# finds: local-rank-unused
# given: gpus=8
# program: program-no-device.py
torchrun --nproc-per-node=8 train.py
