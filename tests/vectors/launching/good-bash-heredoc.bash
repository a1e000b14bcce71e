# finds: none
# launches: torchrun starts t.py on 1 node, 8 a node: 8 ranks.
bash <<EOF
torchrun --standalone --nproc-per-node=8 t.py
EOF
