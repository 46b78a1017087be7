import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { Session } from '../../session.ts';

/** What a line did: the end of the file of a session says where it stands then. */
interface Outcome {
  readonly step: string;
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
}
interface Recording {
  /** Of the Git that was recorded. */
  readonly version: string;
  readonly outcomes: readonly Outcome[];
}

const HOME = '/home/user';
const NAMES = [
  'rescue',
  'merge',
  'rebase',
  'todo',
  'own',
  'melt',
  'bisecting/bases',
  'bisecting/bounds',
  'bisecting/diverged',
  'bisecting/bisect',
  'asking',
  'folder',
  'draw',
  'again',
  'bisecting/refused',
] as const;
const git = spawnSync('git', ['--version'], { encoding: 'utf8' });
const version = git.status === 0 ? git.stdout.trim() : undefined;
const places: string[] = [];
afterAll(() => {
  for (const place of places) rmSync(place, { recursive: true, force: true });
});

function stepsOf(name: string): string[] {
  const lines = readFileSync(join(import.meta.dirname, `${name}.sh`), 'utf8').split('\n');
  return [...lines.filter((line) => line !== ''), 'git for-each-ref', "git log --format='%H %T' --all"];
}

function recordingPath(name: string): string {
  return join(import.meta.dirname, `${name}.json`);
}

function recorded(name: string): Recording {
  return JSON.parse(readFileSync(recordingPath(name), 'utf8')) as Recording;
}

/** The same people and times on both sides; each line is a minute later. */
function script(step: string, at: number, cwd: string): string {
  const people = ['AUTHOR', 'COMMITTER'].flatMap((role) => [
    `GIT_${role}_NAME=Ada`,
    `GIT_${role}_EMAIL=ada@example.com`,
    `GIT_${role}_DATE='${1_767_258_000 + 60 * at} +0000'`,
  ]);
  return `export ${people.join(' ')} GIT_EDITOR="\${GIT_EDITOR:-true}"\ncd '${cwd}'\n${step}\nlast=$?; printf '\\001%s' "$PWD"; exit $last`;
}

type Player = (text: string) => Promise<{ exit: number; stdout: string; stderr: string }>;

async function play(name: string, player: Player, home: string): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  let cwd = home;
  for (const [at, step] of stepsOf(name).entries()) {
    const { exit, stderr, stdout } = await player(script(step, at, cwd));
    const [out = '', folder] = stdout.split('\u0001');
    cwd = folder ?? cwd;
    outcomes.push({ step, exit, stdout: reported(out, home), stderr: reported(stderr, home) });
  }
  return outcomes;
}

/** Without the progress of a rebase, and the place of the home folder. */
function reported(text: string, home: string): string {
  return text
    .replace(/Rebasing \(\d+\/\d+\)\r/g, '')
    .replace(/\r? {80}\r/g, '')
    .replaceAll(home, HOME);
}

function ownShell(session = new Session({})): Player {
  return (text) => session.run(text, 30_000);
}

/** One process runs the lines of a session: each that this large one starts costs it more than a line does. */
const RUN_STEPS = 'while read -r step; do bash "$step" > "$step.out" 2> "$step.err"; echo $?; done';

function realShell(home: string): Player {
  const file = join(place(), 'step');
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    LANG: 'C.UTF-8',
    TZ: 'UTC',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_COUNT: '1',
    GIT_CONFIG_KEY_0: 'init.defaultBranch',
    GIT_CONFIG_VALUE_0: 'main',
  };
  const shell = spawn('bash', ['-c', RUN_STEPS], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void shell.stdin.end());
  const exits = createInterface({ input: shell.stdout })[Symbol.asyncIterator]();
  return async (text) => {
    writeFileSync(file, text);
    shell.stdin.write(`${file}\n`);
    const { value } = await exits.next();
    const [stdout, stderr] = ['out', 'err'].map((end) => readFileSync(`${file}.${end}`, 'utf8'));
    return { exit: Number(value ?? -1), stdout: stdout ?? '', stderr: stderr ?? '' };
  };
}

function place(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-git-'));
  places.push(folder);
  return folder;
}

describe.each(NAMES)('a session of %s', (name) => {
  if (version !== undefined)
    test('went as it is recorded with the Git that is installed', async () => {
      const home = place();
      const outcomes = await play(name, realShell(home), home);
      if (process.env.UPDATE_GIT_SESSIONS || !existsSync(recordingPath(name)))
        writeFileSync(recordingPath(name), `${JSON.stringify({ version, outcomes }, null, 2)}\n`);
      const known = recorded(name);
      // Other versions have other words, and the same objects.
      const compared = known.version === version ? outcomes : outcomes.slice(-2);
      expect(compared).toEqual(known.outcomes.slice(-compared.length));
    }, 120_000);

  test('goes here as with Git: what is said, how it ends, and every name of an object', async () => {
    expect(await play(name, ownShell(), HOME)).toEqual(recorded(name).outcomes);
  }, 60_000);
});

if (version !== undefined)
  test('Git finds no fault in a repository that was made here, and no change in its files', async () => {
    const session = new Session({});
    await play('merge', ownShell(session), HOME);
    const { stdout } = await session.run('cd m && tar -czf ../m.tar.gz . && base64 ../m.tar.gz', 10_000);
    const folder = join(place(), 'm');
    mkdirSync(folder);
    execFileSync('tar', ['-xz', '--no-same-owner'], { cwd: folder, input: Buffer.from(stdout, 'base64') });
    const ask = (...args: string[]) =>
      execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
    expect(ask('fsck', '--strict', '--no-dangling')).toBe('');
    const here = (await session.run('cd m && git status --porcelain && git log --all --format=%H', 10_000))
      .stdout;
    expect(ask('status', '--porcelain') + ask('log', '--all', '--format=%H')).toBe(here);
  }, 60_000);
