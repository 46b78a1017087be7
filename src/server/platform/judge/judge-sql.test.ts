import { afterAll, expect, test } from 'vitest';
import type { LabCheck, Probe } from '#domain/labs/lab-spec';
import { sqlLabOf } from '#tests/kit/labs';
import { openJudge } from './open-judge.ts';

const judge = openJudge({ hide: [] });
afterAll(() => judge.close());

const answer = (rows: readonly (readonly (string | number | null)[])[], rest = {}): Probe => ({
  kind: 'answer',
  file: '1.sql',
  rows,
  ...rest,
});
const check = (id: string, probe: Probe, rest: Partial<LabCheck> = {}): LabCheck => ({
  id,
  name: id,
  probe,
  ...rest,
});
const judged = async (checks: readonly LabCheck[], sql: string) => {
  const { verdict } = await judge.judge(sqlLabOf(checks), { '1.sql': sql });
  return verdict?.results;
};

test('rows are compared by value, and in their order only where it counts', async () => {
  const both = [
    ['Tidewater', 9],
    ['Night Ferry', '12.5'],
  ];
  const checks = [
    check('any', answer(both)),
    check('ordered', answer(both, { ordered: true })),
    check('columns', answer(both, { columns: ['title', 'cost'] })),
    check('fewer', answer([['Tidewater', '9.00']])),
  ];
  expect(
    await judged(checks, 'begin; select title, price from books order by price desc; commit;'),
  ).toMatchObject([
    { ok: true },
    { ok: false, where: 'order' },
    { ok: false, where: 'columns', expected: 'title | cost', actual: 'title | price' },
    { ok: false, where: 'rows', expected: 'Tidewater | 9', actual: 'Night Ferry | 12.5\nTidewater | 9' },
  ]);
}, 60_000);

test('an error is told in the words of PostgreSQL, with its line', async () => {
  const [wrong, empty] = (await judged(
    [check('a', answer([])), check('b', { kind: 'sql', file: '1.sql', sql: 'select 1', rows: [[1]] })],
    "-- für Bücher\nselect title\nfrom   books\nwhere  titel = 'x';",
  )) ?? [undefined];
  expect(wrong).toMatchObject({
    ok: false,
    actual:
      'ERROR 42703: column "titel" does not exist\nHINT: Perhaps you meant to reference the column "books.title".',
    file: '1.sql',
    line: 4,
  });
  expect(empty).toMatchObject({ ok: false, line: 4 });
  expect(wrong).not.toHaveProperty('expected');
  expect(await judged([check('a', answer([['x']]))], '-- later')).toMatchObject([{ ok: false, actual: '' }]);
}, 60_000);

test('other data stays with the checks that have them, and what was not committed did not happen', async () => {
  const count = (n: number): Probe => ({
    kind: 'sql',
    file: '1.sql',
    sql: 'select count(*) from books',
    rows: [[n]],
  });
  const more = { setup: "insert into books values ('Low Tide', 3)" };
  const checks = [
    check('first', count(2)),
    check('more', count(3), more),
    check('and again', count(3), more),
    check('new', count(2), { fresh: true }),
  ];
  expect((await judged(checks, 'begin; delete from books; select 1;'))?.map(({ ok }) => ok)).toEqual(
    Array(4).fill(true),
  );
  const deletes = await judged(checks.slice(0, 2), "delete from books where title = 'Tidewater'");
  expect(deletes).toMatchObject([
    { actual: '1', where: 'rows' },
    { actual: '2', where: 'rows' },
  ]);
}, 60_000);

test('a query without end is stopped, and the judge goes on', async () => {
  const endless = 'select count(*) from generate_series(1, 1000000) a, generate_series(1, 1000000) b';
  expect(await judged([check('a', answer([]))], endless)).toMatchObject([{ fault: 'Timeout' }]);
  expect(await judged([check('a', answer([[1]]))], 'select 1')).toMatchObject([{ ok: true }]);
}, 60_000);
