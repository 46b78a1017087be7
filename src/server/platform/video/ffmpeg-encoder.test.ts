import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FakeFfmpeg, fakeFfmpeg } from '#tests/kit/video/fake-ffmpeg';
import { ffmpegEncoder } from './ffmpeg-encoder.ts';
import { findFfmpeg } from './find-ffmpeg.ts';

let fake: FakeFfmpeg;
let folder: string;
beforeEach(() => {
  fake = fakeFfmpeg();
  folder = mkdtempSync(join(tmpdir(), 'lectern-encode-'));
  mkdirSync(join(folder, 'sizes'));
  writeFileSync(join(folder, 'source.mp4'), '....ftypisom');
});
afterEach(() => {
  fake.remove();
  rmSync(folder, { recursive: true });
});

const LIMITS = { probeMs: 10_000, encodeMs: 10_000, silentMs: 10_000 };
const never = () => new AbortController().signal;
const order = (signal = never(), reported: number[] = []) => ({
  source: join(folder, 'source.mp4'),
  ending: 'mp4',
  folder: join(folder, 'sizes'),
  sizes: [
    { width: 640, height: 360 },
    { width: 1280, height: 720 },
  ],
  seconds: 14,
  onProgress: (part: number) => reported.push(part),
  signal,
});

async function isAlive(pid = 0): Promise<boolean> {
  for (let tries = 0; tries < 100; tries += 1) {
    if (!isRunning(pid)) return false;
    await wait(20);
  }
  return true;
}
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // In a container, nobody may have asked yet how it ended.
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
async function untilItHangs(): Promise<number> {
  for (;;) {
    const pid = fake.pid();
    if (pid) return pid;
    await wait(10);
  }
}

test('a video is encoded in one go, each size as H.264 and AAC in segments of six seconds', async () => {
  const reported: number[] = [];
  const sizes = await ffmpegEncoder(fake.path, LIMITS).encode(order(never(), reported));
  expect(sizes).toMatchObject([
    {
      width: 640,
      height: 360,
      start: '0-start.mp4',
      segments: [{ seconds: 6 }, { seconds: 6 }, { file: '0-00002.m4s', seconds: 2 }],
    },
    { width: 1280, height: 720, start: '1-start.mp4' },
  ]);
  expect(reported).toEqual([0.5]);
  const [args = [], ...more] = fake.calls();
  expect(more).toEqual([]);
  const valuesOf = (name: string) => args.flatMap((arg, at) => (arg === name ? [args[at + 1]] : []));
  expect(valuesOf('-i')).toEqual([join(folder, 'source.mp4')]);
  // A list of addresses that calls itself a video is never followed.
  expect(args.slice(args.indexOf('-protocol_whitelist'), args.indexOf('-i'))).toEqual([
    '-protocol_whitelist',
    'file',
    '-f',
    'mov',
  ]);
  expect(valuesOf('-vf')).toEqual(['scale=640:360,setsar=1', 'scale=1280:720,setsar=1']);
  expect(valuesOf('-c:v')).toEqual(['libx264', 'libx264']);
  expect(valuesOf('-c:a')).toEqual(['aac', 'aac']);
  expect(valuesOf('-hls_time')).toEqual(['6', '6']);
  expect(valuesOf('-maxrate')).toEqual(['900k', '3000k']);
});

test('what it says of a failure is told', async () => {
  fake.become('fails');
  await expect(ffmpegEncoder(fake.path, LIMITS).encode(order())).rejects.toMatchObject({
    reason: 'failed',
    message: 'Conversion failed!',
  });
});

test('an end without an error is a failure while parts are missing', async () => {
  fake.become('empty');
  await expect(ffmpegEncoder(fake.path, LIMITS).encode(order())).rejects.toMatchObject({ reason: 'failed' });
});

test('one that takes too long, or makes no progress, is ended', async () => {
  fake.become('hangs');
  const encoder = (limits: object) => ffmpegEncoder(fake.path, { ...LIMITS, ...limits });
  await expect(encoder({ encodeMs: 300 }).encode(order())).rejects.toMatchObject({ reason: 'timeout' });
  await expect(encoder({ silentMs: 300 }).encode(order())).rejects.toMatchObject({ reason: 'timeout' });
  expect(await isAlive(fake.pid())).toBe(false);
});

test('a process that stops ends it at once', async () => {
  fake.become('hangs');
  const stopping = new AbortController();
  const encoding = ffmpegEncoder(fake.path, LIMITS).encode(order(stopping.signal));
  const pid = await untilItHangs();
  stopping.abort(new Error('the server stops'));
  await expect(encoding).rejects.toThrow('the server stops');
  expect(await isAlive(pid)).toBe(false);
});

test('what a video is comes from ffprobe, its sides as it is shown', async () => {
  const encoder = ffmpegEncoder(fake.path, LIMITS);
  const { source } = order();
  expect(await encoder.probe(source, 'mp4', never())).toEqual({ width: 1280, height: 720, seconds: 14 });
  writeFileSync(source, 'no video');
  await expect(encoder.probe(source, 'mp4', never())).rejects.toMatchObject({
    reason: 'unreadable',
    message: 'moov atom not found',
  });
  const turned = fakeFfmpeg({
    streams: [{ width: 1920, height: 1080, side_data_list: [{ rotation: -90 }] }],
    format: {},
  });
  writeFileSync(source, '....ftyp');
  expect(await ffmpegEncoder(turned.path, LIMITS).probe(source, 'mp4', never())).toEqual({
    width: 1080,
    height: 1920,
    seconds: null,
  });
  turned.remove();
});

test('ffmpeg is the one that is set, or the first of the search path that has ffprobe beside it', () => {
  const beside = join(fake.path, '..');
  const find = (path: string | undefined, searchPath: string) => findFfmpeg({ ffmpeg: { path, searchPath } });
  expect(find(undefined, `${folder}:${beside}`)).toBe(fake.path);
  expect(find(fake.path, '')).toBe(fake.path);
  expect(find(undefined, folder)).toBeNull();
  expect(find('off', beside)).toBeNull();
  rmSync(join(beside, 'ffprobe'));
  expect(existsSync(fake.path)).toBe(true);
  expect(find(fake.path, beside)).toBeNull();
});
