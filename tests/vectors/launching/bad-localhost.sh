# finds: local-rendezvous
torchrun --nnodes=2 --nproc-per-node=8 --rdzv-backend=c10d --rdzv-id=4 --rdzv-endpoint=localhost:29500 train.py
