import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readS3Url } from '#server/s3-url';
import { type S3Server, startS3Server } from '#tests/kit/s3-server';
import { type ArchiveSource, fileTarget } from '../archive-file.ts';
import type { BackupPlace } from './backup-place.ts';
import { bucketPlace } from './bucket-place.ts';
import { folderPlace } from './folder-place.ts';
import { partsOf } from './parts-of.ts';

const [OLD, NEW] = ['school-20261125T030000Z.backup', 'school-20261126T030000Z.backup'];
let store: S3Server;
let scratch = '';
beforeEach(async () => {
  store = await startS3Server();
  scratch = mkdtempSync(join(tmpdir(), 'lectern-places-'));
});
afterEach(async () => {
  await store.stop();
  rmSync(scratch, { recursive: true, force: true });
});

const folder = () => folderPlace(join(scratch, 'backups'));
const bucketUrl = () => store.url().replace('/school?', '/school/lectern?');
const bucket = () => bucketPlace(readS3Url(bucketUrl(), 'BACKUP_TO'));

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  for (const letter of text) yield Buffer.from(letter);
}

async function put(place: BackupPlace, name: string, text: string): Promise<void> {
  const target = place.target(name);
  await target.prepare();
  await target.write(bytesOf(text));
  await target.finish();
}

async function textOf(source: ArchiveSource): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of source.read()) parts.push(part);
  return Buffer.concat(parts).toString();
}

test.for([
  ['a folder', folder],
  ['a bucket', bucket],
] as const)('%s keeps backups by their names, the newest first', async ([, open]) => {
  const place = open();
  expect(await place.list()).toEqual([]);
  await put(place, OLD, 'old');
  await put(place, NEW, 'newer');
  await put(place, 'upgrade-20261101T000000Z.backup', '');
  await put(place, 'school-20261001T000000Z.backup', 'x');
  expect((await place.list()).map(({ bytes, kind, name }) => [name, bytes, kind])).toEqual([
    [NEW, 5, 'school'],
    [OLD, 3, 'school'],
    ['upgrade-20261101T000000Z.backup', 0, 'upgrade'],
    ['school-20261001T000000Z.backup', 1, 'school'],
  ]);
  expect(await textOf(place.source(NEW))).toBe('newer');
  await expect(put(place, NEW, 'other')).rejects.toThrow('already exists');
  await place.remove(NEW);
  expect((await place.list()).map(({ name }) => name)).not.toContain(NEW);
});

test.for([
  ['a folder', folder],
  ['a bucket', bucket],
] as const)('in %s a backup that was begun does not appear, and can be removed', async ([, open]) => {
  const place = open();
  for (const end of ['abandon', 'killed'] as const) {
    const target = place.target(NEW);
    await target.prepare();
    await target.write(bytesOf('half'));
    expect(await place.list()).toEqual([]);
    if (end === 'abandon') await target.abandon();
    else await place.removeUnfinished();
    expect([...store.uploads.keys()]).toEqual([]);
    expect(existsSync(join(scratch, 'backups')) ? readdirSync(join(scratch, 'backups')) : []).toEqual([]);
  }
});

test('a file stops before it takes the room that the server needs', async () => {
  const file = join(scratch, 'school.backup');
  let left = 300 * 1024 ** 2;
  const target = fileTarget(file, { replaces: false, free: () => left });
  await target.prepare();
  let given = 0;
  const bytes = async function* () {
    for (; given < 20; given += 1) {
      left -= 8 * 1024 ** 2;
      yield Buffer.alloc(8 * 1024 ** 2);
    }
  };
  await expect(target.write(bytes())).rejects.toThrow(/is nearly full, so the backup was stopped/);
  expect(given).toBeLessThan(9);
  await target.abandon();
  expect(readdirSync(scratch)).toEqual([]);
});

test('files that are not ours stay, and nobody else can look into the folder', async () => {
  const place = folder();
  await put(place, NEW, 'new');
  for (const name of ['notes.txt', 'notes.txt.partial']) writeFileSync(join(place.address, name), '');
  await place.removeUnfinished();
  expect((await place.list()).map(({ name }) => name)).toEqual([NEW]);
  expect(readdirSync(place.address).sort()).toEqual(['notes.txt', 'notes.txt.partial', NEW]);
  expect(statSync(place.address).mode & 0o777).toBe(0o700);
  expect(statSync(join(place.address, NEW)).mode & 0o777).toBe(0o600);
});

test('what the bucket holds outside of the folder is left alone', async () => {
  store.files.set(NEW, Buffer.from('of another school'));
  const place = bucket();
  await put(place, OLD, 'ours');
  expect(place.address).toBe('s3://school/lectern/');
  expect(await place.list()).toHaveLength(1);
  await place.remove(NEW);
  expect([...store.files.keys()].sort()).toEqual([`lectern/${OLD}`, NEW]);
});

test('a store that refuses fails the backup, in words without the secret', async () => {
  const place = bucket();
  const target = place.target(NEW);
  await target.prepare();
  store.be('refuse');
  const error: unknown = await target.write(bytesOf('x')).catch((fault: unknown) => fault);
  expect(error).toBeInstanceOf(Error);
  expect(String(error)).not.toContain('sec/ret');
  store.be('answer');
  expect(await place.list()).toEqual([]);
});

test('parts are of one size, and larger the more there are', async () => {
  const sizes: number[] = [];
  for await (const part of partsOf(bytesOf('x'.repeat(20)), 2, 3)) sizes.push(part.length);
  expect(sizes).toEqual([2, 2, 2, 4, 4, 4, 2]);
  const none: number[] = [];
  for await (const part of partsOf(bytesOf(''))) none.push(part.length);
  expect(none).toEqual([0]);
});
