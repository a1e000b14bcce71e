"""Sharing GPUs by MIG: who gets which instance on which GPU, and why somebody gets none."""

from certlab.labs.mig.sharing.plan import LeftOver, Need, Plan, Seat, by_hand, share

__all__ = ["LeftOver", "Need", "Plan", "Seat", "by_hand", "share"]
