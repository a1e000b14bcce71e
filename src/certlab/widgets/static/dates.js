/** Days in words. Dates come as "2026-11-24"; no clock and no time zone is asked. */

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MONTHS = [
  "January", "February", "March", "April", "May", "June", "July",
  "August", "September", "October", "November", "December",
];

/** "in 3 days, Tuesday 24 November"; "today" also where the day has passed. */
export function dueWords(due, today) {
  const days = Math.round((midnight(due) - midnight(today)) / 86_400_000);
  if (days <= 0) return "today";
  const when = days === 1 ? "tomorrow" : `in ${days} days`;
  const day = midnight(due);
  const year = due.slice(0, 4) === today.slice(0, 4) ? "" : ` ${due.slice(0, 4)}`;
  return `${when}, ${WEEKDAYS[day.getUTCDay()]} ${day.getUTCDate()} ${MONTHS[day.getUTCMonth()]}${year}`;
}

/** "3 Nov 2026". */
export function shortDay(date) {
  const day = midnight(date);
  return `${day.getUTCDate()} ${MONTHS[day.getUTCMonth()].slice(0, 3)} ${day.getUTCFullYear()}`;
}

function midnight(date) {
  return new Date(`${date}T00:00:00Z`);
}
