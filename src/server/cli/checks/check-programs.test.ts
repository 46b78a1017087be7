import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseConfig } from '#server/config';
import { checkPrograms } from './check-programs.ts';

const embedded = parseConfig({});
const external = parseConfig({ DATABASE_URL: 'postgres://x@y/z' });

test('what npm has brought is in order', () => {
  expect(checkPrograms(embedded)).toEqual([
    { ok: true, what: `Node.js ${process.versions.node}` },
    { ok: true, what: expect.stringMatching(/^embedded server: postgres \(PostgreSQL\) 18\.\d/) },
    { ok: true, what: 'videos: play as uploaded, without ffmpeg' },
  ]);
});

test('an old Node.js is told how to get a new one', () => {
  expect(checkPrograms(embedded, '22.20.0')[0]).toEqual({
    ok: false,
    what: 'Node.js 22.20.0',
    remedy: expect.stringContaining('Lectern needs Node.js 24 or later: run it through npm'),
  });
});

test('a database server that is missing or broken is a fault, unless another one is used', () => {
  const missing = () => {
    throw new Error('The package is not installed.');
  };
  const remedy = expect.stringContaining('run npm ci again');
  expect(checkPrograms(embedded, '24.0.0', missing)[1]).toEqual({
    ok: false,
    what: 'embedded server: The package is not installed.',
    remedy,
  });
  const broken = mkdtempSync(join(tmpdir(), 'lectern-broken-'));
  mkdirSync(join(broken, 'bin'));
  writeFileSync(join(broken, 'bin', 'initdb'), '#!/bin/sh\necho torn >&2\nexit 3\n');
  chmodSync(join(broken, 'bin', 'initdb'), 0o755);
  expect(checkPrograms(embedded, '24.0.0', () => broken)[1]).toEqual({
    ok: false,
    what: "embedded server: initdb doesn't run: torn",
    remedy,
  });
  rmSync(broken, { recursive: true });
  expect(checkPrograms(external, '24.0.0', missing)).toHaveLength(2);
});

test('an ffmpeg that is set and not there is a fault', () => {
  const set = (FFMPEG_PATH: string) => checkPrograms(parseConfig({ FFMPEG_PATH })).at(-1);
  expect(set('/nowhere/ffmpeg')).toEqual({
    ok: false,
    what: "videos: /nowhere/ffmpeg can't be run, or has no ffprobe beside it",
    remedy: expect.stringContaining('FFMPEG_PATH'),
  });
  expect(set('off')).toMatchObject({ ok: true });
});
