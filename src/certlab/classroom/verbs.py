"""`certlab class …`."""

from certlab.classroom.plan import verb

VERBS = {**verb.VERBS}
