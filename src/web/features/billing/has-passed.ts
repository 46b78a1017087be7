/** Whether a moment, in ISO 8601, lies in the past, by the clock of the device. */
export function hasPassed(moment: string): boolean {
  return Date.parse(moment) <= Date.now();
}
