"""Containers and drivers: which image a host runs, why a GPU is missing, what is out of step."""
