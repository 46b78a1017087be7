import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, inject } from 'vitest';
import { test } from '#tests/kit/database';
import { fillSchool, scratchFolder } from '#tests/kit/filled-school';
import { TEMPLATE } from '#tests/kit/global-setup';
import type { Db } from './client.ts';

const BINARY = join(import.meta.dirname, '../../../node_modules/.bin/kysely-codegen');
const TYPES = join(import.meta.dirname, 'types.ts');

interface ViewColumn {
  readonly view: string;
  readonly name: string;
  readonly nullable: boolean;
}

/** The database does not know which columns of a view are never null: all are but those whose comment says "null:". */
async function viewColumns(db: Db): Promise<ViewColumn[]> {
  const { rows } = await sql<ViewColumn>`
    select c.relname as view, a.attname as name, coalesce(col_description(c.oid, a.attnum) like 'null:%', false) as nullable
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
    where c.relkind = 'v' and c.relnamespace = 'public'::regnamespace`.execute(db.kysely);
  return rows;
}

function generateTypes(folder: string): string {
  const { host, password, port, user } = inject('database');
  const file = join(folder, 'types.ts');
  execFileSync(
    BINARY,
    [
      '--dialect',
      'postgres',
      '--out-file',
      file,
      '--url',
      `postgres://${user}:${password}@/${TEMPLATE}?host=${encodeURIComponent(host)}&port=${port}`,
      '--runtime-enums=false',
      '--numeric-parser',
      'string',
      '--type-mapping',
      '{"int8":"number"}',
      '--exclude-pattern',
      'schema_migrations',
    ],
    { stdio: 'pipe' },
  );
  return readFileSync(file, 'utf8');
}

function withoutNull(types: string, columns: readonly ViewColumn[]): string {
  return columns
    .filter(({ nullable }) => !nullable)
    .reduce((text, { name, view }) => {
      const pascal = view.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
      return text.replace(new RegExp(`(interface ${pascal} \\{[^}]*?\\b${name}: [^;]*?) \\| null;`), '$1;');
    }, types);
}

/** With UPDATE_DB_TYPES=1 the file is written again; do that after every migration. */
test('the types of the database are those of the migrated tables and views', async ({ db }) => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-types-'));
  try {
    const types = withoutNull(generateTypes(folder), await viewColumns(db));
    if (process.env.UPDATE_DB_TYPES) writeFileSync(TYPES, types);
    expect(readFileSync(TYPES, 'utf8')).toBe(types);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('no column of a view is null that is typed as never null', async ({ db }) => {
  const scratch = scratchFolder();
  try {
    await fillSchool(db, scratch.path);
    const columns = (await viewColumns(db)).filter(({ nullable }) => !nullable);
    expect(columns.length).toBeGreaterThan(0);
    for (const { name, view } of columns) {
      const { rows } = await sql<{ all: number; none: number }>`
        select count(*)::int as all, count(*) filter (where ${sql.ref(name)} is null)::int as none
        from ${sql.table(view)}`.execute(db.kysely);
      expect(rows[0]?.all, view).toBeGreaterThan(0);
      expect(rows[0]?.none, `${view}.${name}`).toBe(0);
    }
  } finally {
    scratch.remove();
  }
});
