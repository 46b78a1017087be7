import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { openLabFiles } from '#server/http/pages/lab-files';
import { LAB_ASSETS, labsBuilt, labsInWork, unfinishedLabs } from './labs-built.ts';

const AN_HOUR = 3600;
/** Time in which files that nobody waits for would be found. */
const WAITING_MS = 300;

let build: string;
beforeEach(() => {
  build = mkdtempSync(join(tmpdir(), 'lectern-labs-'));
  onTestFinished(() => rmSync(build, { recursive: true, force: true }));
});

/** The folder in which a process of this number makes labs. */
function begin(pid: number): string {
  const folder = unfinishedLabs(build, pid);
  mkdirSync(folder);
  writeFileSync(join(folder, 'manifest.json'), '{}');
  return folder;
}

async function deadPid(): Promise<number> {
  const child = spawn('true');
  await once(child, 'exit');
  return child.pid ?? 0;
}

test('who asks for files of labs while they are made waits for all of them', async () => {
  const folder = begin(process.pid);
  const files = openLabFiles(build);
  let found: readonly string[] | undefined;
  const asking = files().then((map) => {
    found = [...map.keys()];
  });
  await wait(WAITING_MS);
  expect(found).toBeUndefined();
  renameSync(folder, join(build, LAB_ASSETS));
  await asking;
  expect(found).toEqual(['/lab-assets/manifest.json']);
});

test('nobody waits for a process that is gone, nor for a number that another process has taken', async () => {
  const gone = begin(await deadPid());
  const old = begin(process.pid);
  utimesSync(old, Date.now() / 1000 - AN_HOUR, Date.now() / 1000 - AN_HOUR);
  await labsBuilt(build);
  expect((await openLabFiles(build)()).size).toBe(0);
  expect(labsInWork(build, false).sort()).toEqual([gone, old].sort());
  expect(labsInWork(build, true)).toEqual([]);
});

test('where nothing is built there is nothing to wait for', async () => {
  await labsBuilt(join(build, 'nothing'));
  expect((await openLabFiles(join(build, 'nothing'))()).size).toBe(0);
});

test('labs that come later are found by who asks then', async () => {
  const files = openLabFiles(build);
  expect((await files()).size).toBe(0);
  renameSync(begin(1), join(build, LAB_ASSETS));
  expect([...(await files()).keys()]).toEqual(['/lab-assets/manifest.json']);
});
