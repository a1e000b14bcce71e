# finds: none
# given: gpus=8
# program: program-library.py
torchrun --nproc-per-node=8 train.py
