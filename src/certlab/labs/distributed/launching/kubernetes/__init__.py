"""A Kubernetes manifest: its shape, the Pods that it starts, and their rules."""
