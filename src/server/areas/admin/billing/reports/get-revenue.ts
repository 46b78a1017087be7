import { canAdminister } from '#domain/access/can-administer';
import { monthlyReport, type ReportRow } from '#domain/billing/revenue/monthly-report';
import { authorise } from '#server/authorise';
import type { Caller, Services } from '#server/services';
import { selectMovementSums } from './report-sql.ts';

/** Recurring revenue of the last months (UTC), the running one included, by currency and plan. */
export async function getRevenue(
  { clock, db, payments }: Services,
  caller: Caller,
  { months }: { months: number },
): Promise<{ rows: ReportRow[] }> {
  authorise(canAdminister(caller.viewer));
  const now = clock.now();
  const sums = await selectMovementSums(db.kysely, payments?.livemode ?? true, now);
  return { rows: monthlyReport(sums, lastMonths(now, months)) };
}

function lastMonths(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const first = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (count - 1 - index), 1);
    return new Date(first).toISOString().slice(0, 7);
  });
}
