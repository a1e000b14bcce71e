"""A world of the virtual node as a Kubernetes API server gives it, for the real kubectl."""
