import { causeOf, type Problem } from './problems.ts';

/** An alert that is not over. Times are milliseconds. */
export interface OpenAlert {
  readonly id: string;
  readonly cause: string;
  readonly firstSeenAt: number;
  readonly lastSeenAt: number;
  /** When people were notified; null: not yet. */
  readonly raisedAt: number | null;
}

/** What changes with what is seen now. */
export interface AlertChanges {
  /** Seen for the first time. */
  readonly fresh: readonly Problem[];
  /** Seen again. */
  readonly seen: readonly { readonly id: string; readonly problem: Problem }[];
  /** To be reported now. */
  readonly raise: readonly string[];
  /** Not seen for a while; `isReported`: people know of it and are notified that it is over. */
  readonly end: readonly { readonly id: string; readonly isReported: boolean }[];
}

/** A problem that is gone within this time was none to wake people for: a restart, a short fault of the network. */
export const RAISE_AFTER_MS = 2 * 60_000;
/** One that comes and goes is one alert. */
export const OVER_AFTER_MS = 10 * 60_000;
/** In the hour in which limits are counted. */
export const HOUR_MS = 60 * 60_000;

/**
 * What to do about alerts, given what is wrong now. Of one cause there is one alert until it is over. At most `room` messages
 * leave now; those who are raised come first, because what is over waits well, and the rest comes when there is room again.
 */
export function nextAlerts(
  open: readonly OpenAlert[],
  problems: readonly Problem[],
  { now, room }: { readonly now: number; readonly room: number },
): AlertChanges {
  const byCause = new Map(open.map((alert) => [alert.cause, alert]));
  const fresh = problems.filter((problem) => !byCause.has(causeOf(problem)));
  const seen = problems.flatMap((problem) => {
    const alert = byCause.get(causeOf(problem));
    return alert ? [{ id: alert.id, alert, problem }] : [];
  });
  const raise = seen
    .filter(({ alert }) => alert.raisedAt === null && now - alert.firstSeenAt >= RAISE_AFTER_MS)
    .slice(0, Math.max(0, room))
    .map(({ id }) => id);
  const present = new Set(seen.map(({ id }) => id));
  const gone = open.filter(({ id, lastSeenAt }) => !present.has(id) && now - lastSeenAt >= OVER_AFTER_MS);
  const reported = gone
    .filter(({ raisedAt }) => raisedAt !== null)
    .slice(0, Math.max(0, room - raise.length));
  const unreported = gone.filter(({ raisedAt }) => raisedAt === null);
  return {
    fresh,
    seen: seen.map(({ id, problem }) => ({ id, problem })),
    raise,
    end: [
      ...reported.map(({ id }) => ({ id, isReported: true })),
      ...unreported.map(({ id }) => ({ id, isReported: false })),
    ],
  };
}
