# finds: none
# given: gpus=8
# program: program-no-device.py
torchrun --virtual-local-rank --nproc-per-node=8 train.py
