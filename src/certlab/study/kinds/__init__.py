"""The kinds of questions: each compiled for one asking, and graded."""
