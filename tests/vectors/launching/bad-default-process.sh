# finds: processes-not-gpus
# given: gpus=8
torchrun train.py
