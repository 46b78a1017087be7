import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { BUILT_FOLDER, builtFile } from '#labs/player/built-files';
import type { BundleName } from '#labs/protocol';
import type { Isolation } from './isolation.ts';

/** Takes processor seconds and kB of memory first, then the command: few open files, no file may grow, no core. */
const LIMITS =
  'ulimit -t "$1"; ulimit -d "$2"; shift 2; ulimit -n 64; ulimit -f 0; ulimit -c 0; exec nice -n 10 "$@"';

const ROOT = join(import.meta.dirname, '../../../..');
const MAX_BYTES = 4_000_000;
const MAX_MB = 512;
const LONGEST_START_MS = 30_000;

interface EngineLimits {
  readonly heapMb: number;
  readonly cpuSeconds: number;
  readonly packages: readonly string[];
  /** Most memory for data, in kB; 600,000 of it are what Node.js reserves and never uses. */
  readonly dataKb?: number;
  /** A folder of the build that it reads. */
  readonly built?: string;
  /** For Node.js; `--liftoff-only` compiles without optimizing, which saves a fifth of the CPU time. */
  readonly flags?: readonly string[];
}

const DATA_KB = 900_000;

const QUICKJS = [
  'quickjs-emscripten-core',
  '@jitl/quickjs-ffi-types',
  '@jitl/quickjs-ng-wasmfile-release-sync',
];

/** Engines that play, and what each may have. */
export const ENGINE_LIMITS: Readonly<Partial<Record<BundleName, EngineLimits>>> = {
  quickjs: { heapMb: 64, cpuSeconds: 10, packages: QUICKJS },
  dom: {
    heapMb: 64,
    cpuSeconds: 10,
    packages: [...QUICKJS, 'linkedom/package.json'],
    built: BUILT_FOLDER,
    flags: ['--liftoff-only'],
  },
  python: {
    heapMb: 192,
    cpuSeconds: 10,
    packages: ['pyodide'],
    dataKb: 1_300_000,
    built: BUILT_FOLDER,
  },
  sql: {
    heapMb: 192,
    cpuSeconds: 10,
    packages: ['@electric-sql/pglite'],
    dataKb: 1_600_000,
    built: BUILT_FOLDER,
    flags: ['--liftoff-only'],
  },
  shell: {
    heapMb: 96,
    cpuSeconds: 10,
    packages: [
      'just-bash',
      'minimatch',
      'brace-expansion',
      'balanced-match',
      'sprintf-js',
      'turndown',
      'fflate',
    ],
  },
  // It answers many; what it may take for one question is a matter of the clock.
  types: { heapMb: 300, cpuSeconds: 600, packages: ['typescript-js'], dataKb: 1_100_000 },
};

export interface ProcessOptions {
  readonly isolation: Isolation;
  /** Tests put a hostile script in the place of the player. */
  readonly script?: string;
  readonly withoutPermissions?: boolean;
  /** Tests don't use up all that an engine may have. */
  readonly cpuSeconds?: number;
}

/** A process that answers one line of JSON to each one it is sent, until it dies or is killed. */
export class PlayerProcess {
  readonly #child: ChildProcess;
  readonly #waiting: ((line: unknown) => void)[] = [];
  #bytes = 0;
  #died: string | undefined;
  cpuMs = 0;
  peakMb = 0;

