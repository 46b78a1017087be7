import type { FailedMail } from '#contract/administration/failed-mails';
import { canAdminister } from '#domain/access/can-administer';
import { authorise } from '#server/authorise';
import { fromCursor, toCursor } from '#server/cursor';
import type { Caller, Services } from '#server/services';
import { selectFailedMails } from './failed-mail-sql.ts';

const PAGE_SIZE = 30;

interface FailedMailPage {
  readonly items: FailedMail[];
  readonly next: string | null;
  readonly newest: string | null;
  readonly total: number;
  readonly retryable: number;
}

/** Emails that could not be sent, with the reason, newest first. */
export async function listFailedMails(
  { db }: Services,
  { viewer }: Caller,
  { after }: { after?: string | undefined },
): Promise<FailedMailPage> {
  authorise(canAdminister(viewer));
  const { retryable, rows, total } = await selectFailedMails(db.kysely, {
    after: after === undefined ? null : fromCursor(after),
    limit: PAGE_SIZE + 1,
  });
  const shown = rows.slice(0, PAGE_SIZE);
  const [first] = shown;
  const last = shown.at(-1);
  return {
    items: shown.map(({ can_retry, failed_at, id, last_error, recipient, template }) => ({
      id,
      template,
      recipient,
      failedAt: failed_at.toISOString(),
      reason: last_error ?? '',
      canRetry: can_retry,
    })),
    next: rows.length > PAGE_SIZE && last ? toCursor(last) : null,
    newest: first ? toCursor(first) : null,
    total,
    retryable,
  };
}
