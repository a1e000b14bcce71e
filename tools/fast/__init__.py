"""`make fast`: in about three minutes, an honest answer to a change."""
