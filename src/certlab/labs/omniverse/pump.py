"""The pump of the page's picture: a prim on whose paint a file speaks by every arc."""

from typing import Any

from certlab.labs.omniverse.arcs import Files, Layer, Opinion, Path, Spec, opinions

ROOT = "hall.usda"
PUMP: Path = ("Hall", "Pump")
# By place, what is said there, the strongest first.
_SAID = (
    "safety=red layout=green pattern=orange form=black moved=yellow asset=grey "
    "asset-pattern=blue asset-form=silver asset-shape=pink shape=brown fallback=white"
)
PAINTS = dict(one.split("=") for one in _SAID.split())


def files(silent: frozenset[str] = frozenset(), *, chosen: bool = True) -> Files:
    """The layers of the hall, where some places say nothing, and a finish is chosen or not."""

    def says(place: str, **more: Any) -> Spec:
        return Spec({} if place in silent else {"paint": PAINTS[place]}, **more)

    def form(place: str) -> dict[str, dict[str, Spec]]:
        return {"finish": {"plain": says(place)}}

    pump = says(
        "layout",
        inherits=["_pump"],
        variants=form("form"),
        chosen={"finish": "plain"} if chosen else {},
        references=[("pump.usda", "Pump")],
        payloads=[("shape.usda", "Shape")],
        specializes=["_plain"],
    )
    geometry = [("pump_geo.usda", "Geo")]
    asset = says(
        "asset", inherits=["_pump"], variants=form("asset-form"), payloads=geometry
    )
    classes = {"_pump": says("pattern", word="class")}
    classes["_plain"] = says("fallback", word="class")
    line = Spec(references=[("line.usda", "Line")])
    rule = Spec(below={"Pump": says("safety", word="over")}, word="over")
    old = Spec(below={"Old": says("moved")})
    under = ["safety.usda", "layout.usda"]
    return {
        ROOT: Layer(classes, under, {("Hall", "Line", "Old"): PUMP}),
        "safety.usda": Layer({"Hall": rule}),
        "layout.usda": Layer({"Hall": Spec(below={"Line": line, "Pump": pump})}),
        "line.usda": Layer({"Line": old}),
        "pump.usda": Layer(
            {"_pump": says("asset-pattern", word="class"), "Pump": asset}
        ),
        "pump_geo.usda": Layer({"Geo": says("asset-shape")}),
        "shape.usda": Layer({"Shape": says("shape")}),
    }


def places() -> list[tuple[str, Opinion]]:
    """Who speaks of the paint, by place, the strongest first."""
    names = {paint: place for place, paint in PAINTS.items()}
    every = opinions(files(), ROOT, PUMP, "paint")
    return [(names[str(one.value)], one) for one in every]
