import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MIGRATIONS, migrationNames } from '#server/db/migrating/read-migrations';
import { latestRelease, RELEASES } from './releases.ts';
import { breaksOf, contractOf, reasonOf } from './rolling.ts';

test.each([
  ['drop table courses', 'removes what the old release may use'],
  ['alter table courses drop column title', 'removes a column'],
  ['alter table courses drop title', 'removes a column'],
  ['alter table courses add note text,\n  drop column if exists title', 'removes a column'],
  ['alter table courses rename column title to name', 'renames what the old release knows by its name'],
  ['alter table courses rename to lessons', 'renames what the old release knows by its name'],
  ['ALTER TABLE courses ALTER COLUMN title TYPE varchar(9)', 'changes the type of a column'],
  ['alter table courses alter title set not null', 'demands a value that the old release may not write'],
  ['alter table courses alter title drop default', 'takes away a value that the old release counts on'],
  ['alter table courses add column place int not null', 'adds a column that the old release leaves empty'],
  [
    "alter table courses add a text not null default '', add b int not null",
    'adds a column that the old release leaves empty',
  ],
  ['alter table courses add constraint c check (place > 0)', 'forbids rows that the old release may write'],
  ['alter table courses add unique (title)', 'forbids rows that the old release may write'],
  ['create unique index on courses (title)', 'forbids rows that the old release may write'],
  ['drop view listed', 'removes what the old release may use'],
])('%s breaks the release before', (statement, why) => {
  expect(breaksOf(`select 1; ${statement};`)).toEqual([expect.stringContaining(`${why}: `)]);
});

test.each([
  'create table notes (id int primary key, text text not null); create unique index on notes (text)',
  'create table notes (id int); alter table notes add constraint c check (id > 0), alter id set not null',
  'alter table courses add column note text, add place int not null default 0, add x int not null generated always as (1) stored',
  'alter table courses drop constraint courses_title_check, alter note drop not null, alter note set default 1',
  'drop view listed; create view listed as select 1 as one',
  'drop function place(int); create or replace function place(at int) returns int language sql as $$ drop table courses $$',
  'create index concurrently on courses (title)',
  '-- drop table courses\ninsert into courses (title) values ($t$drop table courses; $t$)',
])('%s lets the release before go on', (text) => {
  expect(breaksOf(text)).toEqual([]);
});

test('what ends the work of another migration names it, and what is safe says why', () => {
  expect(contractOf('-- contract: 0152-chapters.sql\ndrop table x;')).toBe('0152-chapters.sql');
  expect(reasonOf('-- rolling: the check allows more kinds than before\nselect 1;')).toContain('allows more');
  expect(reasonOf('-- rolling: fine\nselect 1;')).toBeUndefined();
});

test('every migration since the last release lets that release go on', async () => {
  const { lastMigration } = latestRelease();
  const names = await migrationNames();
  expect(names).toContain(lastMigration);
  const faulty = names
    .filter((name) => name > lastMigration)
    .flatMap((name) => {
      const text = readFileSync(join(MIGRATIONS, name), 'utf8');
      const ended = contractOf(text);
      // The release before doesn't use any more what was replaced in it or earlier.
      const isContract = ended !== undefined && names.includes(ended) && ended <= lastMigration;
      if (isContract || reasonOf(text)) return [];
      return breaksOf(text).map((fault) => `${name} ${fault}`);
    });
  expect(faulty).toEqual([]);
});

test('releases follow one another', () => {
  const migrations = RELEASES.map(({ lastMigration }) => lastMigration);
  expect(migrations).toEqual([...migrations].sort());
  for (const { commit } of RELEASES) expect(commit).toMatch(/^[0-9a-f]{40}$/);
});
