"""Every GPU path of the course on a machine that has a GPU and no network; see README.md."""
