import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

export interface Started {
  readonly child: ChildProcess;
  /** All it has written so far. */
  readonly output: () => string;
  /** Resolves when the output matches; rejects with the output when the process ends or it takes too long. */
  readonly says: (pattern: RegExp, ms?: number) => Promise<RegExpMatchArray>;
  readonly ended: Promise<number | null>;
  readonly kill: (signal: NodeJS.Signals) => Promise<void>;
}

interface Options {
  readonly env?: Record<string, string>;
  readonly uid?: number;
  readonly gid?: number;
  /** Before the script. */
  readonly nodeArgs?: readonly string[];
  /** A program and its arguments that start ours. */
  readonly through?: readonly string[];
}

const ROOT = join(import.meta.dirname, '../..');
/** What processes compile is kept for the next ones: most tests start many of the same. */
const COMPILED = join(ROOT, 'node_modules/.cache/lectern');
const SERVER = join(ROOT, 'src/server/main.ts');
/** The same as `npm start` runs it, which starts for half the work; a run of tests begins with bundling it. */
const BUNDLED = join(ROOT, 'build/main/main.js');

/** Starts a TypeScript file as a process of its own, with nothing of our environment but what a user has. */
export function startScript(
  script: string,
  args: readonly string[],
  { env = {}, gid, nodeArgs = [], through = [], uid }: Options = {},
): Started {
  const { HOME = '/', PATH = '', TMPDIR } = process.env;
  const file = script === SERVER && existsSync(BUNDLED) ? BUNDLED : script;
  const [program, ...words] = [...through, process.execPath, ...nodeArgs, file, ...args];
  const child = spawn(program ?? '', words, {
    env: { HOME, PATH, NODE_COMPILE_CACHE: COMPILED, ...(TMPDIR && { TMPDIR }), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid !== undefined && { uid }),
    ...(gid !== undefined && { gid }),
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
  }
  let over = false;
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', (code) => {
      over = true;
      resolve(code);
    });
  });
  const says = async (pattern: RegExp, ms = 50_000) => {
    for (const deadline = Date.now() + ms; Date.now() < deadline; await wait(5)) {
      const match = pattern.exec(text);
      if (match) return match;
      if (over) break;
    }
    throw new Error(`never said ${pattern}: ${text}`);
  };
  const kill = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await ended;
  };
  return { child, ended, kill, output: () => text, says };
}

/** Removes the data of a server that has ended, also the cluster that one of root keeps elsewhere. */
export function removeDataDir(dataDir: string): void {
  const cluster = clusterOf(dataDir);
  if (cluster) rmSync(cluster, { recursive: true, force: true });
  rmSync(dataDir, { recursive: true, force: true });
}

function clusterOf(dataDir: string): string | undefined {
  try {
    return readlinkSync(join(dataDir, 'postgres'));
  } catch {
    // No link: the cluster, if there is one, is in the folder.
    return undefined;
  }
}
