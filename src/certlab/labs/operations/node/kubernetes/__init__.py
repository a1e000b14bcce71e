"""The cluster as kubectl shows it: pods, nodes and events, each worked out from the world."""
