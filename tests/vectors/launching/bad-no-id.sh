# finds: no-rdzv-id
torchrun --nnodes=2 --nproc-per-node=8 --rdzv-backend=c10d --rdzv-endpoint=node01:29500 train.py
