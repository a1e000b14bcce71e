"""A port as tools print it. The numbers are constructed, names and layout are the tools'."""

from dataclasses import dataclass
from math import floor, log10

from certlab.labs.networking.links.code import OVERHEAD, Code

NOTHING = "15E-255"  # what mlxlink prints for a rate where it has seen no error at all


@dataclass(frozen=True, slots=True)
class Port:
    """One end of a link, and what it received since its counters were cleared.

    Attributes:
        lanes: bit error rate of each lane before correction.
        minutes: since the counters were cleared.
        effective: errors that were left after correction.
        symbols: errors that were left after everything, link retransmission included.
        downs: times that the link went down.
    """

    name: str
    lanes: tuple[float, ...]
    minutes: float
    effective: int = 0
    symbols: int = 0
    downs: int = 0
    gbit: int = 400

    @property
    def bits(self) -> float:
        """Bits on the line in that time."""
        return self.gbit * 1e9 * OVERHEAD * self.minutes * 60

    @property
    def raw(self) -> float:
        """Bit error rate before correction, over all lanes."""
        return sum(self.lanes) / len(self.lanes)

    @property
    def raw_errors(self) -> tuple[int, ...]:
        """Errors of each lane before correction."""
        return tuple(round(ber * self.bits / len(self.lanes)) for ber in self.lanes)

    def rate(self, errors: int) -> float:
        """Errors for each bit that came in."""
        return errors / self.bits


def short(rate: float) -> str:
    """A rate as mlxlink writes it, 3E-8."""
    if not rate:
        return NOTHING
    power = floor(log10(rate))
    digit = round(rate / 10**power)
    return f"{digit}E{power}" if digit < 10 else f"1E{power + 1}"


def mlxlink(port: Port) -> str:
    """What `mlxlink -d DEVICE -c` prints of an InfiniBand port, shortened."""
    rows = {
        "State": "Active",
        "Physical state": "LinkUp",
        "Speed": "IB-NDR" if port.gbit == 400 else "IB-HDR",
        "Width": f"{len(port.lanes)}x",
        "FEC": "Standard_RS-FEC - (544,514)",
        "Time Since Last Clear [Min]": f"{port.minutes:.1f}",
        "Symbol Errors": port.symbols,
        "Symbol BER": short(port.rate(port.symbols)),
        "Effective Physical Errors": port.effective,
        "Effective Physical BER": short(port.rate(port.effective)),
        "Raw Physical Errors Per Lane": ",".join(map(str, port.raw_errors)),
        "Raw Physical BER": short(port.raw),
        "Link Down Counter": port.downs,
    }
    lines = [f"{name:34} : {value}" for name, value in rows.items()]
    return "\n".join([f"# {port.name}", *lines])


def perfquery(port: Port, lid: int) -> str:
    """What `perfquery LID 1` prints, shortened: counters, and no time."""
    rows = {
        "SymbolErrorCounter": port.symbols,
        "LinkErrorRecoveryCounter": 0,
        "LinkDownedCounter": port.downs,
        "PortRcvErrors": port.symbols,
    }
    lines = [f"{name + ':':.<33}{value}" for name, value in rows.items()]
    return "\n".join([f"# Port counters: Lid {lid} port 1", *lines])


def ethtool(port: Port) -> str:
    """What `ethtool -S NAME` prints of an Ethernet port, shortened: counters, and no time."""
    rows = {
        "rx_crc_errors_phy": port.symbols,
        "rx_pcs_symbol_err_phy": port.effective,
        "rx_corrected_bits_phy": sum(port.raw_errors),
        "link_down_events_phy": port.downs,
    }
    return "\n".join(
        [f"# {port.name}", *(f"     {name}: {value}" for name, value in rows.items())]
    )


def histogram(port: Port, code: Code) -> str:
    """What `mlxlink --rx_fec_histogram --show_histogram` prints: codewords by wrong symbols."""
    words = code.codewords(port.gbit, port.minutes * 60)
    lines = [f"# {port.name}", f"{'Header':10} : {'Range':8} Occurrences"]
    for wrong in range(code.corrects + 1):
        count = floor(words * code.chance(port.raw, wrong))
        lines.append(f"{f'Bin {wrong}':10} : {f'[{wrong}]':8} {count}")
    return "\n".join(lines)
