import { z } from 'zod';
import { KEPT_ALARMS } from '#domain/billing/alarms';
import { adminProcedure } from './procedure.ts';

const cause = z.string().min(1).max(300);
const alarm = z.object({
  cause,
  kind: z.enum(KEPT_ALARMS),
  /** What it is about, as the provider calls it. */
  subject: z.string(),
  /** Whose payments these are; null: not one person's, or of a deleted account. */
  userId: z.uuid().nullable(),
  /** The name of the team whose payments these are; null: no team's. */
  team: z.string().nullable(),
  raisedAt: z.iso.datetime(),
});
export type PaymentAlarm = z.infer<typeof alarm>;

export const paymentAlarms = {
  alarms: adminProcedure
    .meta({ scope: 'session-only' })
    .route({ method: 'GET', path: '/admin/billing/alarms', summary: 'List open payment alerts' })
    .output(z.array(alarm)),
  checkAlarm: adminProcedure
    .meta({ scope: 'session-only' })
    .route({
      method: 'POST',
      path: '/admin/billing/alarms/check',
      summary: 'Mark a payment alert as checked',
    })
    .input(z.object({ cause }))
    .output(z.object({ done: z.literal(true) })),
};
