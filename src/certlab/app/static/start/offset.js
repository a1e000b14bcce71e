// @ts-check
/** Whose day it is: a server, or a kernel, may stand in another time zone than its learner. */

/** Minutes that this browser's clock is ahead of UTC, as certlab.day.planner takes it. */
export const offsetHere = () => -new Date().getTimezoneOffset();
