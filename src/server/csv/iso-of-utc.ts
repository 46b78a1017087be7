/**
 * An instant that the database wrote as `(… at time zone 'utc')::text`, as JavaScript writes it: to the millisecond. In a
 * file of fifty thousand lines, reading and writing dates takes ten times as long.
 */
export function isoOfUtc(text: string): string {
  // Zeros at the end of a second are left out.
  return text.length < 23
    ? new Date(`${text}Z`).toISOString()
    : `${text.slice(0, 10)}T${text.slice(11, 23)}Z`;
}
