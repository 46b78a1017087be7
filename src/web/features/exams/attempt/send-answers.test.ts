import { expect, test } from 'vitest';
import { ApiError, type FailureCode } from '#web/lib/api/api-error.ts';
import { sendAnswers, type WaitingAnswer } from './send-answers.ts';
import type { Waiting } from './waiting-answers.ts';

function failure(code: FailureCode): ApiError {
  return new ApiError({ code, message: '', fields: {}, requestId: '', status: 400 });
}

/** A page with three answers that wait, and a server that fails as it is told. */
function openPage() {
  const waiting: Waiting = {
    second: { seq: 2, answer: 'b', since: 0 },
    first: { seq: 1, answer: 'a', since: 0 },
    third: { seq: 3, answer: 'c', since: 0 },
  };
  const refused = new Set<string>();
  const sent: string[] = [];
  const passed: string[] = [];
  const send = (fail: (next: WaitingAnswer) => FailureCode | null) =>
    sendAnswers({
      refused,
      waiting,
      save: async (next) => {
        sent.push(`${next.question} ${next.answer}`);
        const code = fail(next);
        if (code) throw failure(code);
        return { counts: true };
      },
      onSettled: () => undefined,
      onNewer: () => undefined,
      onPassed: () => passed.push(sent.at(-1) ?? ''),
    });
  return { passed, refused, send, sent, waiting };
}

test('an answer that the server refuses stays, is not sent again, and stops no other', async () => {
  const { refused, send, sent, waiting } = openPage();
  const fail = ({ question }: WaitingAnswer) => (question === 'first' ? 'BAD_INPUT' : null);
  await send(fail);
  await send(fail);
  expect(sent).toEqual(['first a', 'second b', 'third c']);
  expect(Object.keys(waiting)).toEqual(['first']);
  expect([...refused]).toEqual(['first']);
});

test('another answer to a question whose answer was refused is sent', async () => {
  const { refused, send, sent, waiting } = openPage();
  await send(({ question }) => (question === 'first' ? 'BAD_INPUT' : null));
  waiting.first = { seq: 4, answer: 'shorter', since: 0 };
  refused.delete('first');
  await send(() => null);
  expect(sent.at(-1)).toBe('first shorter');
  expect(waiting).toEqual({});
});

test('an answer that was replaced while it was refused is sent in the new form', async () => {
  const { refused, send, sent, waiting } = openPage();
  await send(({ answer }) => {
    if (answer !== 'a') return null;
    waiting.first = { seq: 4, answer: 'shorter', since: 0 };
    return 'BAD_INPUT';
  });
  expect(sent.at(-1)).toBe('first shorter');
  expect(refused.size).toBe(0);
});

test('an answer to a question that the attempt went on from goes, and stops no other', async () => {
  const { passed, send, sent, waiting } = openPage();
  await send(({ question }) => (question === 'first' ? 'QUESTION_PASSED' : null));
  expect(sent).toEqual(['first a', 'second b', 'third c']);
  expect(passed).toEqual(['first a']);
  expect(waiting).toEqual({});
});

test('without a connection everything waits', async () => {
  const { refused, send, waiting } = openPage();
  await expect(send(() => 'UNREACHABLE')).rejects.toThrow(ApiError);
  expect(Object.keys(waiting)).toHaveLength(3);
  expect(refused.size).toBe(0);
});
