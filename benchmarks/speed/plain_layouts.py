"""MIG layouts by a plain search: what the simulator's own is measured and tested against."""

from certlab.labs.mig.partitions import Mig

Layout = frozenset[tuple[str, int]]  # profile name and start of each instance


def legal(table: Mig, layout: Layout) -> bool:
    """Whether instances may stand so, by the rules one after the other."""
    profiles = {one.name: one for one in table.profiles}
    here = [(profiles[name], start) for name, start in layout]
    slices = [n for one, start in here for n in range(start, start + one.size)]
    if len(slices) != len(set(slices)):
        return False
    if sum(one.compute for one, _ in here) > table.compute_slices:
        return False
    if any(sum(two is one for two, _ in here) > one.most for one, _ in here):
        return False
    whole = max(table.profiles, key=lambda one: (one.size, one.compute))
    for engine in ("decoders", "encoders", "jpeg", "ofa"):
        limit = getattr(whole, engine)
        used = sum(getattr(one, engine) or 0 for one, _ in here)
        if limit is not None and used > limit:
            return False
    return True


def plain_search(table: Mig) -> tuple[set[Layout], set[Layout]]:
    """Every layout and every maximal one, variants too."""
    places = [(one.name, start) for one in table.profiles for start in one.starts]
    found: set[Layout] = set()
    most: set[Layout] = set()
    edge = {Layout()}
    while edge:
        grown = set()
        for layout in edge:
            more = {
                layout | {place}
                for place in places
                if place not in layout and legal(table, layout | {place})
            }
            grown |= more
            if not more:
                most.add(layout)
        found |= grown
        edge = grown
    return found, most
