# finds: no-rendezvous, same-node-rank
# launches: torchrun starts train_fsdp.py on ? nodes, 8 a node: ? ranks; they find each other by static.
# unread: line 4: --nnodes depends on $SLURM_NNODES, which is not set here.
srun --container-image=nvcr.io#nvidia/pytorch:24.01-py3 \
     --container-mounts=/data:/data,/checkpoints:/checkpoints \
     --container-workdir=/job \
     torchrun --nnodes=$SLURM_NNODES --nproc_per_node=8 \
              --node_rank=$SLURM_NODEID \
              train_fsdp.py
