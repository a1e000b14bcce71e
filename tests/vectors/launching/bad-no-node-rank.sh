# finds: same-node-rank
torchrun --nnodes=2 --nproc-per-node=8 --master-addr=10.0.0.5 --master-port=29500 train.py
