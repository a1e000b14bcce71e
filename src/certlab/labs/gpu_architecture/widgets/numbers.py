"""A number in its bits: a browser shows and flips them, the simulator here says what they mean."""

import math
from pathlib import Path
from typing import Any

import traitlets

from certlab.app.esm import joined, style
from certlab.labs.gpu_architecture import numbers
from certlab.labs.gpu_architecture.numbers import Fields, Format, Refusal, draw
from certlab.widgets.widget import Widget, spoken
from certlab.words import Sentence, Words, text

_STATIC = Path(__file__).parents[1] / "static" / "numberbits"


class NumberBits(Widget):
    """One number of one format, bit by bit.

    The traits are what a browser draws; its messages are described in
    static/numberbits/numberbits.js. From Python: `flip`, `step`, `put`, `choose`.
    """

    _esm = joined(_STATIC / "numberbits.js")
    _css = style(_STATIC / "numberbits.css")

    choices = traitlets.List[list[str]]().tag(sync=True)
    shown = traitlets.Dict().tag(sync=True)
    refusal = traitlets.Dict().tag(sync=True)
    said = traitlets.Dict().tag(sync=True)

    def __init__(self, format: str, value: float, lang: str | None = None) -> None:
        """A value rounded to a format; see `number_bits`."""
        self._words = text(lang)
        self._format = numbers.format_of(format)
        self._code = numbers.encode(self._format, value)
        self._count = 0
        super().__init__(
            choices=[[one.id, one.name] for one in numbers.FORMATS.values()],
            **spoken(self._words),
        )
        self._show()
        self.on_msg(self._receive)

    @property
    def format(self) -> Format:
        """The format the bits are read in."""
        return self._format

    @property
    def code(self) -> int:
        """The bits as a whole number."""
        return self._code

    @property
    def value(self) -> float:
        """What the bits mean."""
        return numbers.decode(self._format, self._code)

    def flip(self, bit: int) -> None:
        """Turn a bit over; bit 0 is the last one. A bit that is not there changes nothing."""
        if 0 <= bit < self._format.bits:
            self._take(self._code ^ (1 << bit))

    def step(self, by: int) -> None:
        """Go that many codes on, within the format; larger in size, the sign stays."""
        sign = self._code & self._format.sign_bit
        size = (self._code - sign + by) % self._format.sign_bit
        self._take(sign | size)

    def put(self, value: float) -> None:
        """Round a value to the format.

        Raises:
            Refusal: it is NaN, and the format has no code for it.
        """
        code = numbers.encode(self._format, value)
        lost = numbers.decode(self._format, code)
        self._take(code, _rounding(value, lost))

    def choose(self, format: str) -> None:
        """Read in another format; the value goes along and is rounded.

        Raises:
            Refusal: no such format, or the value is NaN there.
        """
        chosen, value = numbers.format_of(format), self.value
        code = numbers.encode(chosen, value)
        self._format = chosen
        self._take(code, _rounding(value, numbers.decode(chosen, code)))

    def _take(self, code: int, before: str = "") -> None:
        self._code = code
        with self.hold_sync():  # one message, so that no half of it is ever drawn
            self.refusal = {}
            self._show()
            self._say(before)

    def _show(self) -> None:
        self.shown = state(numbers.fields(self._format, self._code), self._words)

    def _say(self, before: str) -> None:
        self._count += 1
        first = f"{self._words.say(before)} " if before else ""
        self.said = {"n": self._count, "text": first + self.shown["words"]}

    def _receive(self, _widget: object, message: dict[str, Any], _data: object) -> None:
        """One message of a browser; one that makes no sense is skipped."""
        try:
            match message:
                case {"type": "flip", "bit": int(bit)}:
                    self.flip(bit)
                case {"type": "step", "by": int(by)}:
                    self.step(by)
                case {"type": "put", "value": str(typed)}:
                    self.put(_typed(typed))
                case {"type": "choose", "format": str(format)}:
                    self.choose(format)
        except Refusal as refusal:
            self._count += 1
            self.refusal = {"n": self._count, "text": self._words.say(refusal.says)}
            self._show()

    def __repr__(self) -> str:
        """The number in words: the same in every run."""
        return f"NumberBits: {self.shown['words']}"

    def kept(self) -> dict[str, str]:
        """Its state as a picture and as text."""
        picture = draw.svg(self._format, self._code)
        return {"image/svg+xml": picture, **super().kept()}


def number_bits(
    format: str = "fp8-e4m3", value: float = 1.0, *, lang: str | None = None
) -> NumberBits:
    """A number whose bits can be flipped.

    Args:
        format: a format's id, "fp16"; see `certlab.labs.gpu_architecture.numbers.FORMATS`.
        value: what it begins with, rounded to the format.
        lang: the language of the widget, "zh_TW"; see `certlab.words.text`.

    Raises:
        Refusal: no such format, or no code for the value in it.
    """
    return NumberBits(format, value, lang)


def state(found: Fields, words: Words) -> dict[str, Any]:
    """What a browser draws of a number."""
    names = {
        "sign": words("sign"),
        "exponent": words("exponent"),
        "mantissa": words("mantissa"),
    }
    groups, bit = [], found.format.bits
    for bits, (id, _colour) in zip(found.bits.split(" "), draw.GROUPS, strict=True):
        bit -= len(bits)
        groups.append({"id": id, "name": names[id], "bits": bits, "first": bit})
    number = found.kind in ("normal", "subnormal")
    beyond = "" if found.next is None else draw.shown(found, found.next)
    return {
        "format": found.format.id,
        "groups": groups,
        "hex": f"0x{found.code:0{math.ceil(found.format.bits / 4)}X}",
        "value": draw.shown(found),
        "sum": draw.sum_of(found) if number else "",
        "kind": words.say(_kind(found.kind)),
        "next": words("The next larger number is {value}.", value=beyond)
        if beyond
        else "",
        "words": words.say(
            Sentence(
                "{format} {bits} is {value}: {kind}.",
                format=found.format.name,
                bits=found.bits,
                value=draw.shown(found),
                kind=_kind(found.kind),
            )
        ),
    }


def _kind(kind: str) -> str:
    return {
        "zero": Sentence("zero"),
        "subnormal": Sentence("a subnormal number"),
        "normal": Sentence("a normal number"),
        "infinity": Sentence("infinity"),
    }.get(kind, Sentence("not a number"))


def _rounding(value: float, kept: float) -> str:
    """What rounding did, as a sentence; nothing where nothing was lost."""
    if kept == value or math.isnan(value):
        return ""
    if not math.isfinite(kept):
        return Sentence("{value} is too large.", value=draw.plain(value))
    return Sentence(
        "{value} is rounded to {kept}.", value=draw.plain(value), kept=draw.plain(kept)
    )


def _typed(text: str) -> float:
    """A number that somebody typed.

    Raises:
        Refusal: it is none.
    """
    plain = text.strip().replace("−", "-").replace(",", "")
    try:
        return float(plain)
    except ValueError:
        raise Refusal(
            Sentence(
                "{text} is not a number; write 0.1, 1e-3 or inf.",
                text=text.strip() or "“”",
            )
        ) from None
