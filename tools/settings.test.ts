import { expect, test } from 'vitest';
import { SETTINGS } from '#server/config';
import { readSource, repositoryFiles } from './source-files.ts';

const DOCUMENTS = [
  'README.md',
  'docs/deploy.md',
  'compose.yaml',
  ...repositoryFiles().filter((path) => path.startsWith('ops/')),
];
/** Names with an underscore that are no settings of ours: of other programs, and codes of errors. */
const OTHERS = [
  'COMPOSE_PROFILES',
  'AUTH_TYPE',
  'DB_HOST',
  'DB_NAME',
  'DB_PASSWORD',
  'DB_USER',
  'MINIO_ROOT_PASSWORD',
  'MINIO_ROOT_USER',
  'POOL_MODE',
  'S3_PASSWORD',
  'AF_INET',
  'AF_INET6',
  'AF_NETLINK',
  'AF_UNIX',
  'DATABASE_UNAVAILABLE',
  'DISK_FULL',
  'STORAGE_UNAVAILABLE',
  'LECTERN_SERVICE_HOST',
  'MALLOC_ARENA_MAX',
  'MALLOC_MMAP_THRESHOLD_',
  'MALLOC_TRIM_THRESHOLD_',
  'NODE_ENV',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'POSTGRES_DB',
  'POSTGRES_PASSWORD',
  'POSTGRES_USER',
];

const namesIn = (path: string) => new Set(readSource(path).match(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]+/g) ?? []);

test('every setting that the documents of operators name exists', () => {
  const unknown = DOCUMENTS.flatMap((path) =>
    [...namesIn(path)]
      .filter((name) => !SETTINGS.includes(name) && !OTHERS.includes(name))
      .map((name) => `${path}: ${name}`),
  );
  expect(unknown).toEqual([]);
});

test('every setting stands in the list of the README', () => {
  const text = readSource('README.md');
  expect(SETTINGS.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});
