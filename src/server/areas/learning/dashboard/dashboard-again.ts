import { dashboardReply } from '#contract/courses/dashboard';
import type { Member } from '#domain/access/viewer';
import type { Services } from '#server/services';
import { selectUsed } from './dashboard-sql.ts';
import { askedBy, toDashboard } from './get-dashboard.ts';
import { keptDashboards, rowOf } from './keep-dashboards.ts';

const ISO_LENGTH = new Date(0).toISOString().length;

/**
 * The reply for a member whose dashboard is kept: from memory, or in one small statement where progress was saved since. Null:
 * it has to be read as a whole. Nobody may ask who has to be asked for more than a session.
 */
export async function dashboardAgain({ clock, db }: Services, member: Member): Promise<string | null> {
  const now = clock.now();
  const kept = keptDashboards(db);
  const entry = kept.find(member, now);
  if (!entry?.row) return null;
  if (entry.isUsed) {
    const row = await kept.refresh(entry, entry.row, () => selectUsed(db, askedBy(member, now)));
    return textOf(row, member, now);
  }
  entry.text ??= textOf(rowOf(entry.row), member, now);
  // The time is what it says last.
  return `${entry.text.slice(0, -ISO_LENGTH - 2)}${now.toISOString()}"}`;
}

function textOf(row: Parameters<typeof toDashboard>[0], member: Member, now: Date): string {
  return JSON.stringify(dashboardReply.parse(toDashboard(row, member, now)));
}
