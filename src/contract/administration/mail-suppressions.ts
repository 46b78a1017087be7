import { z } from 'zod';
import { SUPPRESSION_REASONS } from '#domain/mail/mail-reports';
import { cursor, isoTime } from '../paging.ts';
import { adminProcedure } from '../procedure.ts';

const suppression = z.object({
  id: z.uuid(),
  address: z.string(),
  reason: z.enum(SUPPRESSION_REASONS),
  /** What the provider or the other mail server said. */
  detail: z.string(),
  reportedAt: isoTime,
});
export type MailSuppression = z.output<typeof suppression>;

export const mailSuppressions = {
  list: adminProcedure
    .meta({ scope: 'admin:members:read' })
    .route({
      method: 'GET',
      path: '/admin/emails/suppressions',
      summary: 'List addresses that get only account emails after a bounce or complaint, newest first',
    })
    /** `after`: where the page before ended. */
    .input(z.object({ after: cursor }))
    .output(
      z.object({
        items: z.array(suppression),
        /** Continue here; null on the last page. */
        next: z.string().nullable(),
        total: z.int(),
      }),
    ),
  remove: adminProcedure
    .meta({ scope: 'admin:members:write' })
    .route({
      method: 'POST',
      path: '/admin/emails/suppressions/remove',
      summary: 'Send all emails to an address again',
    })
    /** One that is gone already is passed over. */
    .input(z.object({ id: z.uuid() }))
    .output(z.object({ count: z.int() })),
};
