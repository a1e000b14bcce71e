"""Ceilings, caches and strides of this machine, measured."""
