"""From a raw row to a dashboard: contracts between the stages of a line, and what it shows."""
