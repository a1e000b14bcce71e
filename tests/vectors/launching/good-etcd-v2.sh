# finds: none
torchrun --nnodes=2 --nproc-per-node=8 --rdzv-backend=etcd-v2 --rdzv-id=7 --rdzv-endpoint=store.example:2379 train.py
