# finds: tensor-over-nodes
torchrun --nnodes=4 --nproc-per-node=4 --rdzv-backend=c10d --rdzv-id=1 --rdzv-endpoint=node01:29500 train.py --tensor-model-parallel-size=8
