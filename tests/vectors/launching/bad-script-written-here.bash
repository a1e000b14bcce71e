#!/bin/bash
# finds: own-address
# launches: torchrun starts t.py on 2 nodes, 8 a node: 16 ranks; 8 GPUs a node, 1 a process; they find each other by static at $(hostname):29500.
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=1
#SBATCH --gpus-per-node=8
#SBATCH --exclusive
cat > run.sh <<'EOF'
torchrun --nnodes=2 --nproc-per-node=8 --node-rank=$SLURM_NODEID --master-addr=$(hostname) t.py
EOF
srun bash run.sh
