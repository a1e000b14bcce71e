# finds: processes-not-gpus
# given: gpus=4
torchrun --nproc-per-node=8 train.py
