# finds: none
# launches: torchrun starts train.py on ? nodes, ? a node: ? ranks; they find each other by static.
# unread: line 9: options of torchrun may stand in ${torchrun_args[@]}, whose value certlab does not know.
args_for() { echo --standalone; echo --nproc_per_node=$1; }
torchrun_args=()
while IFS= read -r line; do
    torchrun_args+=("$line")
done < <(args_for 4)
torchrun "${torchrun_args[@]}" train.py
