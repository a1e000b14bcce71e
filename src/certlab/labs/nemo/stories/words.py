"""The vocabulary of the stories: every word that stands in one.

The stories and this list are licensed under CC BY 4.0, as the course is.
"""

NAMES = (
    *("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn"),
    *("Gita", "Hugo", "Iris", "Jon", "Kim", "Leo"),
)
THINGS = (
    *("ball", "book", "cup", "drum", "hat", "key"),
    *("kite", "lamp", "map", "pen", "ring", "shoe"),
)
COLOURS = ("red", "blue", "green", "yellow", "white", "black")
PLACES = (
    *("garden", "kitchen", "park", "school", "shop"),
    *("station", "library", "harbour", "market", "museum"),
)
WEATHERS = ("sunny", "rainy", "windy", "cold", "warm", "foggy")
TIMES = ("morning", "afternoon", "evening", "night")
END = "The end."
UNKNOWN = "The story does not say."
