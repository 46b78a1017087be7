import { beforeEach, expect, test } from 'vitest';
import type { Api } from '#web/lib/api-client.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { dropWaiting, keepWaiting, waitingAttempts } from '../waiting-answers.ts';
import { sendEnded } from './send-ended.ts';

const [ENDED, OPEN, FOREIGN] = ['attempt-ended', 'attempt-open', 'attempt-foreign'] as const;

beforeEach(() => {
  // What other tests left in the same process.
  for (const id of waitingAttempts()) dropWaiting(id);
  for (const id of [ENDED, OPEN, FOREIGN])
    keepWaiting(id, 'page-1', { one: { seq: 1, answer: 'a', since: Date.now() } });
});

/** A server where one attempt ended, one is open, and one is somebody else's. */
function openServer() {
  const [read, sent]: [string[], string[]] = [[], []];
  const attempt = async ({ id }: { id: string }) => {
    read.push(id);
    if (id === FOREIGN)
      throw new ApiError({ code: 'ATTEMPT_NOT_FOUND', message: '', fields: {}, requestId: '', status: 404 });
    return { result: id === ENDED ? {} : null };
  };
  const late = async ({ id }: { id: string }) => {
    sent.push(id);
    return { kept: true };
  };
  return { api: { exams: { attempt, late } } as unknown as Api, read, sent };
}

test('what waits for an attempt that ended is sent, for an open one or for somebody else it stays', async () => {
  const { api, sent } = openServer();
  expect(await sendEnded(api, new Set())).toEqual({ kept: 1, refused: 0, unsent: 0 });
  expect(sent).toEqual([ENDED]);
  expect(waitingAttempts().sort()).toEqual([FOREIGN, OPEN]);
});

test('an attempt of somebody else is asked for once', async () => {
  const { api, read } = openServer();
  const foreign = new Set<string>();
  await sendEnded(api, foreign);
  await sendEnded(api, foreign);
  expect(read.filter((id) => id === FOREIGN)).toEqual([FOREIGN]);
  expect(read.filter((id) => id === OPEN)).toHaveLength(2);
});

test('what cannot be asked about is told as unsent, and stays', async () => {
  const unreachable = async () => {
    throw new ApiError({ code: 'UNREACHABLE', message: '', fields: {}, requestId: '', status: 0 });
  };
  const api = { exams: { attempt: unreachable, late: unreachable } } as unknown as Api;
  expect(await sendEnded(api, new Set())).toEqual({ kept: 0, refused: 0, unsent: 3 });
  expect(waitingAttempts()).toHaveLength(3);
});
