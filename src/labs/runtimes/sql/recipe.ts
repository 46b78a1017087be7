import { PGlite } from '@electric-sql/pglite';

/** Who the learner's statements run as: not a superuser, so that PostgreSQL itself says what can't be done here. */
export const LEARNER = 'learner';

/** Small segments, and one database only: what a lab needs to begin with is 8 MB instead of 31 MB. */
export const CLUSTER_RECIPE = {
  initialize: ['--wal-segsize=1', '--no-instructions', '--no-sync'],
  settings: {
    min_wal_size: '2MB',
    max_wal_size: '2MB',
    wal_recycle: 'off',
    wal_level: 'minimal',
    max_wal_senders: '0',
  },
  statements: [
    `create role ${LEARNER} createrole`,
    `alter database postgres owner to ${LEARNER}`,
    'update pg_database set datistemplate = false',
    'drop database template0',
    'drop database template1',
    'vacuum full',
    'checkpoint',
  ],
} as const;

/** What a server is started with: the default of `shared_buffers` alone would take 128 MB. */
export function startParams(settings: Readonly<Record<string, string>> = {}): string[] {
  const all = { shared_buffers: '4MB', max_connections: '2', timezone: 'UTC', ...settings };
  return [
    ...PGlite.defaultStartParams,
    ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}
