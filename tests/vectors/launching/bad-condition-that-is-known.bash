#!/bin/bash
# finds: cpus-not-inherited, processes-not-gpus
# launches: torchrun starts trial.py on 1 node, 1 a node: 1 ranks; 2 GPUs a node, 2 a process.

#SBATCH --job-name=llama70b_test
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=8
#SBATCH --gpus=a100_80gb:2
#SBATCH --gres=gpumem:80G
source /cluster/home/x/miniconda3/etc/profile.d/conda.sh
conda activate vllm || { echo "Failed to activate Conda environment"; exit 1; }
env | grep SLURM
head_node_ip=$(hostname --ip-address)
scontrol show job $SLURM_JOB_ID
if [ "${SLURM_JOB_NUM_NODES:-1}" -eq 1 ]; then
    srun torchrun \
        --standalone \
        --nproc_per_node=${SLURM_NTASKS:-1} \
        trial.py
else
    srun torchrun \
        --nnodes=${SLURM_JOB_NUM_NODES:-1} \
        --nproc_per_node=${SLURM_NTASKS:-1} \
        --rdzv_id=$RANDOM \
        --rdzv_backend=c10d \
        --rdzv_endpoint=$head_node_ip:29500 \
        trial.py
fi
