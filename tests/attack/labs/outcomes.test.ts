import { chownSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Isolation, probeIsolation } from '#server/platform/judge/isolation';
import { PlayerProcess } from '#server/platform/judge/player-process';

/** The tables of attacks. */
const DOCUMENT = join(import.meta.dirname, '../../../docs/lab-attacks.md');
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

/** What somebody tries who has left WebAssembly and the realm and runs as Node.js; by its name in hostile-process.ts. */
const ATTEMPTS: Readonly<Record<string, string>> = {
  read: 'Read a file of the machine',
  readData: 'Read a file of the data folder',
  readEnvironment: 'Read the secrets of the server from its environment',
  write: 'Write a file',
  sqlite: 'Write a file through `node:sqlite`',
  spawn: 'Start a program',
  worker: 'Start a thread',
  evaluate: 'Run a text as code',
  network: 'Connect to a port of the machine',
  signal: 'Send a signal to the server',
};
const LEVELS = ['A', 'B', 'C'] as const;
type Level = (typeof LEVELS)[number];

const server = createServer((socket) => socket.end());
const data = mkdtempSync(join(tmpdir(), 'lectern-data-'));
const secret = join(data, 'secret');
beforeAll(async () => {
  writeFileSync(secret, 'canary', { mode: 0o600 });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.close();
  rmSync(data, { recursive: true });
  for (const path of ['/tmp/lectern-lab-attack', '/tmp/lectern-lab-attack.db']) rmSync(path, { force: true });
});

/** The levels that this machine can have: as root also those of an ordinary user, by giving up root first. */
function levels(): Map<Level, Isolation> {
  const found = new Map<Level, Isolation>();
  const strongest = probeIsolation([data]);
  found.set(strongest.level, strongest);
  if (isRoot) {
    const ordinary = probeIsolation([data], NOBODY);
    const drop = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--'];
    if (ordinary.level === 'A') found.set('A', { ...ordinary, wrapper: [...drop, ...ordinary.wrapper] });
  }
  found.set('C', { level: 'C', wrapper: [], ...(isRoot && { uid: NOBODY }) });
  return found;
}

async function outcomes(isolation: Isolation, withoutPermissions: boolean): Promise<Record<string, string>> {
  // An ordinary user owns its data, root keeps it to itself.
  const owner = isRoot && isolation.level === 'A' ? NOBODY : (process.getuid?.() ?? 0);
  for (const path of [data, secret]) if (isRoot) chownSync(path, owner, owner);
  const script = join(import.meta.dirname, 'hostile-process.ts');
  const hostile = await PlayerProcess.start('quickjs', { isolation, script, withoutPermissions });
  if (!hostile) throw new Error(`The hostile process did not start at level ${isolation.level}`);
  const { port } = server.address() as AddressInfo;
  const answer = await hostile.ask({ port, pid: process.pid, file: secret }, 30_000);
  hostile.kill('Died');
  return answer as Record<string, string>;
}

/** A table of Markdown by its rows: the first cell to the others. */
function tableOf(heading: string): Map<string, string[]> {
  const [, section = ''] = readFileSync(DOCUMENT, 'utf8').split(`## ${heading}\n`);
  const rows = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => /^\| (?!-|Attack)/.test(line));
  return new Map(
    rows.map((line) => {
      const [first = '', ...rest] = line
        .slice(2, -2)
        .split(' | ')
        .map((cell) => cell.trim());
      return [first, rest] as const;
    }),
  );
}

test('what is documented of an attacker who left the runtime is what happens here, at each level there is', async () => {
  const found = new Map<string, Record<string, string>>();
  for (const [level, isolation] of levels())
    for (const without of [false, true])
      found.set(`${level}${String(without)}`, await outcomes(isolation, without));
  const documented = tableOf('Code that has left its runtime');
  expect([...documented.keys()]).toEqual(Object.values(ATTEMPTS));
  const wrong: string[] = [];
  for (const [name, words] of Object.entries(ATTEMPTS)) {
    const cells = documented.get(words) ?? [];
    [false, true].forEach((without, half) => {
      LEVELS.forEach((level, at) => {
        const outcome = found.get(`${level}${String(without)}`)?.[name];
        if (outcome === undefined) return;
        const cell = cells[half * LEVELS.length + at] ?? '';
        const said = outcome === 'done' ? '**succeeds**' : 'refused';
        if (cell !== said)
          wrong.push(
            `${words}, ${level}${without ? ' without permissions' : ''}: ${said} (${outcome}), not ${cell}`,
          );
      });
    });
  }
  expect(wrong).toEqual([]);
}, 120_000);

test('every attack by code in a lab is documented, and no other', () => {
  const names = readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith('.ts') && file !== 'outcomes.test.ts')
    .flatMap((file) => {
      const text = readFileSync(join(import.meta.dirname, file), 'utf8');
      const maps = text.matchAll(
        /^(?:export )?const [A-Z_]+: Readonly<Record<string, [^=]+>> = \{\n([\s\S]*?)\n\};/gm,
      );
      return [...maps].flatMap(([, body = '']) =>
        [...body.matchAll(/^ {2}(?:'([^'\n]+)'|"([^"\n]+)"|(\w+)):/gm)].map(
          ([, single, double, bare]) =>
            `${file.replace(/(?:\.test)?\.ts$/, '')}: ${single ?? double ?? bare ?? ''}`,
        ),
      );
    });
  const documented = readFileSync(DOCUMENT, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, file, list = ''] = /^\| `([\w-]+)`\s*\| [^|]*\| ([^|]*)\| [^|]*\|$/.exec(line) ?? [];
      return file === undefined ? [] : list.split('; ').map((name) => `${file}: ${name.trim()}`);
    });
  expect(documented.toSorted()).toEqual(names.toSorted());
});
