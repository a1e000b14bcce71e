"""What needs PyYAML and kubernetes-validate: manifests read, and held against the schema."""
