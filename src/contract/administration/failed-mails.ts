import { z } from 'zod';
import { cursor, isoTime } from '../paging.ts';
import { adminProcedure } from '../procedure.ts';

const failedMail = z.object({
  id: z.uuid(),
  /** What kind of email it is, by the name of its template. */
  template: z.string(),
  recipient: z.string(),
  failedAt: isoTime,
  /** What the mail server said, or why it was not reached. */
  reason: z.string(),
  /** False: its link or code is gone, or the email is too old. */
  canRetry: z.boolean(),
});
export type FailedMail = z.infer<typeof failedMail>;

const chosen = z.object({
  /** Left out: all that failed until now. */
  ids: z.array(z.uuid()).min(1).max(100).optional(),
});
const done = z.object({ count: z.int() });

export const failedMails = {
  list: adminProcedure
    .meta({ scope: 'admin:members:read' })
    .route({
      method: 'GET',
      path: '/admin/emails/failed',
      summary: "List emails that couldn't be sent, newest first",
    })
    /** `after`: where the page before ended. */
    .input(z.object({ after: cursor }))
    .output(
      z.object({
        items: z.array(failedMail),
        /** Continue here; null on the last page. */
        next: z.string().nullable(),
        /** Where this page begins; null when nothing failed. */
        newest: z.string().nullable(),
        total: z.int(),
        /** How many of all can be sent again. */
        retryable: z.int(),
      }),
    ),
  retry: adminProcedure
    .meta({ scope: 'admin:members:write' })
    .route({ method: 'POST', path: '/admin/emails/failed/retry', summary: 'Queue failed emails again' })
    .input(chosen)
    .output(done),
  dismiss: adminProcedure
    .meta({ scope: 'admin:members:write' })
    .route({
      method: 'POST',
      path: '/admin/emails/failed/dismiss',
      summary: 'Remove failed emails from the list without sending them',
    })
    /** `until`: only what had failed by then, the newest of a page that was read. */
    .input(chosen.extend({ until: cursor }))
    .output(done),
};
