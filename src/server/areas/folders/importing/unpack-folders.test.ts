import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { ZipFile } from 'yazl';
import { unpackFolders } from './unpack-folders.ts';

interface Packed {
  readonly path: string;
  readonly content?: string | Buffer;
  readonly mode?: number;
}

async function pack(files: readonly Packed[]): Promise<Buffer> {
  const zip = new ZipFile();
  for (const { content = 'text', mode, path } of files)
    zip.addBuffer(Buffer.from(content), path, mode === undefined ? {} : { mode });
  zip.end();
  return buffer(zip.outputStream as NodeJS.ReadableStream);
}

/** Packs under a name of the same length and writes the real one over it: a packer refuses such names. */
async function packAs(path: string): Promise<Buffer> {
  const stand = 'a'.repeat(Buffer.byteLength(path));
  const bytes = await pack([{ path: stand }]);
  return Buffer.from(
    bytes.toString('latin1').replaceAll(stand, Buffer.from(path).toString('latin1')),
    'latin1',
  );
}

const LIMITS = { entries: 50, bytes: 5_000_000 };

async function unpack(bytes: Buffer, name = 'course.zip') {
  const scratch = mkdtempSync(join(tmpdir(), 'lectern-unpack-'));
  onTestFinished(() => rmSync(scratch, { recursive: true, force: true }));
  const target = join(scratch, 'inner', 'target');
  mkdirSync(target, { recursive: true });
  writeFileSync(join(scratch, 'archive.zip'), bytes);
  const fault = await unpackFolders(join(scratch, 'archive.zip'), target, { limits: LIMITS, name }).then(
    () => null,
    (error: Error) => error.message,
  );
  const files = readdirSync(target, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(target.length + 1))
    .sort();
  return { fault, files, scratch, target };
}

test('the files of a folder are written as they are, without what a Mac adds', async () => {
  const { fault, files, target } = await unpack(
    await pack([
      { path: 'tea/course.yaml', content: 'title: Tea' },
      { path: 'tea/cafe\u0301.png' },
      { path: './tea/01-first.lesson.md' },
      { path: '__MACOSX/tea/._course.yaml' },
      { path: 'tea/.DS_Store' },
    ]),
  );
  expect([fault, files]).toEqual([null, ['tea/01-first.lesson.md', 'tea/caf\u00e9.png', 'tea/course.yaml']]);
  expect(readFileSync(join(target, 'tea/course.yaml'), 'utf8')).toBe('title: Tea');
});

test('a course without a folder of its own is named as its file, without the number of a second download', async () => {
  const { files } = await unpack(await pack([{ path: 'course.yaml' }]), 'green-tea (2).zip');
  expect(files).toEqual(['green-tea/course.yaml']);
});

test.each([
  '../out.txt',
  'a/../../out.txt',
  '/out.txt',
  '..\\out.txt',
  'C:/out.txt',
  'a//out.txt',
  'a/./out.txt/..',
  'a/\u202Etxt.exe',
  'nul\u0000.txt',
  `${'a/'.repeat(20)}out.txt`,
])('a name that leads elsewhere or astray is refused: %j', async (path) => {
  const { fault, files, scratch } = await unpack(await packAs(path));
  expect(fault).toMatch(
    /^The zip file (?:can't be read: it refers to a file outside|has a file whose name can't)/,
  );
  expect(files).toEqual([]);
  expect(existsSync(join(scratch, 'out.txt')) || existsSync(join(scratch, 'inner', 'out.txt'))).toBe(false);
});

test('a link is refused before anything is written, so that nothing can be written through it', async () => {
  const link = { path: 'tea/link', content: '/etc', mode: 0o120777 };
  const { fault, files } = await unpack(await pack([{ path: 'tea/course.yaml' }, link]));
  expect(fault).toBe('tea/link is a link or another special file. Zip the folder without it.');
  expect(files).toEqual([]);
});

test('two files of one name are refused, also where only some systems take them for one', async () => {
  const { fault } = await unpack(await pack([{ path: 'tea/a.md' }, { path: 'tea/A.md' }]));
  expect(fault).toBe('The zip file has two files named tea/A.md.');
  const both = await unpack(await pack([{ path: 'tea/a' }, { path: 'tea/a/b' }]));
  expect(both.fault).toBe('The zip file has a file and a folder of the same name.');
});

test('what was made to fill the disk is refused, by ratio, by size, and by number', async () => {
  const bomb = await unpack(await pack([{ path: 'tea/a.md', content: Buffer.alloc(2_000_000) }]));
  const large = { content: Buffer.from(Array.from({ length: 900_000 }, (_, at) => (at * 7919) % 251)) };
  const many = await unpack(await pack(Array.from({ length: 51 }, (_, at) => ({ path: `tea/${at}.md` }))));
  const sum = await unpack(
    await pack(Array.from({ length: 6 }, (_, at) => ({ path: `tea/${at}.md`, ...large }))),
  );
  for (const { fault } of [bomb, sum])
    expect(fault).toBe('Unpacked, the zip file is larger than 5000 kB. Split it.');
  expect(many.fault).toBe('The zip file has more than 50 files.');
  expect([...bomb.files, ...many.files, ...sum.files]).toEqual([]);
});

test('a file that is larger than it says is refused', async () => {
  const bytes = await pack([{ path: 'tea/a.md', content: 'x'.repeat(5000) }]);
  // The size in the central directory, behind its signature.
  bytes.writeUInt32LE(10, bytes.indexOf(Buffer.from('PK\u0001\u0002', 'latin1')) + 24);
  expect((await unpack(bytes)).fault).toBe(
    "The zip file can't be read: it is damaged or incomplete. Zip the folder again.",
  );
});

test('what is no zip file is refused in words', async () => {
  expect((await unpack(Buffer.from('not an archive at all, only some text'))).fault).toBe(
    "The zip file can't be read: it is damaged or incomplete. Zip the folder again.",
  );
});
