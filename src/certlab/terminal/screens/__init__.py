"""The drill and the exam on a whole screen, in Textual: the same kinds and keys as the
widgets. The plain lines are in certlab.terminal.drill and .exam."""
