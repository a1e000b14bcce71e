# finds: none
# unread: line 5: --rdzv-endpoint depends on $HEAD, which is not set here.
# program: program-good.py
# launches: torchrun starts train.py on 1 to 4 nodes, 8 a node: 8 to 32 ranks; they find each other by c10d at $HEAD:29400.
python3 -m torch.distributed.run --nnodes=1:4 --max-restarts=3 --nproc-per-node=8 --rdzv-backend=c10d --rdzv-id=$JOB --rdzv-endpoint=$HEAD:29400 train.py
