import { globSync, readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { FOREVER, RETENTION_DAYS } from '#domain/site/retention';
import { SCHOOL_CHORES } from '#server/jobs/chores';
import { test } from '#tests/kit/database';
import { TABLE_GROWTH } from './table-growth.ts';

/** Tables whose rows go with those of another. */
const WITH: Readonly<Record<string, string>> = { video_jobs: 'media' };
/** Tables of which a school keeps everything until it chooses otherwise. */
const KEPT_BY_DEFAULT: Partial<Record<keyof typeof RETENTION_DAYS, readonly string[]>> = {
  audit: ['audit_log'],
  examFiles: ['exam_files'],
};

test('of every table it is known what ends its rows, once', async ({ db }) => {
  const { rows } = await db.pool.query<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
  );
  const there = rows.map(({ name }) => name).filter((name) => name !== 'schema_migrations');
  const said = [...Object.values(TABLE_GROWTH.chores), ...Object.values(TABLE_GROWTH.others)].flat();
  expect(said.toSorted()).toEqual(there.toSorted());
});

test('the chores that end rows exist', () => {
  const names = SCHOOL_CHORES.map(({ name }) => name);
  expect(Object.keys(TABLE_GROWTH.chores).filter((name) => !names.includes(name))).toEqual([]);
});

test('whatever a chore is said to delete, something deletes, also in a school that chose nothing', () => {
  // What the erasure of an account takes along proves nothing.
  const sources = globSync('src/server/**/*.ts')
    .filter((file) => !/erase-|\.test\.ts$/.test(file))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const isDeleted = (table: string) =>
    sources.includes(`deleteFrom('${table}')`) || new RegExp(`delete from ${table}\\b`).test(sources);
  const said = Object.values(TABLE_GROWTH.chores).flat();
  const kept = (Object.keys(RETENTION_DAYS) as (keyof typeof RETENTION_DAYS)[])
    .filter((kind) => RETENTION_DAYS[kind][0] === FOREVER)
    .flatMap((kind) => KEPT_BY_DEFAULT[kind] ?? [kind]);
  expect(said.filter((table) => !isDeleted(WITH[table] ?? table) || kept.includes(table))).toEqual([]);
});
