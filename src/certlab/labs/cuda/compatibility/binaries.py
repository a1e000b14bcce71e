"""Which GPU code a file holds, read off its bytes: cubin, fat binary, PTX or a program.

Nothing is run and nothing is asked of CUDA's own tools. A cubin is an ELF file of machine
190; `ptxas` notes in it for which target it was called. The layout of fat binaries is not
published: it was read off files that nvcc 13.0 and 13.5 made, and a test holds the answers
against `cuobjdump`.
"""

import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass

from certlab.errors import CourseError
from certlab.labs.cuda.compatibility.code import Code, Kind, parse

_ELF, _CUDA_MACHINE = b"\x7fELF\x02\x01", 190
_FAT_MAGIC, _PTX_ENTRY, _ELF_ENTRY = 0xBA55ED50, 1, 2
_SPECIFIC, _FAMILY = 0x10_0000, 0x20_0000  # flags of an entry in a fat binary
_NOTE = re.compile(rb"-arch (sm_\d+[af]?)")
_PTX_TARGET = re.compile(rb"^\s*\.target\s+sm_(\d+[af]?)", re.MULTILINE)
_NAMES = {
    "cubin": "a cubin",
    "fatbin": "a fat binary",
    "ptx": "PTX",
    "program": "a program",
}


@dataclass(frozen=True, slots=True)
class Binary:
    """What a file holds.

    Attributes:
        form: "cubin", "fatbin", "ptx" or "program" (an ELF file with fat binaries in it).
        codes: the pieces of GPU code, in the order of the file, each once.
    """

    form: str
    codes: tuple[Code, ...]

    def __str__(self) -> str:
        return f"{_NAMES[self.form]} with {', '.join(map(str, self.codes)) or 'no GPU code'}"


def read(data: bytes) -> Binary:
    """What GPU code these bytes hold.

    Raises:
        CourseError: they are none of the forms, or are cut off.
    """
    try:
        if data[:6] == _ELF:
            (machine,) = struct.unpack_from("<H", data, 18)
            if machine == _CUDA_MACHINE:
                return Binary("cubin", (_cubin(data),))
            return Binary("program", _once(_embedded(data)))
        if data[:4] == struct.pack("<I", _FAT_MAGIC):
            return Binary("fatbin", _once(_fat(data)))
    except (struct.error, IndexError) as error:
        raise CourseError("The file is cut off; build it again.") from error
    found = _PTX_TARGET.search(data)
    if found and b".version" in data:
        return Binary("ptx", (parse(f"compute_{found[1].decode()}"),))
    raise CourseError(
        "The file is neither a cubin, nor a fat binary, nor PTX, nor a Linux program."
    )


def _once(codes: Iterator[Code]) -> tuple[Code, ...]:
    return tuple(dict.fromkeys(codes))


def _cubin(data: bytes) -> Code:
    """The target: ptxas' note, else the number in the header's flags.

    The flags give no suffix that can be relied on: ptxas 13 writes the same for sm_90
    and sm_90a. Up to ABI version 7 the number is in the lowest byte, then in the next.
    """
    for name, start, size in _sections(data):
        if name == b".note.nv.tkinfo" and (
            note := _NOTE.search(data[start : start + size])
        ):
            return parse(note[1].decode())
    (flags,) = struct.unpack_from("<I", data, 48)
    number = (flags >> 8) & 0xFF if data[8] >= 8 else flags & 0xFF
    return Code("SASS", divmod(number, 10))


def _sections(data: bytes) -> Iterator[tuple[bytes, int, int]]:
    """Name, offset and size of each section of a 64-bit ELF file."""
    (table,) = struct.unpack_from("<Q", data, 40)
    size, count, names = struct.unpack_from("<HHH", data, 58)
    heads = [
        struct.unpack_from("<IIQQQQ", data, table + n * size) for n in range(count)
    ]
    if not heads:
        return
    strings = heads[names][4]
    for name, *_, offset, length in heads:
        end = data.index(b"\0", strings + name)
        yield data[strings + name : end], offset, length


def _embedded(data: bytes) -> Iterator[Code]:
    """The code of all fat binaries in a program or an object file."""
    for name, start, size in _sections(data):
        if name == b".nv_fatbin":
            yield from _fat(data[start : start + size])


def _fat(data: bytes) -> Iterator[Code]:
    """The entries of fat binaries that follow one another, padded with zeros."""
    at = 0
    while at + 16 <= len(data):
        magic, _, head, size = struct.unpack_from("<IHHQ", data, at)
        if magic != _FAT_MAGIC:
            at += 8
            continue
        end = at + head + size
        if end > len(data):
            raise IndexError
        at += head
        while at < end:
            kind, _, head, size = struct.unpack_from("<HHIQ", data, at)
            (number,) = struct.unpack_from("<I", data, at + 28)
            (flags,) = struct.unpack_from("<Q", data, at + 40)
            if head < 48:
                raise IndexError
            if kind in (_PTX_ENTRY, _ELF_ENTRY):
                yield _entry("PTX" if kind == _PTX_ENTRY else "SASS", number, flags)
            at += head + size


def _entry(kind: Kind, number: int, flags: int) -> Code:
    suffix = "a" if flags & _SPECIFIC else "f" if flags & _FAMILY else ""
    return Code(kind, divmod(number, 10), suffix)
