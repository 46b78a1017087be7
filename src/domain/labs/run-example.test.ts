import { expect, test } from 'vitest';
import { exampleMark } from './examples.ts';
import type { Answer, Question } from './question.ts';
import { type Example, runExample } from './run-example.ts';

/** A player that answers by kind of question, and what it was asked. */
function instruments(answers: Partial<Record<Question['op'], Answer>>) {
  const asked: Question[] = [];
  let closed = 0;
  return {
    asked,
    closed: () => closed,
    open: async () => ({
      ask: async (question: Question) => {
        asked.push(question);
        return answers[question.op] ?? { value: null };
      },
      close: async () => {
        closed += 1;
      },
    }),
  };
}

const example = (language: Example['language'], setup: string[] = []): Example => ({
  language,
  code: 'code',
  setup,
});
const RAN = { value: { exit: 0, stderr: '' }, out: '1\n' };

test('a code block is run, sets up, or is plain text, by the words after its language', () => {
  expect(exampleMark('js', 'run')).toEqual({ language: 'js', kind: 'run' });
  expect(exampleMark('Python', 'title="x" run')).toEqual({ language: 'py', kind: 'run' });
  expect(exampleMark('typescript', 'run')).toEqual({ language: 'ts', kind: 'run' });
  expect(exampleMark('HTML', 'run')).toEqual({ language: 'html', kind: 'run' });
  expect(exampleMark('sql', 'setup')).toEqual({ language: 'sql', kind: 'setup' });
  expect(exampleMark('bash', 'setup')).toEqual({ language: 'sh', kind: 'setup' });
  for (const [language, words] of [
    ['js', ''],
    ['js', 'running'],
    ['js', 'setup'],
    ['html', 'setup'],
    ['rust', 'run'],
    ['constructor', 'run'],
  ] as const)
    expect(exampleMark(language, words)).toBeUndefined();
});

test('a program runs in a player of its own, in Python after its setup', async () => {
  const plain = instruments({ run: RAN });
  expect(await runExample(example('js'), plain)).toEqual({
    out: '1\n',
    stderr: '',
    results: [],
    diagnostics: [],
  });
  expect(plain.asked).toMatchObject([
    { op: 'load', files: { 'example.js': 'code' } },
    { op: 'run', file: 'example.js' },
  ]);
  expect(plain.closed()).toBe(1);
  const python = instruments({ run: RAN });
  await runExample(example('py', ['a = 1', 'b = 2']), python);
  expect(python.asked).toMatchObject([
    { op: 'load', files: { 'example.py': 'code', 'setup.py': 'a = 1\n\nb = 2' } },
    { op: 'run', file: 'start.py' },
  ]);
});

test('TypeScript runs although its types are wrong, and says so', async () => {
  const diagnostics = [
    { file: 'example.ts', line: 1, column: 1, endLine: 1, endColumn: 2, message: 'No', code: 1 },
  ];
  const player = instruments({ run: RAN });
  const compile = async () => ({ files: { 'example.js': 'made' }, diagnostics });
  expect(await runExample(example('ts'), { ...player, compile })).toMatchObject({ out: '1\n', diagnostics });
  expect(player.asked).toMatchObject([
    { files: { 'example.js': 'made' } },
    { op: 'run', file: 'example.js' },
  ]);
});

test('SQL answers rows, after its setup; a broken setup, a limit, and nonsense are told', async () => {
  const rows = { columns: ['a'], rows: [['1']], total: 1 };
  const sql = instruments({ query: { value: [rows] } });
  expect(await runExample(example('sql', ['create']), sql)).toMatchObject({ results: [rows] });
  expect(sql.asked.map(({ op }) => op)).toEqual(['load', 'setup', 'query']);
  const broken = instruments({ setup: { error: { name: '42P01', message: 'no', line: 3 } } });
  expect((await runExample(example('sql', ['x']), broken)).fault).toEqual({ name: '42P01', message: 'no' });
  const late = instruments({ run: { error: { name: 'Timeout', message: '' } } });
  expect((await runExample(example('py'), late)).fault?.name).toBe('Timeout');
  const nonsense = instruments({ run: { value: 7 } });
  expect((await runExample(example('py'), nonsense)).fault?.name).toBe('Garbled');
  expect([broken, late, nonsense].map((player) => player.closed())).toEqual([1, 1, 1]);
});

test('a page runs its scripts and is shown, with an error too, but not after a limit', async () => {
  const fine = instruments({ dom: { value: 1, out: 'ready\n' } });
  expect(await runExample(example('html'), fine)).toMatchObject({ out: 'ready\n', page: 'code' });
  expect(fine.asked).toMatchObject([
    { op: 'load', files: { 'example.html': 'code' } },
    { op: 'dom', page: 'example.html' },
  ]);
  const wrong = { error: { name: 'ReferenceError', message: 'x is not defined', line: 2 } };
  expect(await runExample(example('html'), instruments({ dom: wrong }))).toMatchObject({
    fault: wrong.error,
    page: 'code',
  });
  const endless = await runExample(
    example('html'),
    instruments({ dom: { error: { name: 'Timeout', message: '' } } }),
  );
  expect(endless.fault?.name).toBe('Timeout');
  expect(endless).not.toHaveProperty('page');
});
