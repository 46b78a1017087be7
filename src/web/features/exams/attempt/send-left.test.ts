import { beforeEach, expect, test, vi } from 'vitest';
import { createApiClient } from '#web/lib/api/api-client.ts';
import { failureCode } from '#web/lib/api/api-error.ts';
import { saveAnswer, sendLeft } from './send-left.ts';
import { dropWaiting, keepWaiting, readWaiting } from './waiting-answers.ts';

const ATTEMPT = 'attempt-1';
const ROUTES = { exams: { save: ['PUT', '/exam-attempts/{id}/answers/{question}'] } } as const;

beforeEach(() => dropWaiting(ATTEMPT));

/** A server behind a line that is dead until `isAlive`, on which nothing ever fails by itself; and what arrived. */
function openLine() {
  const line = { isAlive: false, sent: [] as string[] };
  const timers: { ms: number; expire: () => void }[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController();
    timers.push({ ms, expire: () => controller.abort(new DOMException('too long', 'TimeoutError')) });
    return controller.signal;
  });
  const fetch: typeof globalThis.fetch = (_, init) => {
    line.sent.push(String(init?.body));
    if (line.isAlive) return Promise.resolve(Response.json({ counts: true }));
    return new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    });
  };
  return { api: createApiClient({ routes: ROUTES, fetch }), line, timers };
}

test('a save on a dead line is given up, and what it held up is sent on the next', async () => {
  const { api, line, timers } = openLine();
  keepWaiting(ATTEMPT, 'page-1', {
    one: { seq: 1, answer: 'a', since: Date.now() },
    two: { seq: 2, answer: 'b', since: Date.now() },
  });
  const send = () => sendLeft(api, { id: ATTEMPT, isDue: () => true, onSettled: () => undefined });
  const hung = send().catch((error: unknown) => failureCode(error));
  await vi.waitFor(() => expect(line.sent).toHaveLength(1));
  expect(timers[0]?.ms).toBeCloseTo(20_000, -2);
  timers[0]?.expire();
  expect(await hung).toBe('UNREACHABLE');
  expect(Object.keys(readWaiting(ATTEMPT)[0]?.[1] ?? {})).toEqual(['one', 'two']);
  line.isAlive = true;
  await send();
  expect(line.sent).toHaveLength(3);
  expect(readWaiting(ATTEMPT)).toEqual([]);
});

test('a long answer has longer to arrive', async () => {
  const { api, line, timers } = openLine();
  line.isAlive = true;
  await saveAnswer(api, ATTEMPT, 'page-1', {
    question: 'one',
    answer: 'a'.repeat(60_000),
    seq: 1,
    since: Date.now(),
  });
  expect(timers[0]?.ms).toBeGreaterThanOrEqual(50_000);
});
