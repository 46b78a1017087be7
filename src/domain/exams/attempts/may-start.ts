import { type ExamSettings, waitsOf } from '../exam-settings.ts';

export type MayStart =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: 'not-open' | 'wait'; readonly at: Date }
  | { readonly ok: false; readonly reason: 'closed' | 'none-left'; readonly at: null };

/** Whether another attempt can be started now, and if not, why and from when. */
export function mayStart(
  { attempts, closesAt, opensAt, wait }: ExamSettings,
  taken: { readonly count: number; readonly lastEnd: Date | null },
  now: Date,
): MayStart {
  if (closesAt !== null && Date.parse(closesAt) <= now.getTime())
    return { ok: false, reason: 'closed', at: null };
  if (attempts !== null && taken.count >= attempts) return { ok: false, reason: 'none-left', at: null };
  if (opensAt !== null && Date.parse(opensAt) > now.getTime())
    return { ok: false, reason: 'not-open', at: new Date(opensAt) };
  const waits = waitsOf({ wait });
  const minutes = waits[Math.min(taken.count, waits.length) - 1] ?? 0;
  const free = (taken.lastEnd?.getTime() ?? 0) + minutes * 60_000;
  return taken.lastEnd && free > now.getTime()
    ? { ok: false, reason: 'wait', at: new Date(free) }
    : { ok: true };
}
