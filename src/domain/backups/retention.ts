import { isDated } from './dated.ts';

/** How many backups are kept: of the last so many days, weeks, and months that have one, the newest of each. */
export interface BackupRetention {
  readonly daily: number;
  readonly weekly: number;
  readonly monthly: number;
}

const DAY_MS = 24 * 60 * 60_000;

const dayOf = (at: Date) => Math.floor(at.getTime() / DAY_MS);
const PERIODS = {
  daily: dayOf,
  // Weeks begin on Monday; the first day that is counted was a Thursday.
  weekly: (at: Date) => Math.floor((dayOf(at) + 3) / 7),
  monthly: (at: Date) => at.getUTCFullYear() * 12 + at.getUTCMonth(),
} as const;

/**
 * The moments of backups that are kept, in UTC. The newest always is. Those from a clock that was ahead are counted for
 * themselves: they would take the days of later ones for as long as it was ahead.
 */
export function keptBackups(
  moments: readonly Date[],
  retention: BackupRetention,
  now: Date,
): ReadonlySet<Date> {
  const dated = moments.filter((at) => isDated(at, now));
  const ahead = moments.filter((at) => !isDated(at, now));
  return new Set([...keptOf(dated, retention), ...keptOf(ahead, retention)]);
}

function keptOf(moments: readonly Date[], retention: BackupRetention): ReadonlySet<Date> {
  const newestFirst = [...moments].sort((a, b) => b.getTime() - a.getTime());
  const kept = new Set(newestFirst.slice(0, 1));
  for (const [name, periodOf] of Object.entries(PERIODS) as [keyof BackupRetention, (at: Date) => number][]) {
    const periods = new Set<number>();
    for (const moment of newestFirst) {
      if (periods.has(periodOf(moment)) || periods.size >= retention[name]) continue;
      periods.add(periodOf(moment));
      kept.add(moment);
    }
  }
  return kept;
}
