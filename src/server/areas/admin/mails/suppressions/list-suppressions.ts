import type { MailSuppression } from '#contract/administration/mail-suppressions';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { fromCursor, toCursor } from '#server/cursor';
import type { Caller, Services } from '#server/services';
import { selectSuppressions } from './suppression-sql.ts';

const PAGE_SIZE = 30;

interface SuppressionPage {
  readonly items: MailSuppression[];
  readonly next: string | null;
  readonly total: number;
}

/** Addresses that get only mails about their account, newest first. */
export async function listSuppressions(
  { db }: Services,
  { viewer }: Caller,
  { after }: { readonly after?: string | undefined },
): Promise<SuppressionPage> {
  authorise(canAdminister(viewer));
  const { rows, total } = await selectSuppressions(db.kysely, {
    after: after === undefined ? null : fromCursor(after),
    limit: PAGE_SIZE + 1,
  });
  const shown = rows.slice(0, PAGE_SIZE);
  const last = shown.at(-1);
  return {
    items: shown.map(({ address, detail, id, reason, reported_at }) => ({
      id,
      address,
      reason,
      detail,
      reportedAt: reported_at.toISOString(),
    })),
    next: rows.length > PAGE_SIZE && last ? toCursor(last) : null,
    total,
  };
}
