"""DCGM 4.5.3 on a system: what its engine has, its tables, its watches and its diagnostic."""
