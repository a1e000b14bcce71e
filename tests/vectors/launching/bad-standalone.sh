# finds: standalone-on-several
torchrun --standalone --nnodes=2 --nproc-per-node=8 train.py
