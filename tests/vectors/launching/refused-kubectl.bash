#!/bin/bash
# refused: Line 3: `kubectl apply` starts this, and certlab does not model it; it reads torchrun, a Python program that srun starts, and manifests of Kubernetes.
kubectl apply -f - <<EOF
apiVersion: batch/v1
kind: Job
metadata: {name: a}
EOF
