/** Said wherever a window is told that nobody could keep yet, long before anybody pays. */
export const NOBODY_ON_DUTY =
  'Nobody is on duty to bring food right now: it comes once a rider is there, which can be later than this.'
