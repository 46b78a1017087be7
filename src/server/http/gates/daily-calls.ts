import { Failure } from '#server/failure';
import type { Caller, Services } from '#server/services';
import { limitKey } from '../client-address.ts';
import type { Limits } from './limits.ts';

const DAY_MS = 86_400_000;
/** Callers that are remembered; those who called longest ago give way. */
const MAX_CALLERS = 10_000;

interface DailyCall {
  /** The procedure: "legal.declare". */
  readonly name: string;
  readonly caller: Caller;
  readonly limitPerDay: number | undefined;
}

/**
 * Runs a call that leaves rows for years, and counts it for a day when it succeeds: what is refused leaves nothing, and must
 * not keep others of its network out. Counted in this process: a restart or another process only lets more through. Fails
 * with RATE_LIMITED beyond the limit, which says when the next one is possible.
 */
export function dailyGate(
  { clock }: Pick<Services, 'clock'>,
  limits: Limits,
): <Answer>(call: DailyCall, run: () => Promise<Answer>) => Promise<Answer> {
  const calls = new DailyCalls();
  return async ({ caller: { ipAddress, viewer }, limitPerDay, name }, run) => {
    const limit = (limitPerDay ?? Number.POSITIVE_INFINITY) * limits.procedureFactor;
    if (!Number.isFinite(limit)) return run();
    const key = `${name}:${viewer.kind === 'member' ? viewer.userId : limitKey(ipAddress)}`;
    const at = clock.now().getTime();
    // Before it is known how it ends: many at the same moment must not all pass.
    calls.admit(key, limit, at);
    try {
      return await run();
    } catch (error) {
      calls.release(key, at);
      throw error;
    }
  };
}

class DailyCalls {
  readonly #callers = new Map<string, readonly number[]>();

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

  release(key: string, at: number): void {
    const calls = this.#callers.get(key) ?? [];
    const index = calls.indexOf(at);
    if (index >= 0 && calls.length > 1) this.#callers.set(key, calls.toSpliced(index, 1));
    else if (index >= 0) this.#callers.delete(key);
  }
}
