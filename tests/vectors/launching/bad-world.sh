# finds: world-does-not-divide
# given: tensor=4 pipeline=3
torchrun --standalone --nproc-per-node=8 train.py
