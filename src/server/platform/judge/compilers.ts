import type { LabFiles, LabSpec } from '#domain/labs/lab-spec';
import type { Compiled } from '#domain/labs/player';
import type { PlayerProcess } from './player-process.ts';

const COMPILE_MS = 10_000;
/** A compiler is renewed after so many, as its memory only grows, or when it has grown beyond this. */
const MAX_COMPILES = 200;
const MAX_MB = 450;

/** What is reported of types that end two fresh compilers: a fault of the learner's program, so not "couldn't be judged". */
const TOO_COMPLEX: Compiled = {
  files: {},
  diagnostics: [
    {
      file: '',
      line: 1,
      column: 1,
      endLine: 1,
      endColumn: 1,
      message: 'The types of this program are too complex to check.',
      code: 0,
    },
  ],
};

interface Kept {
  readonly process: PlayerProcess;
  readonly compiles: number;
}

/**
 * Compilers that are kept warm. Each works for one run at a time, so types that end one take nothing from anybody else.
 * Rejects when a compiler cannot be started, and after it was closed.
 */
export class Compilers {
  readonly #start: () => Promise<PlayerProcess | undefined>;
  readonly #idle: Kept[] = [];
  readonly #busy = new Set<PlayerProcess>();
  #isClosed = false;

  constructor(start: () => Promise<PlayerProcess | undefined>) {
    this.#start = start;
  }

  async compile(files: LabFiles, typecheck: LabSpec['typecheck']): Promise<Compiled> {
    // The second time in a new one: the first may have been old.
    return (
      (await this.#attempt(files, typecheck, this.#idle.pop())) ??
      (await this.#attempt(files, typecheck, undefined)) ??
      TOO_COMPLEX
    );
  }

  close(): void {
    this.#isClosed = true;
    for (const { process } of this.#idle.splice(0)) process.kill('Died');
    for (const process of this.#busy) process.kill('Died');
  }

  async #attempt(
    files: LabFiles,
    typecheck: LabSpec['typecheck'],
    kept: Kept | undefined,
  ): Promise<Compiled | undefined> {
    if (this.#isClosed) throw new Error('The judge is closed');
    const process = kept?.process.isAlive ? kept.process : await this.#start();
    if (!process) throw new Error('The compiler does not start');
    this.#busy.add(process);
    const answer = (await process.ask({ op: 'compile', files, typecheck }, COMPILE_MS)) as Partial<Compiled>;
    this.#busy.delete(process);
    this.#giveBack(process, (kept?.compiles ?? 0) + 1);
    return answer.files && answer.diagnostics
      ? { files: answer.files, diagnostics: answer.diagnostics }
      : undefined;
  }

  /** One is kept for the next; what works beside it is rare. */
  #giveBack(process: PlayerProcess, compiles: number): void {
    const isGood = process.isAlive && process.peakMb <= MAX_MB && compiles < MAX_COMPILES;
    if (isGood && !this.#isClosed && this.#idle.length === 0) this.#idle.push({ process, compiles });
    else process.kill('Died');
  }
}
