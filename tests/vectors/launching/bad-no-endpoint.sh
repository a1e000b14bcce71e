# finds: no-rendezvous, no-rdzv-id
torchrun --nnodes=2 --nproc-per-node=8 --rdzv-backend=c10d train.py
