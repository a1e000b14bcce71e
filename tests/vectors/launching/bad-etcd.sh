# finds: etcd-legacy
torchrun --nnodes=2 --nproc-per-node=8 --rdzv-backend=etcd --rdzv-id=4 --rdzv-endpoint=store:2379 train.py