  private constructor(engine: BundleName, options: ProcessOptions) {
    this.#child = start(engine, options);
    const answers = this.#child.stdio[3] as Readable;
    answers.on('data', (data: Buffer) => {
      this.#bytes += data.length;
      if (this.#bytes > MAX_BYTES && engine !== 'types') this.kill('Died');
    });
    createInterface({ input: answers }).on('line', (line) => this.#hear(line));
    this.#child.stdin?.on('error', () => {});
    this.#child.on('error', () => this.#end('Died'));
    this.#child.on('exit', () => this.#end('Died'));
  }

  /** A process whose engine has started; undefined if it did not. */
  static async start(engine: BundleName, options: ProcessOptions): Promise<PlayerProcess | undefined> {
    const made = new PlayerProcess(engine, options);
    const hello = await made.#next(LONGEST_START_MS);
    if ((hello as { ready?: unknown } | null)?.ready === true) return made;
    made.kill('Died');
    return undefined;
  }

  get isAlive(): boolean {
    return this.#died === undefined;
  }

  /** Answers a fault, never rejects; a player that answers too late is killed. */
  ask(question: object, ms: number): Promise<unknown> {
    const answer = this.#next(ms);
    if (this.isAlive) this.#child.stdin?.write(`${JSON.stringify(question)}\n`);
    return answer;
  }

  kill(why: 'Timeout' | 'Died' | 'OutOfMemory'): void {
    this.#measure();
    const { pid } = this.#child;
    // The whole group: what the wrapper started goes with it.
    if (pid !== undefined && this.#child.exitCode === null) {
      try {
        process.kill(-pid, 'SIGKILL');
      } catch {
        this.#child.kill('SIGKILL');
      }
    }
    this.#end(why);
  }

  #next(ms: number): Promise<unknown> {
    if (this.#died !== undefined) return Promise.resolve(faultAnswer(this.#died));
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.kill('Timeout'), ms);
      this.#waiting.push((answer) => {
        clearTimeout(timer);
        resolve(answer);
      });
    });
  }

  #hear(line: string): void {
    this.#measure();
    if (this.peakMb > MAX_MB) {
      this.kill('OutOfMemory');
      return;
    }
    let answer: unknown;
    try {
      answer = JSON.parse(line);
    } catch {
      answer = faultAnswer('Garbled');
    }
    const { cpuMs } = (answer ?? {}) as { cpuMs?: unknown };
    if (typeof cpuMs === 'number' && cpuMs > this.cpuMs) this.cpuMs = cpuMs;
    this.#waiting.shift()?.(answer);
  }

  #end(why: string): void {
    this.#died ??= why;
    for (const resolve of this.#waiting.splice(0)) resolve(faultAnswer(this.#died));
  }

  #measure(): void {
    const { pid } = this.#child;
    if (pid !== undefined) this.peakMb = Math.max(this.peakMb, peakOf(pid));
  }
}

function faultAnswer(name: string): object {
  return { error: { name, message: '' } };
}

/** Of a process and what it started: under `unshare --fork` the first is only the wrapper. */
function peakOf(pid: number): number {
  try {
    const own = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0';
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
    const theirs = children.filter((child) => child !== '').map((child) => peakOf(Number(child)));
    return Math.max(Math.round(Number(own) / 1000), ...theirs);
  } catch {
    return 0;
  }
}

let found: string | undefined;
/** The players as the build bundles them; without a build, their sources. */
function playerScript(): string {
  if (found) return found;
  const bundled = join(builtFile(ROOT, 'players'), 'player.mjs');
  if (!existsSync(bundled)) return join(ROOT, 'src/labs/player/player.ts');
  found = bundled;
  return found;
}

function start(engine: BundleName, options: ProcessOptions): ChildProcess {
  const limits = ENGINE_LIMITS[engine];
  if (!limits) throw new Error(`There is no engine ${engine}`);
  const { isolation, script = playerScript() } = options;
  const packages = join(ROOT, 'node_modules');
  const readable = [
    join(ROOT, 'src/labs'),
    join(ROOT, 'package.json'),
    script === options.script ? script : dirname(script),
    ...limits.packages.map((name) => join(packages, name)),
    ...(limits.built ? [join(ROOT, limits.built)] : []),
  ];
  const permissions = options.withoutPermissions
    ? []
    : ['--permission', ...readable.map((path) => `--allow-fs-read=${path}`)];
  const node = [
    process.execPath,
    ...permissions,
    '--disallow-code-generation-from-strings',
    '--no-addons',
    '--no-warnings',
    `--max-old-space-size=${limits.heapMb}`,
    '--max-semi-space-size=4',
    '--single-threaded-gc',
    '--wasm-max-mem-pages=4096',
    ...(limits.flags ?? []),
    script,
    engine,
    packages,
    ...(limits.built ? [join(ROOT, limits.built)] : []),
  ];
  const { uid } = isolation;
  const { dataKb = DATA_KB } = limits;
  const caps = [String(options.cpuSeconds ?? limits.cpuSeconds), String(dataKb)];
  return spawn('/bin/sh', ['-c', LIMITS, 'sh', ...caps, ...isolation.wrapper, ...node], {
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
    env: { PATH: '/usr/bin:/bin' },
    cwd: '/',
    detached: true,
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
}
