"""What the checkers of containers found, as text."""

from functools import partial

from certlab import finding

# A learner's notebook takes it from here.
listing = partial(finding.listing, words={"mistake": "error", "advice": "advice"})
