"""The wing: what the labs of each module need, a folder a module. It finds nothing and lists nothing."""
