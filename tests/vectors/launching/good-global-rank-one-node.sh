# finds: none
# program: program-global-rank.py
torchrun --nproc-per-node=8 train.py
