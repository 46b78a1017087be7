import { z } from 'zod';
import { adminProcedure } from '../procedure.ts';

const day = z.iso.date();

const overview = z.object({
  courses: z.int(),
  users: z.int(),
  plans: z.int(),
  /** Of the last 30 days. */
  recent: z.object({ newUsers: z.int(), comments: z.int(), signIns: z.int() }),
  /** What waits for an administrator. */
  attention: z.object({
    openMessages: z.int(),
    reportedComments: z.int(),
    /** Answers of exams that people mark. */
    waitingAnswers: z.int(),
    failedMails: z.int(),
    openDisputes: z.int(),
    /** Notices and commands of payments that were given up. */
    parkedPayments: z.int(),
    /** Payment alerts that nobody has looked at. */
    paymentAlarms: z.int(),
    /** Orders that wait for a bank transfer to be confirmed. */
    pendingTransfers: z.int(),
    /** Payments are on, and nobody chose the country whose law they follow. */
    isCountryMissing: z.boolean(),
  }),
  /** New users of each of the last 90 days (UTC), the oldest first. */
  registrations: z.array(z.object({ day, users: z.int() })),
  /** Members of each tier at the end of each day that was counted, the oldest first; the last is now. */
  tiers: z.array(z.object({ day, free: z.int(), basic: z.int(), premium: z.int() })),
});
export type Overview = z.infer<typeof overview>;

export const overviewProcedures = {
  get: adminProcedure
    .meta({ scope: 'admin:reports:read' })
    .route({
      method: 'GET',
      path: '/admin/overview',
      summary: 'Get the admin overview: counts, pending work, and growth',
    })
    .output(overview),
};
