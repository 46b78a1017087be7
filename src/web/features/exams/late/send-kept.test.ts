import { beforeEach, expect, test } from 'vitest';
import type { Api } from '#web/lib/api/api-client.ts';
import { ApiError, type FailureCode } from '#web/lib/api/api-error.ts';
import { dropWaiting, keepWaiting, readWaiting, waitingAttempts } from '../attempt/waiting-answers.ts';
import { sendKept } from './send-kept.ts';

const [ENDED, OPEN, FOREIGN] = ['attempt-ended', 'attempt-open', 'attempt-foreign'] as const;
const NOTHING = { saved: 0, passed: 0, kept: 0, refused: 0, unsent: 0 };

const ago = (seconds: number) => Date.now() - seconds * 1000;
const failure = (code: FailureCode) =>
  new ApiError({ code, message: '', fields: {}, requestId: '', status: 400 });

beforeEach(() => {
  // What other tests left in the same process.
  for (const id of waitingAttempts()) dropWaiting(id);
  for (const id of [ENDED, OPEN, FOREIGN])
    keepWaiting(id, 'page-1', { one: { seq: 3, answer: 'a', since: ago(60) } });
});

interface Saved {
  readonly id: string;
  readonly writer: string;
  readonly seq: number;
  readonly question: string;
  readonly waited: number;
}

/** A server where one attempt ended, one is open, and one is somebody else's; `fail` says what saving an answer fails with. */
function openServer(fail: (given: Saved) => FailureCode | null = () => null) {
  const [read, late, saved]: [string[], string[], Saved[]] = [[], [], []];
  const exams = {
    attempt: async ({ id }: { id: string }) => {
      read.push(id);
      if (id === FOREIGN) throw failure('ATTEMPT_NOT_FOUND');
      return { result: id === ENDED ? {} : null };
    },
    late: async ({ id }: { id: string }) => {
      late.push(id);
      return { kept: true };
    },
    save: async (given: Saved) => {
      saved.push(given);
      const code = fail(given);
      if (code) throw failure(code);
      return { seq: given.seq, counts: true };
    },
  };
  return { api: { exams } as unknown as Api, late, read, saved };
}

test('what waits for an ended attempt goes to its marker, for an open one it is saved, for somebody else it stays', async () => {
  const { api, late, saved } = openServer();
  expect(await sendKept(api, new Set())).toEqual({ ...NOTHING, saved: 1, kept: 1 });
  expect(late).toEqual([ENDED]);
  expect(saved).toMatchObject([{ id: OPEN, writer: 'page-1', seq: 3, question: 'one', answer: 'a' }]);
  expect(saved[0]?.waited).toBeGreaterThanOrEqual(60_000);
  expect(waitingAttempts()).toEqual([FOREIGN]);
});

test('an attempt of somebody else is asked for once', async () => {
  const { api, read } = openServer();
  const hopeless = new Set<string>();
  await sendKept(api, hopeless);
  await sendKept(api, hopeless);
  expect(read.filter((id) => id === FOREIGN)).toEqual([FOREIGN]);
});

test('what cannot be asked about or saved is told as unsent, and stays', async () => {
  const unreachable = async () => {
    throw failure('UNREACHABLE');
  };
  const api = { exams: { attempt: unreachable, late: unreachable } } as unknown as Api;
  expect(await sendKept(api, new Set())).toEqual({ ...NOTHING, unsent: 3 });
  expect(waitingAttempts()).toHaveLength(3);
  const { api: half } = openServer(() => 'UNREACHABLE');
  expect(await sendKept(half, new Set())).toEqual({ ...NOTHING, kept: 1, unsent: 1 });
  expect(waitingAttempts().sort()).toEqual([FOREIGN, OPEN]);
});

test('what the page of the exam in another tab was just given is left to it, and looked at again', async () => {
  keepWaiting(OPEN, 'page-2', { two: { seq: 1, answer: 'b', since: ago(2) } });
  const { api, saved } = openServer();
  expect(await sendKept(api, new Set())).toMatchObject({ saved: 1, unsent: 1 });
  expect(saved.map(({ question }) => question)).toEqual(['one']);
  expect(readWaiting(OPEN).map(([writer]) => writer)).toEqual(['page-2']);
});

test('what the page of the exam keeps while the same is sent from here stays', async () => {
  const { api } = openServer(() => {
    keepWaiting(OPEN, 'page-1', { one: { seq: 4, answer: 'newer', since: ago(0) } });
    return null;
  });
  expect(await sendKept(api, new Set())).toMatchObject({ saved: 1, unsent: 1 });
  expect(readWaiting(OPEN)).toMatchObject([['page-1', { one: { answer: 'newer' } }]]);
});

test('an answer that the server refuses waits for its exam page, is sent once, and stops no other', async () => {
  keepWaiting(OPEN, 'page-2', { two: { seq: 3, answer: 'b', since: ago(60) } });
  const { api, saved } = openServer(({ question }) => (question === 'one' ? 'BAD_INPUT' : null));
  const hopeless = new Set<string>();
  expect(await sendKept(api, hopeless)).toMatchObject({ saved: 1, unsent: 0 });
  expect(await sendKept(api, hopeless)).toEqual(NOTHING);
  expect(saved.map(({ question }) => question)).toEqual(['one', 'two']);
  expect(readWaiting(OPEN).map(([writer]) => writer)).toEqual(['page-1']);
});

test('an answer to a question that was passed goes, and the answer to the next one is saved', async () => {
  keepWaiting(OPEN, 'page-2', { two: { seq: 1, answer: 'b', since: ago(60) } });
  const { api } = openServer(({ question }) => (question === 'one' ? 'QUESTION_PASSED' : null));
  expect(await sendKept(api, new Set())).toMatchObject({ passed: 1, saved: 1, unsent: 0 });
  expect(readWaiting(OPEN)).toEqual([]);
});

test('where the time runs out on the way, the marker gets it', async () => {
  const { api, late } = openServer(() => 'ATTEMPT_CLOSED');
  expect(await sendKept(api, new Set())).toEqual({ ...NOTHING, kept: 2 });
  expect(late).toEqual([ENDED, OPEN]);
});
