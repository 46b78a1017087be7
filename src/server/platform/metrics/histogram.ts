import type { Sample } from './prometheus-text.ts';

/** Upper bounds of the buckets, in seconds. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

/** How often something took how long. */
export class Histogram {
  /** Of each bucket alone; the last one is for everything above the bounds. */
  readonly #counts = new Array<number>(BOUNDS.length + 1).fill(0);
  #sum = 0;

  observe(seconds: number): void {
    const index = BOUNDS.findIndex((bound) => seconds <= bound);
    const bucket = index === -1 ? BOUNDS.length : index;
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
    this.#sum += seconds;
  }

  /** The lines of a histogram: each bucket counts what is below it, too. */
  samples(labels: Readonly<Record<string, string>> = {}): Sample[] {
    let count = 0;
    const buckets = [...BOUNDS, Number.POSITIVE_INFINITY].map((bound, index): Sample => {
      count += this.#counts[index] ?? 0;
      const le = bound === Number.POSITIVE_INFINITY ? '+Inf' : String(bound);
      return { suffix: '_bucket', labels: { ...labels, le }, value: count };
    });
    return [
      ...buckets,
      { suffix: '_sum', labels, value: this.#sum },
      { suffix: '_count', labels, value: count },
    ];
  }
}
