import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { TEMPLATE } from '#tests/kit/global-setup';

const BINARY = join(import.meta.dirname, '../../../node_modules/.bin/kysely-codegen');
/** With UPDATE_DB_TYPES=1 the file is written anew; do that after every migration. */
const VERIFY = process.env.UPDATE_DB_TYPES ? [] : ['--verify'];

test('the types of the database are those of the migrated tables', () => {
  const { host, password, port, user } = inject('database');
  const url = `postgres://${user}:${password}@/${TEMPLATE}?host=${encodeURIComponent(host)}&port=${port}`;
  const options = [
    '--runtime-enums=false',
    '--numeric-parser',
    'string',
    '--type-mapping',
    '{"int8":"number"}',
    '--exclude-pattern',
    'schema_migrations',
  ];
  const run = () =>
    execFileSync(
      BINARY,
      [
        '--dialect',
        'postgres',
        '--url',
        url,
        '--out-file',
        join(import.meta.dirname, 'types.ts'),
        ...options,
        ...VERIFY,
      ],
      { stdio: 'pipe' },
    );
  expect(run).not.toThrow();
});
