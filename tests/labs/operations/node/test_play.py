"""A game from outside: its lines again give the same game, however many they are."""

from certlab.labs.operations.node import play


def test_a_long_game_is_taken_up_at_once() -> None:
    lines = ["exit"] * 1_500
    found = play.answer({"scenario": "off-the-bus", "seed": 1, "lines": lines})
    assert (found["prompt"], found["state"]) == ("root@head:~#", "open")


def test_history_has_the_lines_that_were_typed() -> None:
    lines = ["ssh node-a", "exit", "history"]
    found = play.answer({"scenario": "off-the-bus", "seed": 1, "lines": lines})
    assert found["text"] == "    1  ssh node-a\n    2  exit"
    assert (found["exit"], found["seconds"]) == (0, 0)


def test_what_tab_offers_follows_from_where_the_game_stands() -> None:
    game = {"scenario": "off-the-bus", "seed": 1, "lines": ["ssh node-a"]}
    assert "help" in play.complete(game, "")
    assert play.complete(game, "ssh node-") == ["node-a", "node-b"]
