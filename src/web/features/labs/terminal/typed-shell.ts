import type { LabFiles } from '#domain/labs/lab-spec';
import type { Player } from '#domain/labs/player';
import { type Answer, limitTime, type Question } from '#domain/labs/question';
import { engineFault, readAnswer, readCommanded } from '#domain/labs/read-answer';
import type { EngineFault } from '#domain/labs/verdict';
import type { VisibleSpec } from '#domain/labs/visible-checks';
import { loadBundle } from '../runner/load-bundle.ts';
import { RunnerFrame } from '../runner/runner-frame.ts';

/** What came of a typed command. */
export interface Typed {
  readonly out: string;
  /** Where one is afterwards. */
  readonly folder: string;
  /** The command goes on in the next line. */
  readonly isUnfinished?: boolean;
  readonly fault?: EngineFault;
  /** The shell broke, so the next command finds the files as they were at the beginning. */
  readonly isLost?: boolean;
}

const HOME = '/home/user';

/** A shell to try commands in: on a copy of the lab's files, in a worker of its own. */
export class TypedShell {
  readonly #spec: VisibleSpec;
  readonly #frame: RunnerFrame;
  #player: Player | undefined;
  #folder = '~';
  #isStopped = false;

  private constructor(spec: VisibleSpec, frame: RunnerFrame) {
    this.#spec = spec;
    this.#frame = frame;
  }

  /** Rejects when the runtime can't be loaded, and by `signal`. */
  static async open(spec: VisibleSpec, signal: AbortSignal): Promise<TypedShell> {
    const bundle = await loadBundle('shell', { onProgress: () => undefined, signal });
    const frame = await RunnerFrame.open(bundle, true);
    if (signal.aborted) frame.close();
    signal.throwIfAborted();
    const close = () => frame.close();
    signal.addEventListener('abort', close);
    try {
      await frame.ready();
      signal.throwIfAborted();
    } catch (error) {
      close();
      throw error;
    } finally {
      signal.removeEventListener('abort', close);
    }
    return new TypedShell(spec, frame);
  }

  /** `files`: those of the editor as they are now. */
  async type(command: string, files: LabFiles): Promise<Typed> {
    this.#isStopped = false;
    try {
      return await this.#run(command, files);
    } catch (error) {
      if (this.#isStopped) return this.#stopped();
      throw error;
    }
  }

  async #run(command: string, files: LabFiles): Promise<Typed> {
    const { given } = this.#spec;
    const all = { ...files, ...given };
    const unready = await this.#begin(all);
    const answer = unready ?? (await this.#ask({ op: 'type', command, files: all }));
    if (answer.error) return this.#failed(answer);
    const { cwd, isUnfinished } = (answer.value ?? {}) as { cwd?: unknown; isUnfinished?: unknown };
    if (isUnfinished === true) return { out: '', folder: this.#folder, isUnfinished };
    const { stderr, stdout } = readCommanded(answer.value);
    if (typeof cwd === 'string') this.#folder = cwd.startsWith(HOME) ? `~${cwd.slice(HOME.length)}` : cwd;
    return { out: stdout + stderr, folder: this.#folder };
  }

  /** Ends the command that runs, at once. Its worker goes with it, and what was changed on the copy of the files. */
  stop(): void {
    this.#isStopped = true;
    this.#frame.warm();
  }

  /** The next command finds the files as the lab gives them. */
  async reset(): Promise<void> {
    this.#folder = '~';
    await this.#player?.close();
    this.#player = undefined;
  }

  close(): void {
    this.#frame.close();
  }

  async #begin(files: LabFiles): Promise<Answer | undefined> {
    if (this.#player) return undefined;
    this.#player = await this.#frame.openPlayer();
    const { given, setup = [] } = this.#spec;
    const questions: Question[] = [
      { op: 'load', files },
      ...setup.map((path) => ({ op: 'setup', code: given[path] ?? '' }) as const),
    ];
    for (const question of questions) {
      const answer = await this.#ask(question);
      if (answer.error) return answer;
    }
    return undefined;
  }

  async #failed({ error, out = '' }: Answer): Promise<Typed> {
    if (this.#isStopped) return this.#stopped();
    const fault = error && engineFault(error);
    // What the shell itself ended says so; without a word of it, its worker had to be stopped.
    const isLost = out === '';
    if (isLost) await this.reset();
    return { out, folder: this.#folder, ...(fault && { fault }), ...(isLost && { isLost }) };
  }

  async #stopped(): Promise<Typed> {
    await this.reset();
    return { out: '^C\n', folder: this.#folder, isLost: true };
  }

  async #ask(question: Question): Promise<Answer> {
    return readAnswer(await this.#player?.ask(limitTime(question, this.#spec.limits.seconds)));
  }
}
