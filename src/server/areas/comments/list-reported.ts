import type { ReportedComment } from '#contract/courses/comments';
import { canHideComment } from '#domain/access/comments/can-hide-comment';
import { authorise } from '#server/authorise';
import { toCursor } from '#server/cursor';
import type { Caller, Services } from '#server/services';
import { courseOf, selectReported } from './queue-sql.ts';
import { showComment } from './show-comment.ts';

const PAGE_SIZE = 50;

/** Comments with open reports, longest waiting first, or those of them that contain `q`. For administrators. */
export async function listReported(
  { db }: Services,
  { viewer }: Caller,
  { after, q }: { after?: string | undefined; q: string },
): Promise<{ items: ReportedComment[]; next: string | null; total: number | null }> {
  authorise(canHideComment(viewer));
  const rows = await selectReported(db.kysely, { after, contains: q, limit: PAGE_SIZE + 1 });
  const shown = rows.slice(0, PAGE_SIZE);
  const last = rows.length > PAGE_SIZE ? shown.at(-1) : undefined;
  return {
    items: shown.map((row) => ({
      comment: showComment(viewer, row),
      course: courseOf(row),
      reports: row.reports,
      firstReportedAt: row.first_at.toISOString(),
      reasons: row.reasons.map(({ created_at, reason, reporter }) => ({
        reason,
        reporter,
        createdAt: new Date(created_at).toISOString(),
      })),
      former: (row.former ?? []).map(({ reported_at, said }) => ({
        content: said,
        reportedAt: new Date(reported_at).toISOString(),
      })),
    })),
    next: last ? toCursor({ at: last.first_made, id: last.id }) : null,
    total: after === undefined ? (rows[0]?.total ?? 0) : null,
  };
}
