import type { LabFiles } from '#domain/labs/lab-spec';
import type { Instruments } from '#domain/labs/player';
import { referee } from '#domain/labs/referee';
import type { Diagnostic, Verdict } from '#domain/labs/verdict';
import type { VisibleSpec } from '#domain/labs/visible-checks';
import { BUNDLE_OF, type BundleName, RENEWED } from '#labs/protocol';
import { type Loading, loadBundle } from './load-bundle.ts';
import { RunnerFrame } from './runner-frame.ts';
import { type Selected, selectRows } from './select-rows.ts';

/** What a run found. */
interface Ran {
  readonly verdict: Verdict;
  readonly selected?: Selected;
}

/** Runs the visible checks of a lab in this page. Nothing is downloaded before the first run or type check. */
export class LabRunner {
  readonly #spec: VisibleSpec;
  readonly #frames = new Map<BundleName, Promise<RunnerFrame>>();
  readonly #onLoading: (loading: Loading | null) => void;
  readonly #progress = new Map<BundleName, Loading>();
  #stop = new AbortController();

  constructor(spec: VisibleSpec, onLoading: (loading: Loading | null) => void) {
    this.#spec = spec;
    this.#onLoading = onLoading;
  }

  /**
   * What the visible checks say, and in SQL what the file gives by itself; null when it was stopped. Rejects when the
   * runtime can't be loaded.
   */
  async run(files: LabFiles, file: string): Promise<Ran | null> {
    this.#stop.abort();
    this.#stop = new AbortController();
    const { signal } = this.#stop;
    const stopped = new Promise<null>((resolve) => signal.addEventListener('abort', () => resolve(null)));
    try {
      return await Promise.race([stopped, this.#judge(files, file, signal)]);
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    }
  }

  /** Ends a run at once, and a download. */
  stop(): void {
    this.#stop.abort();
    const { bundle } = BUNDLE_OF[this.#spec.runner];
    void this.#frames.get(bundle)?.then(
      (frame) => frame.warm(),
      () => undefined,
    );
  }

  /** What is wrong with the types; nothing where they aren't checked. */
  async check(files: LabFiles): Promise<readonly Diagnostic[]> {
    if (!this.#spec.typecheck || !needsCompiler(this.#spec, files)) return [];
    const frame = await this.#frame('types', new AbortController().signal);
    const { diagnostics } = await frame.compile({ ...files, ...this.#spec.given }, this.#spec.typecheck);
    return diagnostics;
  }

  close(): void {
    this.#stop.abort();
    for (const frame of this.#frames.values())
      void frame.then(
        (it) => it.close(),
        () => undefined,
      );
    this.#frames.clear();
  }

  async #judge(files: LabFiles, file: string, signal: AbortSignal): Promise<Ran> {
    const compiles = needsCompiler(this.#spec, files);
    const [frame, compiler] = await Promise.all([
      this.#frame(BUNDLE_OF[this.#spec.runner].bundle, signal),
      compiles ? this.#frame('types', signal) : undefined,
    ]);
    await Promise.all([frame.ready(), compiler?.ready()]);
    const instruments: Instruments = {
      open: () => {
        signal.throwIfAborted();
        return frame.openPlayer();
      },
      ...(compiler && { compile: (all, typecheck) => compiler.compile(all, typecheck) }),
    };
    const all = { ...files, ...this.#spec.given };
    const selected =
      this.#spec.runner === 'sql'
        ? await selectRows(this.#spec, all, { file, open: instruments.open })
        : undefined;
    const verdict = await referee({ ...this.#spec, hints: [] }, files, instruments, 'visible');
    return { verdict, ...(selected && { selected }) };
  }

  /** Loads a bundle once; one whose download was stopped or failed is loaded again. */
  #frame(name: BundleName, signal: AbortSignal): Promise<RunnerFrame> {
    const known = this.#frames.get(name);
    if (known) return known;
    const onProgress = (loading: Loading) => this.#tell(name, loading);
    const frame = loadBundle(name, { onProgress, signal }).then((bundle) =>
      RunnerFrame.open(bundle, RENEWED.has(name)),
    );
    this.#frames.set(name, frame);
    frame
      .then(
        (opened) => opened.whenReady(),
        () => {
          this.#frames.delete(name);
        },
      )
      .finally(() => {
        this.#progress.delete(name);
        if (this.#progress.size === 0) this.#onLoading(null);
      });
    return frame;
  }

  #tell(name: BundleName, loading: Loading): void {
    this.#progress.set(name, loading);
    const all = [...this.#progress.values()];
    const sum = (part: keyof Loading) => all.reduce((total, one) => total + one[part], 0);
    this.#onLoading({ loaded: sum('loaded'), total: sum('total') });
  }
}

/** Plain JavaScript without a check of types runs as it is. */
function needsCompiler({ given, runner, typecheck }: VisibleSpec, files: LabFiles): boolean {
  if (!BUNDLE_OF[runner].compiled) return false;
  return typecheck !== undefined || Object.keys({ ...files, ...given }).some((path) => /\.m?ts$/.test(path));
}
