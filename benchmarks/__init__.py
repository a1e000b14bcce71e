"""What makers measure: review policies, speed, readiness, the site. Not in the wheel."""
