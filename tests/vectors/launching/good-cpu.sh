# finds: none
OMP_NUM_THREADS=4 torchrun --nproc-per-node=2 train.py
