import type { Seconds } from '../facts.ts';

const DAY = 86_400;
/** Until the day is over everywhere on earth: nobody loses the right by the zone of a clock. */
const LAST_ZONE = 12 * 3600;
const SUNDAY = 0;
const SATURDAY = 6;

/**
 * When the right to withdraw ends. The day of the contract doesn't count, and a period that would end on a weekend ends with
 * the Monday after it (Regulation 1182/71, article 3).
 */
export function withdrawalEnds(concludedAt: Seconds, days: number): Seconds {
  let lastDay = Math.floor(concludedAt / DAY) + days;
  while ([SATURDAY, SUNDAY].includes(weekdayOf(lastDay))) lastDay += 1;
  return (lastDay + 1) * DAY + LAST_ZONE;
}

/** 1970 began on a Thursday. */
function weekdayOf(day: number): number {
  return (day + 4) % 7;
}
