import { type BundleName, RENEWED } from '#labs/protocol';
import { type Loading, loadBundle } from './load-bundle.ts';
import { RunnerFrame } from './runner-frame.ts';

/** The frames of a page that code runs in, one for each bundle. Nothing is downloaded before one is asked for. */
export class Frames {
  readonly #frames = new Map<BundleName, Promise<RunnerFrame>>();
  readonly #onLoading: (loading: Loading | null) => void;
  readonly #progress = new Map<BundleName, Loading>();

  constructor(onLoading: (loading: Loading | null) => void) {
    this.#onLoading = onLoading;
  }

  /** Loads a bundle once; one whose download was stopped or failed is loaded again. */
  open(name: BundleName, signal: AbortSignal): Promise<RunnerFrame> {
    const known = this.#frames.get(name);
    if (known) return known;
    const frame = this.#load(name, signal);
    this.#frames.set(name, frame);
    const forget = () => {
      if (this.#frames.get(name) === frame) this.#frames.delete(name);
    };
    const loaded = new AbortController();
    signal.addEventListener('abort', forget, { signal: loaded.signal });
    frame
      .finally(() => loaded.abort())
      .then((opened) => opened.whenReady(), forget)
      .finally(() => {
        this.#progress.delete(name);
        if (this.#progress.size === 0) this.#onLoading(null);
      });
    return frame;
  }

  /** Ends what runs in a frame at once. */
  end(name: BundleName): void {
    void this.#frames.get(name)?.then(
      (frame) => frame.warm(),
      () => undefined,
    );
  }

  close(): void {
    for (const frame of this.#frames.values())
      void frame.then(
        (it) => it.close(),
        () => undefined,
      );
    this.#frames.clear();
  }

  /** Whoever stops it, or leaves the page, may do so at any point: then nothing stays behind. */
  async #load(name: BundleName, signal: AbortSignal): Promise<RunnerFrame> {
    const onProgress = (loading: Loading) => this.#report(name, loading);
    const bundle = await loadBundle(name, { onProgress, signal });
    signal.throwIfAborted();
    const frame = await RunnerFrame.open(bundle, RENEWED.has(name));
    if (signal.aborted) frame.close();
    signal.throwIfAborted();
    return frame;
  }

  #report(name: BundleName, loading: Loading): void {
    this.#progress.set(name, loading);
    const all = [...this.#progress.values()];
    const sum = (part: keyof Loading) => all.reduce((total, one) => total + one[part], 0);
    this.#onLoading({ loaded: sum('loaded'), total: sum('total') });
  }
}
