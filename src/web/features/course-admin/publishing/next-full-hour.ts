/** The next full hour: what is offered where a time is asked for. */
export function nextFullHour(): string {
  const time = new Date(Date.now() + 3_600_000);
  time.setMinutes(0, 0, 0);
  return time.toISOString();
}
