import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, expect, test as plain } from 'vitest';
import { makeArchive, type Part, partsOf, sealed } from '#tests/kit/backup-archive';
import { test } from '#tests/kit/database';
import { backUp, fillSchool, scratchFolder } from '#tests/kit/filled-school';
import { BackupError } from './backup-error.ts';
import { MANIFEST } from './layout.ts';
import { verifyBackup } from './verify-backup.ts';

const folder = scratchFolder();
const whole = join(folder.path, 'whole.backup');
const made = join(folder.path, 'made.backup');
afterAll(() => folder.remove());

test('a whole backup is whole', async ({ ownDb }) => {
  const school = await fillSchool(ownDb, folder.path);
  await backUp(ownDb, school, whole);
  const { contents, manifest } = await verifyBackup(whole);
  expect(manifest.tables.length).toBe(contents.tables.length);
});

const make = (parts: readonly Part[]) => makeArchive(made, parts);

async function refusalOf(file: string): Promise<string> {
  const error = await verifyBackup(file).then(
    () => new Error('it was taken for a whole one'),
    (caught: unknown) => caught,
  );
  expect(error).toBeInstanceOf(BackupError);
  return (error as Error).message;
}

plain('a file that is cut off anywhere is refused', async () => {
  const bytes = readFileSync(whole);
  for (const share of [0, 0.001, 0.1, 0.5, 0.9, 0.99]) {
    writeFileSync(made, bytes.subarray(0, Math.floor(bytes.length * share)));
    expect(await refusalOf(made), String(share)).toMatch(/damaged, incomplete|end is missing/);
  }
});

plain('cut off between two entries, with a proper end of the archive, it is refused too', async () => {
  const parts = await partsOf(whole);
  expect(await refusalOf(await make(parts.slice(0, -1)))).toContain('its end is missing');
  expect(await refusalOf(await make(parts.slice(0, 3)))).toContain('its end is missing');
});

plain('a single changed byte is noticed, or changes nothing that is read', async () => {
  const bytes = readFileSync(whole);
  const original = JSON.stringify(await verifyBackup(whole));
  let refused = 0;
  for (let at = 0; at < bytes.length; at += Math.ceil(bytes.length / 60)) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 0x10;
    writeFileSync(made, changed);
    const outcome = await verifyBackup(made).catch((error: unknown) => error);
    if (outcome instanceof BackupError) refused += 1;
    else expect(JSON.stringify(outcome)).toBe(original);
  }
  expect(refused).toBeGreaterThan(50);
});

plain('changed, added, missing, doubled and moved entries are refused', async () => {
  const parts = await partsOf(whole);
  const users = parts.findIndex(({ name }) => name.startsWith('tables/users/'));
  const changed = parts.map((part, at) =>
    at === users ? { ...part, bytes: Buffer.concat([part.bytes, part.bytes]) } : part,
  );
  expect(await refusalOf(await make(changed))).toContain('the checksum of tables/users/0000000');
  const extra = { name: 'files/extra.webp', bytes: Buffer.from('x') };
  expect(await refusalOf(await make([...parts.slice(0, -1), extra, ...parts.slice(-1)]))).toContain(
    'missing or were added',
  );
  expect(await refusalOf(await make([...parts, extra]))).toContain('duplicated or out of order');
  expect(await refusalOf(await make(parts.filter((_, at) => at !== users)))).toContain(
    'missing or were added',
  );
  expect(await refusalOf(await make(parts.toSpliced(2, 0, parts[1] as Part)))).toContain(
    'duplicated or out of order',
  );
  expect(await refusalOf(await make([...parts.slice(1), ...parts.slice(0, 1)]))).toContain(
    "doesn't start with its manifest",
  );
});

plain('names that lead out of their place, and tables that are not in it, are refused', async () => {
  const parts = await partsOf(whole);
  for (const name of [
    '../escape.webp',
    'files/../../escape.webp',
    '/etc/passwd',
    'files/a/b.webp',
    'files/.hidden',
    `files/${'x'.repeat(90)}.webp`,
    'secrets/postgres-password',
    'tables/pg_authid"; drop table users; --/0000000',
    'tables/schema_migrations/0000000',
    'tables/sessions/0000000',
    'tables/users/0000007',
    'tables/users/1',
  ]) {
    const hostile = sealed([...parts.slice(0, -1), { name, bytes: Buffer.from('x') }, ...parts.slice(-1)]);
    expect(await refusalOf(await make(hostile)), name).toMatch(
      /has an unexpected entry|doesn't belong to any/,
    );
  }
});

plain('links, folders and devices are refused', async () => {
  const parts = await partsOf(whole);
  for (const type of ['symlink', 'link', 'directory', 'fifo', 'character-device'] as const) {
    const odd = { name: 'files/odd.webp', bytes: Buffer.alloc(0), header: { type, linkname: '/etc/passwd' } };
    expect(await refusalOf(await make([...parts.slice(0, 1), odd])), type).toContain(
      'has an unexpected entry',
    );
  }
});

plain('an entry that claims to be huge is refused before it is read', async () => {
  const parts = await partsOf(whole);
  const honest = zstdDecompressSync(readFileSync(await make(parts.slice(0, 2))));
  const header = honest.subarray(honest.indexOf('secrets/auth-secret'));
  header.write('77777777777 ', 124);
  header.write('        ', 148);
  const sum = header.subarray(0, 512).reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  writeFileSync(made, zstdCompressSync(honest));
  expect(await refusalOf(made)).toContain('secrets/auth-secret has an invalid size of 8589934591 bytes');
});

plain('a backup of another format says which version made it, and other files are none', async () => {
  const parts = await partsOf(whole);
  const manifest = { ...JSON.parse(parts[0]?.bytes.toString() ?? ''), format: 2, version: '9.1.0' };
  const other = sealed([{ name: MANIFEST, bytes: Buffer.from(JSON.stringify(manifest)) }, ...parts.slice(1)]);
  expect(await refusalOf(await make(other))).toContain('created by Lectern 9.1.0 in another format');
  writeFileSync(made, 'select 1;');
  expect(await refusalOf(made)).toContain('a Lectern backup');
  writeFileSync(made, zstdDecompressSync(readFileSync(whole)));
  expect(await refusalOf(made)).toContain('a Lectern backup');
  await expect(verifyBackup(join(folder.path, 'none'))).rejects.toThrow(/ENOENT.*none/);
});
