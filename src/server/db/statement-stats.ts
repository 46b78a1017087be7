import { Histogram } from '#server/platform/metrics/histogram';

/** What the statements of one pool took, for the metrics. */
export class StatementStats {
  readonly durations = new Histogram();
  #failed = 0;
  #slow = 0;

  get failed(): number {
    return this.#failed;
  }

  /** Statements that took longer than SLOW_STATEMENT_MS. */
  get slow(): number {
    return this.#slow;
  }

  count(ms: number, { hasFailed, isSlow }: { hasFailed: boolean; isSlow: boolean }): void {
    this.durations.observe(ms / 1000);
    if (hasFailed) this.#failed += 1;
    if (isSlow) this.#slow += 1;
  }
}
