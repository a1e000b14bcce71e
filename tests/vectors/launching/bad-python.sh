# finds: python-in-torchrun
# given: gpus=8
torchrun --nproc-per-node=8 python train.py
