import type { SchoolGauges } from '#server/areas/admin/metrics/gauges-sql';

const KEEP_MS = 10_000;
const ANSWER_WITHIN_MS = 2000;

/**
 * Reads the gauges at most every 10 s, and never twice at one time: whoever reads often, or a database that hangs, costs no
 * more than one connection. Answers null where nothing came within 2 s.
 */
export function keptGauges(
  read: () => Promise<SchoolGauges>,
  { answerWithinMs = ANSWER_WITHIN_MS, keepMs = KEEP_MS } = {},
): () => Promise<SchoolGauges | null> {
  let reading: Promise<SchoolGauges | null> | undefined;
  let kept: { gauges: SchoolGauges; at: number } | undefined;
  const readAnew = async (): Promise<SchoolGauges | null> => {
    try {
      const gauges = await read();
      kept = { gauges, at: performance.now() };
      return gauges;
    } catch {
      // Told by lectern_database_up.
      return null;
    } finally {
      reading = undefined;
    }
  };
  return async () => {
    if (kept && performance.now() - kept.at < keepMs) return kept.gauges;
    reading ??= readAnew();
    const { promise, resolve } = Promise.withResolvers<null>();
    const timer = setTimeout(() => resolve(null), answerWithinMs);
    return Promise.race([reading, promise]).finally(() => clearTimeout(timer));
  };
}
