#!/bin/bash
# finds: fixed-port, no-rdzv-id
# launches: torchrun starts axolotl.cli.train on 2 nodes, 4 a node: 8 ranks; 4 GPUs a node, 1 a process; they find each other by c10d at $(scontrol show hostnames $SLURM_JOB_NODELIST | head -n 1):6300.
# unread: line 31: arguments of axolotl.cli.train depend on $AXOLOTL_CONFIG_FILE, which is not set here, so parallel sizes there are not seen.
#SBATCH --ntasks-per-node=1
#SBATCH --nodes=2
#SBATCH --gpus-per-node=4
#SBATCH --cpus-per-task=288
export OMP_NUM_THREADS=8
GPUS_PER_NODE=4
MASTER_ADDR=$(scontrol show hostnames $SLURM_JOB_NODELIST | head -n 1)
MASTER_PORT=6300
LAUNCHER="
    torchrun \
    --nproc_per_node $GPUS_PER_NODE \
    --nnodes $SLURM_NNODES \
    --node_rank \$SLURM_PROCID \
    --rdzv_endpoint $MASTER_ADDR:$MASTER_PORT \
    --rdzv_backend c10d \
    --max_restarts 0 \
    --tee 3 \
    "
export CMD="$LAUNCHER -m axolotl.cli.train $AXOLOTL_CONFIG_FILE"
echo $CMD
SRUN_ARGS=" \
    --cpus-per-task $SLURM_CPUS_PER_TASK \
    --jobid $SLURM_JOB_ID \
    --wait 60 \
    -A a127 \
    "
srun $SRUN_ARGS bash -c "$CMD"
echo "END TIME: $(date)"
