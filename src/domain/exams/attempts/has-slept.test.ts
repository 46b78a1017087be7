import { expect, test } from 'vitest';
import { hasSlept } from './has-slept.ts';

const before = { calendar: 1_795_000_000_000, running: 5000 };
const after = (calendar: number, running: number) => ({
  calendar: before.calendar + calendar,
  running: before.running + running,
});

test.each([
  ['an hour of work', 3_600_000, 3_600_000, false],
  ['a calendar that was set right by two seconds', 60_000, 58_000, false],
  ['exactly as much as clocks may differ', 63_000, 60_000, false],
  ['a little more than clocks may differ', 63_001, 60_000, true],
  ['a lid that was shut for ten minutes', 660_000, 60_000, true],
  ['a calendar that was put back', -600_000, 60_000, true],
  ['a calendar that stood still', 0, 3001, true],
  ['no time at all', 0, 0, false],
])('%s: calendar %d ms, page %d ms, slept: %s', (_, calendar, running, slept) => {
  expect(hasSlept(before, after(calendar, running))).toBe(slept);
});
