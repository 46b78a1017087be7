import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Api } from '#web/lib/api/api-client.ts';
import { ApiError, type FailureCode } from '#web/lib/api/api-error.ts';
import {
  dropWaiting,
  keepWaiting,
  readRefused,
  readWaiting,
  waitingAttempts,
  waitingSince,
} from '../attempt/waiting-answers.ts';
import { countUnsent, sendLate } from './send-late.ts';

const ATTEMPT = 'attempt-1';
const PAGE = 'page-1';

beforeEach(() => dropWaiting(ATTEMPT));
afterEach(() => void vi.useRealTimers());

/** A server that fails as it is told, and what it was sent. */
function openServer(fail: (question: string) => FailureCode | null) {
  const sent: { question: string; waited: number }[] = [];
  const late = async ({ question, waited }: { question: string; waited: number }) => {
    sent.push({ question, waited });
    const code = fail(question);
    if (code) throw new ApiError({ code, message: '', fields: {}, requestId: '', status: 400 });
    return { kept: true };
  };
  return { api: { exams: { late } } as unknown as Api, sent };
}

function keepTwo(): void {
  const since = Date.now() - 60_000;
  keepWaiting(ATTEMPT, PAGE, { one: { seq: 1, answer: 'a', since }, two: { seq: 2, answer: 'b', since } });
}

test('what pages kept is sent with how long it waited, and forgotten once the server has it', async () => {
  keepTwo();
  const { api, sent } = openServer(() => null);
  expect(await sendLate(api, ATTEMPT)).toEqual({ kept: 2, refused: 0, unsent: 0 });
  expect(sent.map(({ question }) => question)).toEqual(['one', 'two']);
  for (const { waited } of sent) expect(waited).toBeGreaterThanOrEqual(60_000);
  expect(readWaiting(ATTEMPT)).toEqual([]);
});

test('without a connection, or signed out, everything stays', async () => {
  for (const code of ['UNREACHABLE', 'SIGN_IN_REQUIRED', 'ATTEMPT_NOT_FOUND', 'RATE_LIMITED'] as const) {
    keepTwo();
    expect(await sendLate(openServer(() => code).api, ATTEMPT)).toEqual({ kept: 0, refused: 0, unsent: 2 });
  }
});

test('what is no evidence is counted as refused once, stays to be read for days, and holds nothing up', async () => {
  keepTwo();
  const { api, sent } = openServer((question) => (question === 'one' ? 'LATE_NOT_TAKEN' : null));
  expect(await sendLate(api, ATTEMPT)).toEqual({ kept: 1, refused: 1, unsent: 0 });
  expect(readRefused(ATTEMPT)).toMatchObject([{ question: 'one', answer: 'a' }]);
  expect(await sendLate(api, ATTEMPT)).toEqual({ kept: 0, refused: 0, unsent: 0 });
  expect(sent.map(({ question }) => question)).toEqual(['one', 'two']);
  vi.useFakeTimers({ now: Date.now() + 7 * 86_400_000, toFake: ['Date'] });
  expect(readRefused(ATTEMPT)).toEqual([]);
  expect(waitingAttempts()).not.toContain(ATTEMPT);
});

test('a clock that is set back on the same page shortens no wait, and one that is set forward counts', async () => {
  const clock = (now: number) => vi.useFakeTimers({ now, toFake: ['Date', 'performance'] });
  clock(1_000_000_000);
  keepWaiting(ATTEMPT, PAGE, { one: { seq: 1, answer: 'a', ...waitingSince() } });
  vi.advanceTimersByTime(120_000);
  for (const corrected of [-600_000, 600_000]) {
    vi.setSystemTime(1_000_120_000 + corrected);
    const { api, sent } = openServer(() => 'UNREACHABLE');
    await sendLate(api, ATTEMPT);
    expect(sent[0]?.waited).toBe(Math.max(120_000, 120_000 + corrected));
  }
});

test('what another tab keeps meanwhile under the same name stays', async () => {
  keepTwo();
  const { api } = openServer((question) => {
    const newer = { seq: 9, answer: 'newer', since: Date.now() };
    if (question === 'two') keepWaiting(ATTEMPT, PAGE, { two: newer });
    return null;
  });
  await sendLate(api, ATTEMPT);
  expect(countUnsent(ATTEMPT)).toBe(1);
});
