import { EXAMPLE_RUNNER } from '#domain/labs/examples';
import type { Instruments } from '#domain/labs/player';
import { type Example, type ExampleOutput, runExample } from '#domain/labs/run-example';
import { BUNDLE_OF } from '#labs/protocol';
import { Frames } from '../runner/frames.ts';
import { gatherPrinted } from '../runner/gather-printed.ts';
import type { Loading } from '../runner/load-bundle.ts';

interface Running {
  readonly signal: AbortSignal;
  readonly onLoading: (loading: Loading | null) => void;
  readonly onPrinted: (text: string) => void;
}

/**
 * Runs the examples of a page, one at a time: a second one ends the first. They share their frames, since a runtime may
 * take hundreds of megabytes.
 */
class ExampleRunner {
  readonly #frames = new Frames((loading) => this.#onLoading(loading));
  #onLoading: Running['onLoading'] = () => undefined;
  #stop = new AbortController();
  #users = 0;

  /** Answers how to leave: the last one closes the frames. */
  join(): () => void {
    this.#users += 1;
    return () => {
      this.#users -= 1;
      if (this.#users > 0) return;
      this.#stop.abort();
      this.#frames.close();
    };
  }

  /** Null when it was stopped. Rejects when the runtime can't be loaded. */
  async run(example: Example, { onLoading, onPrinted, signal }: Running): Promise<ExampleOutput | null> {
    this.#stop.abort();
    this.#stop = new AbortController();
    this.#onLoading = onLoading;
    const either = AbortSignal.any([signal, this.#stop.signal]);
    const { bundle } = BUNDLE_OF[EXAMPLE_RUNNER[example.language]];
    const over = new AbortController();
    const stopped = new Promise<null>((resolve) => {
      const end = () => {
        this.#frames.end(bundle);
        resolve(null);
      };
      either.addEventListener('abort', end, { signal: over.signal });
    });
    try {
      const hear = gatherPrinted(onPrinted, AbortSignal.any([either, over.signal]));
      return await Promise.race([stopped, this.#run(example, hear, either)]);
    } catch (error) {
      if (either.aborted) return null;
      throw error;
    } finally {
      over.abort();
    }
  }

  async #run(example: Example, hear: (text: string) => void, signal: AbortSignal): Promise<ExampleOutput> {
    const { bundle } = BUNDLE_OF[EXAMPLE_RUNNER[example.language]];
    const [frame, compiler] = await Promise.all([
      this.#frames.open(bundle, signal),
      example.language === 'ts' ? this.#frames.open('types', signal) : undefined,
    ]);
    await Promise.all([frame.ready(), compiler?.ready()]);
    const instruments: Instruments = {
      open: () => {
        signal.throwIfAborted();
        return frame.openPlayer();
      },
      ...(compiler && { compile: (files, typecheck) => compiler.compile(files, typecheck) }),
    };
    return runExample(example, instruments, hear);
  }
}

export const examples = new ExampleRunner();
