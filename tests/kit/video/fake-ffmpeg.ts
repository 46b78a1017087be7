import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** `hangs`: it starts, says once how far it is, and does nothing any more. `empty`: it ends well, and has made nothing. */
export type FakeWay = 'works' | 'fails' | 'hangs' | 'empty';

export interface FakeFfmpeg {
  readonly path: string;
  /** What it was called with, each call once. */
  readonly calls: () => string[][];
  /** Of the call that hangs; undefined until it has begun. */
  readonly pid: () => number | undefined;
  readonly become: (way: FakeWay) => void;
  readonly remove: () => void;
}

/** What the beginning of a size holds that says which codecs are in it. */
const START = Buffer.concat([
  Buffer.from('....avcC'),
  Buffer.from([1, 0x64, 0, 0x1f]),
  Buffer.from('....mp4a'),
]);

/** Programs that are called as ffmpeg and ffprobe are, and write playlists and segments of a few bytes. */
export function fakeFfmpeg(
  probed: object = { streams: [{ width: 1280, height: 720 }], format: { duration: '14' } },
): FakeFfmpeg {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-ffmpeg-'));
  const at = (name: string) => join(folder, name);
  const write = (name: string, code: string) => {
    writeFileSync(at(name), `#!${process.execPath}\n${code}`);
    chmodSync(at(name), 0o755);
  };
  const become = (way: FakeWay) => writeFileSync(at('way'), way);
  become('works');
  write(
    'ffprobe',
    `if (!require('node:fs').readFileSync(process.argv.at(-1)).includes('ftyp')) { console.error('moov atom not found'); process.exit(1); }
console.log(${JSON.stringify(JSON.stringify(probed))});`,
  );
  write(
    'ffmpeg',
    `const fs = require('node:fs');
const args = process.argv.slice(2);
fs.appendFileSync(${JSON.stringify(at('calls'))}, JSON.stringify(args) + '\\n');
const way = fs.readFileSync(${JSON.stringify(at('way'))}, 'utf8');
fs.writeFileSync('unfinished.m4s', 'half');
if (way === 'fails') { console.error('Conversion failed!'); process.exit(69); }
console.log('out_time_us=7000000\\nprogress=continue');
if (way === 'hangs') { fs.writeFileSync(${JSON.stringify(at('pid'))}, String(process.pid)); setInterval(() => {}, 1000); }
if (way === 'works') for (const list of args.filter((arg) => arg.endsWith('.m3u8'))) {
  const size = list.replace('.m3u8', '');
  fs.writeFileSync(size + '-start.mp4', Buffer.from('${START.toString('base64')}', 'base64'));
  const lines = ['#EXTM3U', '#EXT-X-MAP:URI="' + size + '-start.mp4"'];
  for (const [index, seconds] of [6, 6, 2].entries()) {
    fs.writeFileSync(size + '-0000' + index + '.m4s', 'segment ' + index + ' of size ' + size);
    lines.push('#EXTINF:' + seconds + '.000000,', size + '-0000' + index + '.m4s');
  }
  fs.writeFileSync(list, [...lines, '#EXT-X-ENDLIST', ''].join('\\n'));
}`,
  );
  const read = (name: string) => (existsSync(at(name)) ? readFileSync(at(name), 'utf8') : '');
  return {
    path: at('ffmpeg'),
    calls: () =>
      read('calls')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as string[]),
    pid: () => Number(read('pid')) || undefined,
    become,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
