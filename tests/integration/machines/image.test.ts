import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '#tests/kit/run/free-port';
import { sourcesHash } from '#tools/build-hash';
import { ensureBundle } from '#tools/server/ensure-bundle';
import { readSource } from '#tools/source-files';

const ROOT = join(import.meta.dirname, '../../..');
interface Locked {
  readonly dev?: boolean;
  readonly devOptional?: boolean;
}

/** The user `node` of the image. */
const USER = 1000;
const [, building = '', running = ''] = readSource('Dockerfile').split(/^FROM .*$/m);
const valuesOf = (stage: string, word: string) =>
  [...stage.matchAll(new RegExp(`^${word} (.*)$`, 'gm'))].map(([, value = '']) => value);
const ignored = readSource('.dockerignore').trim().split('\n');

/** Runs a line of the Dockerfile: plain words, some of them in quotation marks. */
function run(folder: string, line: string): void {
  const [program = '', ...args] = line.split(' ').map((word) => word.replaceAll('"', ''));
  const { status, stderr, stdout } = spawnSync(program === 'node' ? process.execPath : program, args, {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${line}: ${stdout}${stderr}`);
}

/** A folder whose files are those of another one, under a second name. */
function linkFolder(from: string, to: string): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkFolder(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else linkSync(source, target);
  }
}

/** The first stage: what is installed is linked from here, and what is built is copied, if it is of these sources. */
async function build(folder: string): Promise<void> {
  expect(valuesOf(building, 'COPY').at(-1)).toBe('. .');
  const [install, ...steps] = valuesOf(building, 'RUN').flatMap((line) => line.split(' && '));
  expect([install, steps[0]]).toEqual(['npm ci', 'npm run build']);
  mkdirSync(folder);
  for (const name of readdirSync(ROOT).filter((each) => !ignored.includes(each)))
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  const packages = join(folder, 'node_modules');
  linkFolder(join(ROOT, 'node_modules'), packages);
  // What is written in place must be a file of its own.
  rmSync(join(packages, '.cache'), { recursive: true, force: true });
  const list = readFileSync(join(packages, '.package-lock.json'));
  rmSync(join(packages, '.package-lock.json'));
  writeFileSync(join(packages, '.package-lock.json'), list);
  const meta = join(ROOT, 'build/meta.json');
  const isBuilt = existsSync(meta) && JSON.parse(readFileSync(meta, 'utf8')).sources === sourcesHash(ROOT);
  if (isBuilt) await ensureBundle(ROOT);
  if (isBuilt) cpSync(join(ROOT, 'build'), join(folder, 'build'), { recursive: true });
  else run(folder, 'node tools/build.ts');
  for (const step of steps.slice(1))
    run(folder, step.replace('npm prune', 'npm prune --offline --no-audit --no-fund'));
}

/** The second stage: only what it names, owned by whoever runs the tests and written to by nobody. */
function pack(folder: string, image: string): void {
  mkdirSync(image);
  for (const copy of valuesOf(running, 'COPY')) {
    const [from = '', to = ''] = copy.split(' ').filter((word) => !word.startsWith('--'));
    const target = to.endsWith('/') ? join(image, to, from.split('/').at(-1) ?? '') : join(image, to);
    mkdirSync(dirname(target), { recursive: true });
    renameSync(join(folder, from.replace(/^\/app\//, '')), target);
  }
  setFolderModes(image, 0o555);
}

/** Files of packages are ours, too, and keep their modes; nothing can be put beside them or in their place. */
function setFolderModes(folder: string, mode: number): void {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) setFolderModes(join(folder, entry.name), mode);
  chmodSync(folder, mode);
}

function start(image: string, data: string, port: number): { child: ChildProcess; said: () => string } {
  const words = valuesOf(running, 'ENV').flatMap((line) => line.split(' '));
  const settings = Object.fromEntries(words.map((word) => word.split('=')));
  const [program, ...args] = JSON.parse(valuesOf(running, 'CMD').at(-1) ?? '[]');
  expect([program, valuesOf(running, 'USER')]).toEqual(['node', ['node']]);
  const isRoot = process.getuid?.() === 0;
  const child = spawn(process.execPath, args, {
    cwd: image,
    env: {
      ...settings,
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: data,
      SAMPLE_CONTENT: 'on',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(isRoot && { uid: USER, gid: USER }),
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
  return { child, said: () => text };
}

test('what the Dockerfile copies starts as an ordinary user who may write only to the data, and holds only what runs', {
  timeout: 600_000,
}, async () => {
  // On the disk that packages are on: another one can't link their files.
  const folder = mkdtempSync(join(process.env.DISK_TMPDIR ?? tmpdir(), 'lectern-image-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [app, image, data] = ['app', 'image', 'data'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await build(app);
  pack(app, image);
  // Before the folder is removed: what was set last is undone first.
  onTestFinished(() => setFolderModes(image, 0o755));
  rmSync(app, { recursive: true });
  chmodSync(folder, 0o755);
  mkdirSync(data, { mode: 0o700 });
  if (process.getuid?.() === 0) chownSync(data, USER, USER);

  const port = await freePort();
  const { child, said } = start(image, data, port);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  for (const deadline = Date.now() + 120_000; !said().includes('Lectern is ready'); await wait(50))
    if (Date.now() > deadline || child.exitCode !== null) throw new Error(said());
  const ask = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
  for (const path of ['/', '/courses', '/api/courses', '/readyz'])
    expect([path, await ask(path)]).toEqual([path, 200]);
  const [health = ''] = valuesOf(running, 'HEALTHCHECK');
  const [, ...check] = JSON.parse(health.slice(health.indexOf('['))) as string[];
  const checked = spawnSync(process.execPath, check, { env: { PORT: String(port) } });
  expect(checked.status).toBe(0);
  if (process.getuid?.() === 0)
    expect(readFileSync(`/proc/${child.pid}/status`, 'utf8')).toMatch(new RegExp(`^Uid:\\s+${USER}\\s`, 'm'));
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  // Without a server there is nobody to say that he is ill.
  expect(spawnSync(process.execPath, check, { env: { PORT: String(port) } }).status).toBe(1);

  // Of what develops and tests it, and of what that brings, nothing is left.
  const { packages } = JSON.parse(readSource('package-lock.json')) as { packages: Record<string, Locked> };
  const installed = Object.keys(packages).filter((path) => path !== '' && existsSync(join(image, path)));
  expect(installed.length).toBeGreaterThan(100);
  expect(installed.filter((path) => packages[path]?.dev || packages[path]?.devOptional)).toEqual([]);
  const bundlers = installed.filter((path) => /rolldown|lightningcss|playwright|vite/.test(path));
  expect(bundlers).toEqual([]);
  expect(readdirSync(image).sort()).toEqual(['build', 'content', 'node_modules', 'package.json', 'src']);
  const files = readdirSync(image, { recursive: true, encoding: 'utf8' }).filter(
    (path) => !path.startsWith('node_modules/'),
  );
  expect(files.filter((path) => /\.test\.tsx?$|^src\/web/.test(path))).toEqual([]);
});
