import type { LabFiles } from '#domain/labs/lab-spec';
import type { Instruments } from '#domain/labs/player';
import { referee } from '#domain/labs/referee';
import type { Diagnostic, Verdict } from '#domain/labs/verdict';
import type { VisibleSpec } from '#domain/labs/visible-checks';
import { BUNDLE_OF } from '#labs/protocol';
import { Frames } from './frames.ts';
import { gatherPrinted } from './gather-printed.ts';
import type { Loading } from './load-bundle.ts';
import { type Selected, selectRows } from './select-rows.ts';

/** What a run found. */
interface Ran {
  readonly verdict: Verdict;
  readonly selected?: Selected;
  readonly page?: ShownPage;
}

/** A page as it was when it ran. */
export interface ShownPage {
  readonly path: string;
  /** As a browser takes them: compiled. */
  readonly files: LabFiles;
  /** Not to be shown: its code doesn't end by itself, and nobody could stop it there. */
  readonly isHeld: boolean;
}

/** Runs the visible checks of a lab in this page. Nothing is downloaded before the first run or type check. */
export class LabRunner {
  readonly #spec: VisibleSpec;
  readonly #frames: Frames;
  #left = new AbortController();
  #stop = new AbortController();

  constructor(spec: VisibleSpec, onLoading: (loading: Loading | null) => void) {
    this.#spec = spec;
    this.#frames = new Frames(onLoading);
  }

  /**
   * What the visible checks say, and in SQL what the file gives by itself; null when it was stopped. `onPrinted` hears what
   * programs print meanwhile. Rejects when the runtime can't be loaded.
   */
  async run(files: LabFiles, file: string, onPrinted: (text: string) => void): Promise<Ran | null> {
    this.#stop.abort();
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    const stopped = new Promise<null>((resolve) => signal.addEventListener('abort', () => resolve(null)));
    try {
      return await Promise.race([stopped, this.#judge({ files, file, onPrinted }, signal)]);
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    }
  }

  /** Ends a run at once, and a download. */
  stop(): void {
    this.#stop.abort();
    this.#frames.end(BUNDLE_OF[this.#spec.runner].bundle);
  }

  /** What is wrong with the types; nothing where they aren't checked. */
  async check(files: LabFiles): Promise<readonly Diagnostic[]> {
    if (!this.#spec.typecheck || !needsCompiler(this.#spec, files)) return [];
    const frame = await this.#frames.open('types', this.#left.signal);
    const { diagnostics } = await frame.compile({ ...files, ...this.#spec.given }, this.#spec.typecheck);
    return diagnostics;
  }

  /** It can be used again afterwards, as when React mounts twice. */
  close(): void {
    this.#left.abort();
    this.#left = new AbortController();
    this.#stop.abort();
    this.#frames.close();
  }

  async #judge(
    { file, files, onPrinted }: { files: LabFiles; file: string; onPrinted: (text: string) => void },
    signal: AbortSignal,
  ): Promise<Ran> {
    const compiles = needsCompiler(this.#spec, files);
    const [frame, compiler] = await Promise.all([
      this.#frames.open(BUNDLE_OF[this.#spec.runner].bundle, signal),
      compiles ? this.#frames.open('types', signal) : undefined,
    ]);
    await Promise.all([frame.ready(), compiler?.ready()]);
    const all = { ...files, ...this.#spec.given };
    let plain: LabFiles = all;
    const ended = new AbortController();
    const hear = gatherPrinted(onPrinted, AbortSignal.any([signal, ended.signal]));
    const instruments: Instruments = {
      open: async () => {
        signal.throwIfAborted();
        const player = await frame.openPlayer();
        return { close: () => player.close(), ask: (question) => player.ask(question, hear) };
      },
      ...(compiler && {
        compile: async (written, typecheck) => {
          const compiled = await compiler.compile(written, typecheck);
          plain = compiled.files;
          return compiled;
        },
      }),
    };
    const selected =
      this.#spec.runner === 'sql'
        ? await selectRows(this.#spec, all, { file, open: instruments.open })
        : undefined;
    const verdict = await referee({ ...this.#spec, hints: [] }, files, instruments, 'visible');
    ended.abort();
    const page = this.#spec.runner === 'dom' ? this.#pageOf(plain, file, verdict) : undefined;
    return { verdict, ...(selected && { selected }), ...(page && { page }) };
  }

  /** The page that is open in the editor, or the one that is checked first. */
  #pageOf(files: LabFiles, open: string, { results }: Verdict): ShownPage | undefined {
    const isPage = (path: string) => path.endsWith('.html') && Object.hasOwn(files, path);
    const checked = this.#spec.checks.flatMap(({ probe }) => (probe.kind === 'dom' ? [probe.page] : []));
    const path = [open, ...checked, ...Object.keys(files)].find(isPage);
    return path === undefined ? undefined : { path, files, isHeld: results.some(({ fault }) => fault) };
  }
}

/** Plain JavaScript without a check of types runs as it is. */
function needsCompiler({ given, runner, typecheck }: VisibleSpec, files: LabFiles): boolean {
  if (!BUNDLE_OF[runner].compiled) return false;
  return typecheck !== undefined || Object.keys({ ...files, ...given }).some((path) => /\.m?ts$/.test(path));
}
