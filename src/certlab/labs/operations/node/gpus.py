"""A GPU as values: what is so of the module, and nothing that follows from it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Errors:
    """ECC errors that a GPU has counted."""

    sram_corrected: int = 0
    sram_uncorrected: int = 0
    dram_corrected: int = 0
    dram_uncorrected: int = 0

    @property
    def corrected(self) -> int:
        """Of SRAM and DRAM."""
        return self.sram_corrected + self.dram_corrected

    @property
    def uncorrected(self) -> int:
        """Of SRAM and DRAM."""
        return self.sram_uncorrected + self.dram_uncorrected


@dataclass(frozen=True, slots=True)
class Remap:
    """Rows of a GPU's memory that a spare row replaces.

    Attributes:
        corrected: rows remapped for corrected errors.
        uncorrected: rows remapped for uncorrected errors.
        pending: a row waits for the next reset.
        failed: a row could not be remapped.
    """

    corrected: int = 0
    uncorrected: int = 0
    pending: bool = False
    failed: bool = False


@dataclass(frozen=True, slots=True)
class Gpu:
    """One SXM module.

    Attributes:
        slot: 1 to 8, as the chassis numbers them; `nvidia-smi` counts from 0.
        bus: its PCI address, "0000:1b:00.0".
        serial: as printed on it.
        uuid: "GPU-...".
        seated: in its socket as it should be.
        lost: fell off the bus since the node came up.
        broken: falls off again under load; only another module helps.
        fabric: "Completed", "In Progress" or "Not Started".
        limit: watts.
        persistence: persistence mode.
        mig: MIG mode.
        mig_next: the MIG mode that waits for a reset; None where none does.
        found: by the driver when it was last loaded; it has a number then, even when lost since.
        since_reset: errors since the driver was loaded or the GPU reset.
        ever: errors of its life.
        remap: its remapped rows.
        down: NVLinks that are inactive.
    """

    slot: int
    bus: str
    serial: str
    uuid: str
    seated: bool = True
    lost: bool = False
    broken: bool = False
    fabric: str = "Completed"
    limit: int = 700
    persistence: bool = True
    mig: bool = False
    mig_next: bool | None = None
    found: bool = True
    since_reset: Errors = Errors()
    ever: Errors = Errors()
    remap: Remap = Remap()
    down: frozenset[int] = frozenset()
