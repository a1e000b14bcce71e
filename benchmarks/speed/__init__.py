"""The course's own speed, as ratios of two ways side by side."""
