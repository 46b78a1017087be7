import { expect, test } from 'vitest';
import { splitStatements } from './split-statements.ts';

test('statements end at a semicolon that is neither quoted nor in a comment nor in a body', () => {
  const text = `-- no-transaction; a comment
create index concurrently if not exists "a;b" on t (x); /* one; two */
insert into t values ('it''s; fine', E'it\\'s; fine', $$a; b$$, $body$ $$; $body$);
select 1`;
  expect(splitStatements(text)).toEqual([
    'create index concurrently if not exists "a;b" on t (x)',
    "insert into t values ('it''s; fine', E'it\\'s; fine', $$a; b$$, $body$ $$; $body$)",
    'select 1',
  ]);
});

test('parameters, operators and names with a dollar are no quotes', () => {
  expect(splitStatements('select $1, a$b$, 2 - -1; select 4 / 2;;\n')).toEqual([
    'select $1, a$b$, 2 - -1',
    'select 4 / 2',
  ]);
});
