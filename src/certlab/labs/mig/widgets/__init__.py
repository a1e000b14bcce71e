"""The board of a partitioned GPU."""

from certlab.labs.mig.widgets.board import MigBoard, mig_board

__all__ = ["MigBoard", "mig_board"]
