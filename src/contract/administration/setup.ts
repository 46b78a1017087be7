import { z } from 'zod';
import { SETUP_STEPS } from '#domain/site/setup-steps';
import { adminProcedure } from '../procedure.ts';

const setup = z.object({
  /** What a new school needs, in this order, and whether it is there. Password, address and factor are the caller's. */
  steps: z.array(z.object({ step: z.enum(SETUP_STEPS), done: z.boolean() })),
  /** The caller has put the checklist away. */
  dismissed: z.boolean(),
});
export type Setup = z.infer<typeof setup>;

export const testMailReply = z.object({
  /** The mail server took it, refused it, or there is none and the email became a file. */
  outcome: z.enum(['accepted', 'refused', 'kept']),
  to: z.string(),
  /** The reply of the mail server, why there was none, or the folder. */
  detail: z.string(),
});
export type TestMailReply = z.infer<typeof testMailReply>;

export const setupProcedures = {
  get: adminProcedure
    .meta({ scope: 'session-only' })
    .route({ method: 'GET', path: '/admin/setup', summary: 'Get the setup checklist of a new school' })
    .output(setup),
  dismiss: adminProcedure
    .meta({ scope: 'session-only' })
    .route({ method: 'POST', path: '/admin/setup/dismiss', summary: 'Dismiss the setup checklist' })
    .output(z.object({ dismissed: z.literal(true) })),
  testMail: adminProcedure
    .meta({ scope: 'session-only', limitPerMinute: 3 })
    .route({ method: 'POST', path: '/admin/test-mail', summary: 'Send a test email to your own address' })
    .output(testMailReply),
};
