import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { memoryMiB, processTree } from '../process-tree.ts';

const MIB = 1024 ** 2;
const WITHIN_MS = 20_000;

/** What the server says of itself after it has collected its garbage. */
interface Observed {
  readonly rss: number;
  readonly heapUsed: number;
  readonly external: number;
  readonly open: Readonly<Record<string, number>>;
}

/** Memory in MiB at one moment. */
export interface Sample {
  /** Of the server, before it collects its garbage. */
  readonly rss: number;
  /** Of its heap and what hangs on it, after it has. */
  readonly heap: number;
  /** Of each of our other processes by its number, such as the one that renders; those that judge come and go. */
  readonly helpers: ReadonlyMap<number, number>;
  /** The fair share of every database process. */
  readonly database: number;
}

/** What is open, by kind, and how often. */
export type Handles = ReadonlyMap<string, number>;

export interface Watched {
  readonly pid: number;
  /** Where the observer in it writes. */
  readonly file: string;
}

export async function sampleMemory(watched: Watched): Promise<Sample> {
  const { external, heapUsed, rss } = await observe(watched);
  const helpers = new Map<number, number>();
  let database = 0;
  for (const { pid } of processTree(watched.pid)) {
    if (pid === watched.pid) continue;
    const { kind, memory } = lookAt(pid);
    if (kind === 'database') database += memory.pss;
    else helpers.set(pid, memory.rss);
  }
  return { rss: rss / MIB, heap: (heapUsed + external) / MIB, helpers, database };
}

/** What is open now: timers and requests by the server's own word, files and sockets by the kernel's. */
export async function countHandles(watched: Watched): Promise<Handles> {
  const { open } = await observe(watched);
  const counts = new Map(Object.entries(open).map(([kind, count]) => [`resource ${kind}`, count]));
  for (const kind of openFiles(watched.pid)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  for (const { pid } of processTree(watched.pid)) {
    const { kind } = lookAt(pid);
    if (pid !== watched.pid) counts.set(`process ${kind}`, (counts.get(`process ${kind}`) ?? 0) + 1);
  }
  return counts;
}

async function observe({ file, pid }: Watched): Promise<Observed> {
  rmSync(file, { force: true });
  process.kill(pid, 'SIGUSR2');
  for (const deadline = Date.now() + WITHIN_MS; !existsSync(file); await wait(5))
    if (Date.now() > deadline) throw new Error('the server does not say how it is');
  return JSON.parse(readFileSync(file, 'utf8'));
}

function openFiles(pid: number): string[] {
  const folder = `/proc/${pid}/fd`;
  return readdirSync(folder).flatMap((name) => {
    try {
      const target = readlinkSync(`${folder}/${name}`);
      // "socket:[123]" and "pipe:[123]" are named by their kind, files by their path.
      return [`file ${target.replace(/:\[.*$/, '')}`];
    } catch {
      return [];
    }
  });
}

/** A process may end between two looks. */
function lookAt(pid: number): { kind: string; memory: { rss: number; pss: number } } {
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    const kind = /postgres/.test(command) ? 'database' : (/[\w-]+\.[jt]s\b/.exec(command)?.[0] ?? 'other');
    return { kind, memory: memoryMiB(pid) };
  } catch {
    return { kind: 'ended', memory: { rss: 0, pss: 0 } };
  }
}
