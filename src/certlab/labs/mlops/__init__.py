"""From raw rows to a watched service: tracking, pipelines, drift, releases."""
