import { Failure } from '#server/failure';

const DAY_MS = 86_400_000;
/** Callers that are remembered; those who called longest ago give way. */
const MAX_CALLERS = 10_000;

/** Calls that leave rows for years, counted in this process for a day: a restart or another process only lets more through. */
export class DailyCalls {
  readonly #callers = new Map<string, number[]>();

  /** Counts a call. Fails with RATE_LIMITED beyond the limit, which says when the next one is possible. */
  admit(key: string, limit: number, now: number): void {
    const calls = (this.#callers.get(key) ?? []).filter((at) => at > now - DAY_MS);
    const first = calls.at(-limit);
    if (calls.length >= limit && first !== undefined) {
      const retryAfter = Math.max(1, Math.ceil((first + DAY_MS - now) / 1000));
      throw new Failure('RATE_LIMITED', { data: { retryAfter } });
    }
    this.#callers.delete(key);
    this.#callers.set(key, [...calls, now]);
    const [oldest] = this.#callers.keys();
    if (this.#callers.size > MAX_CALLERS && oldest !== undefined) this.#callers.delete(oldest);
  }
}
