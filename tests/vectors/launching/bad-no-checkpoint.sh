# finds: no-checkpoint
# program: program-no-checkpoint.py
torchrun --standalone --nproc-per-node=8 --max-restarts=3 train.py
