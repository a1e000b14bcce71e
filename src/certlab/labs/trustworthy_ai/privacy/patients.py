"""Patients and a public register, drawn by a seed; nobody in them exists."""

import random
from dataclasses import dataclass

_POSTCODES = ("100", "103", "104", "105", "106", "108", "110", "111", "112", "114")
_ILLNESSES = ("asthma", "diabetes", "migraine", "arthritis", "depression")
_NAMES = ("Chen", "Lin", "Wu", "Tsai", "Huang", "Wang", "Lee", "Chang", "Liu", "Yang")


@dataclass(frozen=True)
class Patient:
    """One patient.

    Attributes:
        born: year of birth.
        name: not part of what a hospital gives away.
    """

    name: str
    postcode: str
    born: int
    sex: str
    illness: str


def drawn(people: int, seed: int = 11) -> tuple[Patient, ...]:
    """So many patients; the same seed gives the same ones on every machine."""
    generator = random.Random(seed)
    return tuple(_one(generator, number) for number in range(people))


def register(
    patients: tuple[Patient, ...], others: int = 400, seed: int = 12
) -> tuple[Patient, ...]:
    """A public list of names with postcode, year of birth and sex; illness is empty.

    Half of the patients stand in it, and others who were never ill.
    """
    generator = random.Random(seed)
    known = [one for one in patients if generator.random() < 0.5]
    rest = [_one(generator, 10**6 + number) for number in range(others)]
    rows = [
        Patient(one.name, one.postcode, one.born, one.sex, "")
        for one in (*known, *rest)
    ]
    generator.shuffle(rows)
    return tuple(rows)


def _one(generator: random.Random, number: int) -> Patient:
    return Patient(
        name=f"{generator.choice(_NAMES)} {number}",
        postcode=generator.choice(_POSTCODES),
        born=generator.randint(1940, 2004),
        sex=generator.choice("FM"),
        illness=generator.choices(_ILLNESSES, weights=(5, 4, 3, 2, 1))[0],
    )
