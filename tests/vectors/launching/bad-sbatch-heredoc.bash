# finds: deprecated-launch, no-srun
# launches: torch.distributed.launch starts train.py on 1 node, 8 a node: 8 ranks; 8 GPUs a node, 1 a process.
sbatch << 'EOF'
#!/bin/bash
#SBATCH --job-name=training
#SBATCH --nodes=2
#SBATCH --ntasks-per-node=8
#SBATCH --gpus-per-node=8
#SBATCH --container-image=registry.example/your-image:latest
#SBATCH --container-mounts=/home:/home,/data:/data

python -m torch.distributed.launch --nproc_per_node=8 train.py
EOF
