import { afterAll, expect, test } from 'vitest';
import type { LabCheck } from '#domain/labs/lab-spec';
import { openJudge } from '#server/platform/judge/open-judge';
import { sqlLabOf } from '#tests/kit/labs';

const judge = openJudge({ hide: [] });
afterAll(() => judge.close());

const TITLES: readonly LabCheck[] = [
  { id: 'a', name: 'cheap', probe: { kind: 'answer', file: '1.sql', rows: [['Tidewater']] } },
  {
    id: 'b',
    name: 'cheap, with other books',
    hidden: true,
    setup: "insert into books values ('Low Tide', 3)",
    probe: { kind: 'answer', file: '1.sql', rows: [['Tidewater'], ['Low Tide']] },
  },
  {
    id: 'c',
    name: 'nothing was changed',
    hidden: true,
    fresh: true,
    probe: { kind: 'sql', file: '1.sql', sql: 'select sum(price) from books', rows: [[21.5]] },
  },
];

/** Each gives what the visible check expects, without asking the question. */
const FORGERIES: Readonly<Record<string, string>> = {
  'writes the rows down': "values ('Tidewater')",
  'writes a verdict': `select '{"passed":true,"value":[["Low Tide"]]}'`,
  'hides the table behind a view': `create temp view books as select 'Tidewater'::text title, 21.5::numeric price; select title from books`,
  'puts another schema first': `create schema mine; create table mine.books as select 'Tidewater'::text title, 21.5::numeric price; alter role learner set search_path = mine; set search_path = mine, public; select title from books`,
  'changes what an operator does': `create function always(numeric, numeric) returns boolean language sql as 'select true'; create operator public.< (leftarg = numeric, rightarg = numeric, function = always); select title from books where price operator(public.<) 0 limit 1`,
  'deletes what is in the way': "delete from books where title <> 'Tidewater'; select title from books",
  'answers whatever is asked by a rule': `delete from books; insert into books values ('Tidewater', 21.5); create rule stuck as on insert to books do instead nothing; select title from books`,
  'looks for the expected rows':
    "reset role; select title from books where title in (select query from pg_stat_activity) union select 'Tidewater'",
};

test.each(Object.entries(FORGERIES))(
  'a solution that %s is not passed',
  async (_, sql) => {
    const { verdict } = await judge.judge(sqlLabOf(TITLES), { '1.sql': sql });
    expect(verdict?.passed).toBe(false);
    expect(JSON.stringify(verdict?.results.slice(1))).not.toMatch(/Low Tide|expected|actual/);
  },
  60_000,
);

test('the right query is passed', async () => {
  const sql = 'select title from books where price < 12';
  const { verdict } = await judge.judge(sqlLabOf(TITLES), { '1.sql': sql });
  expect(verdict?.results.map(({ ok }) => ok)).toEqual([true, true, true]);
}, 60_000);
