# finds: no-rendezvous
torchrun --nnodes=2 --nproc-per-node=8 --rdzv-backend=c10d --rdzv-id=4 --master-addr=node01 train.py
