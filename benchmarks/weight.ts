/** What it takes to install, build and first start a fresh clone of the last commit. Needs the npm registry or its cache. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { send } from './load.ts';
import { cpuMs } from './process-tree.ts';

const PORT = 4891;
const MEGABYTE = 1_000_000;

/** What a folder takes on the disk, in MB; a file that stands in several places counts once. */
function megabytes(folder: string): number {
  const seen = new Set<number>();
  let bytes = 0;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const { blocks, ino } = statSync(join(entry.parentPath, entry.name));
    if (!seen.has(ino)) bytes += blocks * 512;
    seen.add(ino);
  }
  return bytes / MEGABYTE;
}

/** `npm start` in this folder: until it serves, and until it serves labs, too, in seconds. */
async function firstStart(folder: string): Promise<{ seconds: number; withLabs: number }> {
  const begin = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: folder,
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, PORT: String(PORT), DATA_DIR: join(folder, 'data'), NODE_ENV: undefined },
  });
  const ended = once(child, 'exit');
  try {
    for (;;) {
      const ready = await send(PORT, { path: '/readyz' }).then(
        ({ status }) => status === 200,
        () => false,
      );
      if (ready) break;
      if (child.exitCode !== null) throw new Error('npm start has ended before it was ready');
      await wait(20);
    }
    const seconds = (performance.now() - begin) / 1000;
    // It answers when labs are built.
    const { status } = await send(PORT, { path: '/lab-assets/manifest.json' });
    if (status !== 200) throw new Error('labs were not built');
    return { seconds, withLabs: (performance.now() - begin) / 1000 };
  } finally {
    if (child.pid) process.kill(-child.pid, 'SIGTERM');
    await ended;
  }
}

/** CPU seconds of a command and of everything that it starts. */
function cpuOf(command: string, args: string[], folder: string): number {
  const before = cpuMs(process.pid);
  execFileSync(command, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  return (cpuMs(process.pid) - before) / 1000;
}

/** Prints the weight of a fresh clone beside its limits; answers how many figures are over theirs. */
export async function measureWeight(root: string): Promise<number> {
  const clone = mkdtempSync(join(tmpdir(), 'lectern-weight-'));
  let over = 0;
  const print = (name: string, value: number, limit: number, unit: string) => {
    if (value > limit) over += 1;
    console.log(
      `${value > limit ? '!!' : 'ok'} ${name.padEnd(40)} ${value.toFixed(1)} ${unit} (limit ${limit})`,
    );
  };
  try {
    execFileSync('git', ['clone', '--quiet', root, clone]);
    execFileSync('npm', ['ci', '--silent'], { cwd: clone });
    print('installed by npm ci', megabytes(join(clone, 'node_modules')), 800, 'MB');
    const start = await firstStart(clone);
    print('npm start of a fresh clone, to /readyz', start.seconds, 23, 's');
    print('the same, to the files of its labs', start.withLabs, 40, 's');
    print('build', cpuOf(process.execPath, ['tools/build.ts'], clone), 25, 'CPU s');
    execFileSync('npm', ['prune', '--omit=dev', '--silent'], { cwd: clone });
    execFileSync(process.execPath, ['tools/packages/trim.ts', '--production'], { cwd: clone });
    const production = ['node_modules', 'build', 'src', 'content'].map((name) =>
      megabytes(join(clone, name)),
    );
    print(
      'what runs, pruned',
      production.reduce((sum, part) => sum + part),
      450,
      'MB',
    );
    return over;
  } finally {
    rmSync(clone, { recursive: true, force: true });
  }
}
