"""Which policy of review leaves most known on the day: policies against simulated learners.

Four plain interfaces (`interfaces`): policy, learner, behaviour and cost, any against any, all of
it seeded. A learner here is a formula; what it remembers is a prediction, not a learning gain.
"""
