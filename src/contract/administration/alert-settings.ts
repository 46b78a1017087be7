import { z } from 'zod';
import { isWebhookAddress } from '#domain/health/webhook-address';
import { m } from '../../messages/messages.js';
import { atMostCharacters, says } from '../says.ts';

const whole = (least: number, most: number) =>
  z
    .int(says(m.faults_must_be_a_whole_number))
    .min(
      least,
      says(() => m.faults_at_least({ number: least })),
    )
    .max(
      most,
      says(() => m.faults_at_most({ number: most })),
    );

/** Who is notified of problems of the system, and from when on something is one. */
export const alertForm = z.object({
  /** One an entry; none: nobody is mailed. */
  emails: z
    .array(
      z
        .string()
        .trim()
        .toLowerCase()
        .pipe(z.email(says(m.faults_must_be_email_addresses)))
        .pipe(z.string().max(254)),
    )
    .max(
      10,
      says(() => m.faults_at_most_email_addresses({ number: 10 })),
    )
    .default([]),
  /** Empty: nothing is posted. */
  webhookUrl: z
    .string()
    .trim()
    .max(500, atMostCharacters(500))
    .refine((value) => value === '' || isWebhookAddress(value), says(m.faults_must_start_with_https))
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
