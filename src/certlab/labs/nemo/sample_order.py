"""Which data set each sample is taken from, as Megatron's blended data set does it."""

from certlab.errors import Refusal


def sample_order(weights: dict[str, float], count: int) -> list[str]:
    """For each of `count` samples the name of its source.

    Each sample goes to the source that is furthest behind its share, so that the shares
    hold in every stretch and nothing is drawn.

    Raises:
        Refusal: a blend without sources, or with a weight that is not above zero.
    """
    if not weights:
        raise Refusal("The blend names no data; give at least one source a weight.")
    for name, weight in weights.items():
        if weight <= 0:
            raise Refusal(
                f'The blend gives "{name}" the weight {weight}; leave it out.'
            )
    total = sum(weights.values())
    taken = dict.fromkeys(weights, 0)
    order = []
    for number in range(count):
        behind = {
            name: weight / total * max(number, 1) - taken[name]
            for name, weight in weights.items()
        }
        name = max(behind, key=lambda one: behind[one])
        taken[name] += 1
        order.append(name)
    return order
