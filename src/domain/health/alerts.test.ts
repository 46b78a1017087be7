import { expect, test } from 'vitest';
import { nextAlerts, type OpenAlert, OVER_AFTER_MS, RAISE_AFTER_MS } from './alerts.ts';
import type { Problem } from './problems.ts';

const NOW = 1_000_000_000;
const low: Problem = { kind: 'disk-low', subject: 'one', detail: '900 MB free' };
const full: Problem = { kind: 'disk-full', subject: 'one', detail: '9 MB free' };
const open = (changes: Partial<OpenAlert> = {}): OpenAlert => ({
  id: 'a',
  cause: 'disk-low:one',
  firstSeenAt: NOW - RAISE_AFTER_MS,
  lastSeenAt: NOW - 60_000,
  raisedAt: null,
  ...changes,
});
const next = (alerts: readonly OpenAlert[], problems: readonly Problem[], room = 10) =>
  nextAlerts(alerts, problems, { now: NOW, room });

test('a new problem is remembered and not told at once', () => {
  expect(next([], [low])).toEqual({ fresh: [low], seen: [], raise: [], end: [] });
});

test('one that lasts is told, once', () => {
  expect(next([open()], [low])).toMatchObject({ fresh: [], raise: ['a'] });
  expect(next([open({ firstSeenAt: NOW - RAISE_AFTER_MS + 1 })], [low]).raise).toEqual([]);
  expect(next([open({ raisedAt: NOW - 1 })], [low])).toMatchObject({
    raise: [],
    seen: [{ id: 'a', problem: low }],
  });
});

test('one that comes and goes is not over before it was away for a while', () => {
  const away = (ms: number) => next([open({ raisedAt: 1, lastSeenAt: NOW - ms })], []).end;
  expect(away(OVER_AFTER_MS - 1)).toEqual([]);
  expect(away(OVER_AFTER_MS)).toEqual([{ id: 'a', isReported: true }]);
});

test('what nobody was told of ends in silence', () => {
  expect(next([open({ lastSeenAt: 0 })], []).end).toEqual([{ id: 'a', isReported: false }]);
});

test('no more messages leave than there is room for: new problems first, the rest later', () => {
  const alerts = [
    open(),
    open({ id: 'b', cause: 'disk-full:one' }),
    open({ id: 'c', cause: 'x:', raisedAt: 1, lastSeenAt: 0 }),
  ];
  expect(next(alerts, [full, low], 1)).toMatchObject({ raise: ['b'], end: [] });
  expect(next(alerts, [full, low], 2)).toMatchObject({ raise: ['b', 'a'], end: [] });
  expect(next(alerts, [full, low], 3)).toMatchObject({
    raise: ['b', 'a'],
    end: [{ id: 'c', isReported: true }],
  });
  expect(next(alerts, [full, low], -1)).toMatchObject({ raise: [], end: [] });
});
