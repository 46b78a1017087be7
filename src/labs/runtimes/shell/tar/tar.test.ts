import { gunzipSync, gzipSync } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import { expect, test } from 'vitest';
import { Session } from '../session.ts';
import { readArchive, writeArchive } from './format.ts';
import { compress, decompress } from './gzip.ts';

const encoder = new TextEncoder();

async function run(...commands: readonly string[]) {
  const session = new Session({ 'shows/jazz.txt': 'jazz\n', 'shows/deep/a.txt': 'a\n' });
  await session.run("echo talk > 'shows/night talk.txt'; echo set > shows/.settings", 1000);
  const done = [];
  for (const command of commands) done.push(await session.run(command, 1000));
  return done;
}

test('a folder is packed, listed and unpacked, by -C without the folders above it', async () => {
  const [, list, restored] = await run(
    'mkdir saved; tar -czf saved/a.tar.gz -C ~ shows',
    'tar tzf saved/a.tar.gz',
    'mkdir back && tar -xvzf saved/a.tar.gz -C back && diff back/shows/.settings shows/.settings && cat back/shows/*.txt back/shows/deep/a.txt',
  );
  const names =
    'shows/\nshows/.settings\nshows/deep/\nshows/deep/a.txt\nshows/jazz.txt\nshows/night talk.txt\n';
  expect(list).toMatchObject({ stdout: names, exit: 0 });
  expect(restored).toMatchObject({ stdout: `${names}jazz\ntalk\na\n`, stderr: '', exit: 0 });
});

test.each([
  ['tar -czf a.tar.gz nosuch', 'tar: nosuch: Cannot stat: No such file or directory'],
  ['tar -czf none/a.tar.gz shows', 'Cannot open: No such file or directory'],
  ['tar -czf a.tar.gz -C none shows', 'none: Cannot open: No such file or directory'],
  ['tar -tzf nosuch.tar.gz', 'nosuch.tar.gz: Cannot open: No such file or directory'],
  ['tar -tzf shows/jazz.txt', 'gzip: stdin: not in gzip format'],
  ['tar -tf shows/jazz.txt', 'Unexpected EOF in archive'],
  ['tar -czf a.tar.gz', 'Cowardly refusing to create an empty archive'],
  ['tar -f a.tar', "You must specify one of the '-ctx' options"],
  ['tar -jcf a.tar shows', "invalid option -- 'j'"],
  ['tar -czf a.tar.gz shows; head -c 60 a.tar.gz > b.tar.gz; tar -tzf b.tar.gz', 'unexpected EOF'],
])('%s is an error', async (command, said) => {
  const [done] = await run(command);
  expect(done?.exit).toBe(2);
  expect(done?.stderr).toContain(said);
});

test('what is packed here is unpacked elsewhere, and the other way round', async () => {
  const long = `${'folder/'.repeat(20)}file.txt`;
  const entries = [
    { name: 'a/', mode: 0o755, content: new Uint8Array() },
    { name: long, mode: 0o644, content: encoder.encode('x'.repeat(700)) },
    { name: 'link', mode: 0o777, content: new Uint8Array(), link: 'a' },
  ];
  const read: string[] = [];
  const reader = extract();
  reader.end(gunzipSync(compress(writeArchive(entries))));
  for await (const entry of reader) {
    read.push(`${entry.header.type} ${entry.header.name} ${entry.header.size} ${entry.header.linkname}`);
    entry.resume();
  }
  expect(read).toEqual(['directory a/ 0 null', `file ${long} 700 null`, 'symlink link 0 a']);

  const writer = pack();
  writer.entry({ name: 'b.txt', mode: 0o600 }, 'hello');
  writer.finalize();
  const parts: Buffer[] = [];
  for await (const part of writer) parts.push(part as Buffer);
  const bytes = decompress(gzipSync(Buffer.concat(parts)), 10_000);
  expect(readArchive(bytes)).toEqual([{ name: 'b.txt', mode: 0o600, content: encoder.encode('hello') }]);
});

test('a little that unpacks to very much is refused', () => {
  const bomb = gzipSync(Buffer.alloc(50_000_000));
  expect(() => decompress(bomb, 1_000_000)).toThrow('more than fits here');
});
