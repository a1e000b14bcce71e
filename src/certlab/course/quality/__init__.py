"""The quality of questions: what an item gives away to somebody who knows nothing.

A question measures knowledge only if it cannot be answered without. These gates read the
options as a learner sees them, compare the questions with each other, and look at what
has gone stale or leaked out of the exam pool. Pages are measured as well. What a few dozen items cannot prove is a
warning: printed, but no failure.
"""

from certlab.course.quality.catchalls import catchalls_stand_last
from certlab.course.quality.choices import options_are_as_asked
from certlab.course.quality.givens import givens_make_one_thing
from certlab.course.quality.intros import labs_say_how_they_are_done
from certlab.course.quality.lengths import lengths_tell_nothing
from certlab.course.quality.lifts import a_guess_wins_little
from certlab.course.quality.pools import exam_items_stay_in_exams
from certlab.course.quality.prose import labs_read_well, pages_read_well
from certlab.course.quality.read_off import predictions_are_not_read_off
from certlab.course.quality.stems import questions_differ
from certlab.course.quality.stray_marks import signs_are_not_marks
from certlab.course.quality.twins import keys_differ

GATES = (
    catchalls_stand_last,
    options_are_as_asked,
    questions_differ,
    keys_differ,
    givens_make_one_thing,
    exam_items_stay_in_exams,
    lengths_tell_nothing,
    a_guess_wins_little,
    pages_read_well,
    labs_read_well,
    labs_say_how_they_are_done,
    predictions_are_not_read_off,
    signs_are_not_marks,
)
