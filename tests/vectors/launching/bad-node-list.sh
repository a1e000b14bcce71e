# finds: nodelist-unexpanded
torchrun --nnodes=4 --node-rank=0 --master-addr=node[01-04] --nproc-per-node=8 train.py
