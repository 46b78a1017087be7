import type { Clock } from './clock.ts';

/** How long nobody asks again after the first failure, the second and so on; the last holds for all further ones. */
const PAUSES_MS = [1000, 2000, 5000, 10_000, 30_000] as const;
const FRESH_MS = 12 * 3600 * 1000;

/**
 * What a service outside publishes about itself, asked when it is first needed and once in twelve hours. A service that is away
 * is asked again when it is needed, but not more often than the pauses allow: until then everybody is answered at once.
 * What was known stays in use while the service is away.
 */
export function patiently<Value>(ask: () => Promise<Value>, clock: Clock): () => Promise<Value> {
  let known: { readonly value: Value; readonly at: number } | undefined;
  let failed: { readonly error: unknown; readonly until: number } | undefined;
  let failures = 0;
  let asking: Promise<Value> | undefined;
  const once = async (): Promise<Value> => {
    try {
      const value = await ask();
      known = { value, at: clock.now().getTime() };
      failed = undefined;
      failures = 0;
      return value;
    } catch (error) {
      const pause = PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)] ?? 0;
      failures += 1;
      failed = { error, until: clock.now().getTime() + pause };
      if (known) return known.value;
      throw error;
    } finally {
      asking = undefined;
    }
  };
  return async () => {
    const now = clock.now().getTime();
    // Times that are farther ahead than they are ever put are from a clock that was ahead.
    if (known && known.at <= now && now - known.at < FRESH_MS) return known.value;
    if (failed && now < failed.until && failed.until - now <= Math.max(...PAUSES_MS)) {
      if (known) return known.value;
      throw failed.error;
    }
    asking ??= once();
    return asking;
  };
}
