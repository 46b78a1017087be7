import { expect, test } from 'vitest';
import type { Answer, TimedQuestion } from '#domain/labs/question';
import { visibleChecks } from '#domain/labs/visible-checks';
import { sqlLabOf } from '#tests/kit/labs';
import { selectRows } from './select-rows.ts';

function selected(answer: (question: TimedQuestion) => Answer) {
  const asked: string[] = [];
  const times: number[] = [];
  let closed = 0;
  const open = async () => ({
    ask: async (question: TimedQuestion) => {
      asked.push(question.op);
      times.push(question.ms);
      return answer(question);
    },
    close: async () => {
      closed += 1;
    },
  });
  const files = { '1.sql': 'select 1' };
  const done = selectRows(visibleChecks(sqlLabOf([])), files, { file: '1.sql', open });
  return done.then((reported) => ({ reported, asked, times, closed }));
}

test('a file is run on the data as the lab begins', async () => {
  const result = { columns: ['n'], rows: [['1']], total: 1, command: 'SELECT', count: 1 };
  const { asked, closed, reported, times } = await selected(({ op }) =>
    op === 'query' ? { value: [result], out: 'NOTICE: x\n' } : { value: null },
  );
  expect(reported).toEqual({ file: '1.sql', results: [result], out: 'NOTICE: x\n' });
  expect([asked.join(' '), closed]).toEqual(['load setup query', 1]);
  expect(times).toEqual([15_000, 2000, 2000]);
});

test('what went wrong is told, of the file and of what comes before it', async () => {
  const fault = { name: '42P01', message: 'relation "x" does not exist', line: 1 };
  const wrong = (at: string) => selected(({ op }) => (op === at ? { error: fault } : { value: null }));
  expect((await wrong('query')).reported).toEqual({ file: '1.sql', results: [], fault });
  expect(await wrong('setup')).toMatchObject({ reported: { fault }, asked: ['load', 'setup'], closed: 1 });
});

test('an answer that no runtime gives is no table', async () => {
  await expect(selected(() => ({ value: 7 }))).rejects.toThrow();
});
