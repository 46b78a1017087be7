import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Instruments, Player } from '#domain/labs/player';
import { referee } from '#domain/labs/referee';
import { BUNDLE_OF, type BundleName, RENEWED } from '#labs/protocol';
import { Compilers } from './compilers.ts';
import { type Isolation, probeIsolation } from './isolation.ts';
import type { Judge, Judgement } from './judge.ts';
import { labsBuilt } from './labs-built.ts';
import { PlayerProcess } from './player-process.ts';

const BUILD = join(import.meta.dirname, '../../../..', 'build');
const ONE_RUN_MS = 20_000;
/** A little beyond the limit that the runtime keeps itself, so that its own words come first. */
const GRACE_MS = 1000;
const SPARE_MS = 10 * 60_000;

export interface JudgeOptions {
  /** Folders that no player may see. */
  readonly hide: readonly string[];
  readonly isolation?: Isolation;
}

/** A judge on this machine, with players shut in as strongly as it allows. */
export function openJudge(options: JudgeOptions): Judge {
  return new LocalJudge(options.isolation ?? probeIsolation(options.hide));
}

class LocalJudge implements Judge {
  readonly level;
  readonly runtimeHash = hashOfRuntimes();
  readonly #isolation: Isolation;
  readonly #alive = new Set<PlayerProcess>();
  readonly #spares = new Map<
    BundleName,
    { process: Promise<PlayerProcess | undefined>; timer: NodeJS.Timeout }
  >();
  readonly #compilers = new Compilers(() => this.#start('types'));
  #isClosed = false;

  constructor(isolation: Isolation) {
    this.#isolation = isolation;
    this.level = isolation.level;
  }

  async judge(...[spec, files, extent = 'all']: Parameters<Judge['judge']>): Promise<Judgement> {
    await labsBuilt(BUILD);
    const used: PlayerProcess[] = [];
    const until = Date.now() + ONE_RUN_MS;
    const { bundle, compiled } = BUNDLE_OF[spec.runner];
    const sum = () => ({
      cpuMs: used.reduce((total, { cpuMs }) => total + cpuMs, 0),
      peakMb: Math.max(0, ...used.map(({ peakMb }) => peakMb)),
    });
    const instruments: Instruments = {
      open: async () => {
        const last = used.at(-1);
        if (RENEWED.has(bundle) && last?.isAlive) return playerOf(last, until, () => undefined);
        const process = await this.#take(bundle);
        used.push(process);
        return playerOf(process, until, () => {
          if (RENEWED.has(bundle)) return;
          process.kill('Died');
          this.#alive.delete(process);
        });
      },
      ...(compiled && { compile: (all, typecheck) => this.#compilers.compile(all, typecheck) }),
    };
    try {
      return { verdict: await referee(spec, files, instruments, extent), ...sum() };
    } catch (error) {
      return { verdict: null, reason: error instanceof Error ? error.message : String(error), ...sum() };
    } finally {
      for (const process of used) process.kill('Died');
      for (const process of used) this.#alive.delete(process);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { process, timer } of this.#spares.values()) {
      clearTimeout(timer);
      (await process)?.kill('Died');
    }
    this.#spares.clear();
    this.#compilers.close();
    for (const process of this.#alive) process.kill('Died');
  }

  /** The spare one, and a new spare for the next; a player that does not start is no fault of a learner. */
  async #take(engine: BundleName): Promise<PlayerProcess> {
    const spare = this.#spares.get(engine);
    if (spare) {
      clearTimeout(spare.timer);
      this.#spares.delete(engine);
    }
    const waiting = await spare?.process;
    const found = waiting?.isAlive ? waiting : await this.#start(engine);
    if (!found) throw new Error(`The player ${engine} does not start`);
    this.#alive.add(found);
    this.#keepSpare(engine);
    return found;
  }

  #keepSpare(engine: BundleName): void {
    if (this.#isClosed || this.#spares.has(engine)) return;
    const process = this.#start(engine);
    const timer = setTimeout(() => {
      this.#spares.delete(engine);
      void process.then((unused) => unused?.kill('Died'));
    }, SPARE_MS);
    timer.unref();
    this.#spares.set(engine, { process, timer });
  }

  #start(engine: BundleName): Promise<PlayerProcess | undefined> {
    return PlayerProcess.start(engine, { isolation: this.#isolation });
  }
}

function playerOf(process: PlayerProcess, until: number, onClose: () => void): Player {
  return {
    ask: async (question) => {
      const left = until - Date.now();
      if (left <= 0) process.kill('Timeout');
      return (await process.ask(question, Math.min(question.ms + GRACE_MS, left))) as Awaited<
        ReturnType<Player['ask']>
      >;
    },
    close: async () => onClose(),
  };
}

/** Of the exact versions that play. */
function hashOfRuntimes(): string {
  const root = join(import.meta.dirname, '../../../..');
  const names = [
    '@electric-sql/pglite',
    '@jitl/quickjs-ng-wasmfile-release-sync',
    'just-bash',
    'linkedom',
    'pyodide',
    'quickjs-emscripten-core',
    'typescript-js',
  ];
  const hash = createHash('sha256');
  for (const name of names) {
    const text = readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8');
    hash.update(`${name} ${(JSON.parse(text) as { version: string }).version}\n`);
  }
  return hash.digest('hex').slice(0, 16);
}
