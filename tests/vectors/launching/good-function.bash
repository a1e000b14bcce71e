#!/bin/bash
# finds: none
# launches: torchrun starts train.py on 1 node, 4 a node: 4 ranks.
#SBATCH --nodes=1
#SBATCH --gpus-per-node=8
#SBATCH --exclusive
run() {
  local n=$1; shift
  torchrun --standalone --nproc-per-node=$n "$@"
}
main() { run 4 train.py --lr 1e-4; }
main "$@"
