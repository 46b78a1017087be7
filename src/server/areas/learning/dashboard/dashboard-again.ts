import { dashboardReply } from '#contract/courses/dashboard';
import type { Member } from '#domain/access/viewer';
import type { Services } from '#server/services';
import type { DashboardRow } from './dashboard-row.ts';
import { selectUsed } from './dashboard-sql.ts';
import { askedBy, toDashboard } from './get-dashboard.ts';
import { currentRow, keptDashboards } from './keep-dashboards.ts';

const ISO_LENGTH = new Date(0).toISOString().length;

/**
 * The reply for a member whose dashboard is kept: from memory, or in one small statement where what was saved since is not known. Null:
 * it has to be read as a whole. Nobody may ask who has to be asked for more than a session.
 */
export async function dashboardAgain({ clock, db }: Services, member: Member): Promise<string | null> {
  const now = clock.now();
  const kept = keptDashboards(db);
  const entry = kept.find(member, now);
  if (!entry?.row) return null;
  if (entry.text === undefined) {
    const row = currentRow(entry);
    if (!row) {
      const read = await kept.refresh(entry, entry.row, () => selectUsed(db, askedBy(member, now)));
      return textOf(read, member, now);
    }
    entry.text = textOf(row, member, now);
  }
  // The time is what it says last.
  return `${entry.text.slice(0, -ISO_LENGTH - 2)}${now.toISOString()}"}`;
}

function textOf(row: DashboardRow, member: Member, now: Date): string {
  return JSON.stringify(dashboardReply.parse(toDashboard(row, member, now)));
}
