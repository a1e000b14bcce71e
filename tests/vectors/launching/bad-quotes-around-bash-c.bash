#!/bin/bash
# finds: no-rdzv-id
# launches: torchrun starts torchtitan.train on 4 nodes, 4 a node: 16 ranks; 4 GPUs a node, 1 a process; they find each other by c10d at $(scontrol show hostnames $SLURM_JOB_NODELIST | head -n 1):29500.
# unread: line 26: arguments of torchtitan.train depend on $(python3 -c "print(1)"), which certlab does not run, so parallel sizes there are not seen.
# unread: line 26: arguments of torchtitan.train depend on $@, an argument of the script, so parallel sizes there are not seen.
# unread: line 26: options of srun may stand in $SRUN_ARGS $APPTAINER, which is not set here.
#SBATCH --nodes=4
#SBATCH --ntasks-per-node=1
#SBATCH --gpus-per-node=4
#SBATCH --exclusive
MASTER_ADDR=$(scontrol show hostnames $SLURM_JOB_NODELIST | head -n 1)
MASTER_PORT=29500
NUM_GPUS_PER_NODE=4
CLUSTER_ARGS=$(python3 -c "print(1)")
if [ $? -ne 0 ]; then
    echo "Failed"
    exit 1
fi
LAUNCHER="torchrun \
    --nnodes $SLURM_NNODES \
    --nproc_per_node $NUM_GPUS_PER_NODE \
    --node_rank $SLURM_PROCID \
    --max_restarts 3 \
    --rdzv_backend c10d \
    --rdzv_endpoint $MASTER_ADDR:$MASTER_PORT"
srun $SRUN_ARGS $APPTAINER bash -c '
    exec '"$LAUNCHER -m torchtitan.train $CLUSTER_ARGS $@"
