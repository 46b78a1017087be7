import { z } from 'zod';
import { isWebhookAddress } from '#domain/health/webhook-address';

const whole = (least: number, most: number) =>
  z.int('Must be a whole number').min(least, `At least ${least}`).max(most, `At most ${most}`);

/** Who is told of problems of the system, and from when on something is one. */
export const alertForm = z.object({
  /** One an entry; none: nobody is mailed. */
  emails: z
    .array(z.string().trim().toLowerCase().pipe(z.email('Must be email addresses')).pipe(z.string().max(254)))
    .max(10, 'At most 10 email addresses')
    .default([]),
  /** Empty: nothing is posted. */
  webhookUrl: z
    .string()
    .trim()
    .max(500, 'At most 500 characters')
    .refine((value) => value === '' || isWebhookAddress(value), 'Must start with https://')
    .default(''),
  /** A chore that failed this often in a row. */
  choreFailures: whole(1, 100).default(3),
  /** This many emails that were given up. */
  failedMails: whole(1, 10_000).default(5),
  /** The last backup is older than this many days; 0: backups are made elsewhere. */
  backupDays: whole(0, 365).default(7),
  /** Messages in an hour, in all. */
  perHour: whole(1, 100).default(10),
});
export type AlertSettings = z.output<typeof alertForm>;
