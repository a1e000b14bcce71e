"""What needs PyYAML: files of mig-parted and manifests of Kubernetes."""
