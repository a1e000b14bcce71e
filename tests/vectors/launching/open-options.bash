# finds: none
# launches: torchrun starts train.py on ? nodes, 8 a node: ? ranks; they find each other by static.
# unread: line 4: options of torchrun may stand in $EXTRA, which is not set here.
torchrun $EXTRA --nproc_per_node 8 train.py
