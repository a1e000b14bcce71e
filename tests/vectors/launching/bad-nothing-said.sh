# finds: no-rendezvous, same-node-rank
torchrun --nnodes=2 --nproc-per-node=8 train.py
