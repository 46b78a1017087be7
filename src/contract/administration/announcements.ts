import { z } from 'zod';
import { MAX_ANNOUNCEMENT, MAX_SUBJECT } from '#domain/notifications/announcement';
import { TIERS } from '#domain/tiers';
import { m } from '../../messages/messages.js';
import { cursor, isoTime } from '../paging.ts';
import { adminProcedure, failures, memberProcedure } from '../procedure.ts';
import { atMostCharacters, says } from '../says.ts';
import { testMailReply } from './setup.ts';

const consent = z.object({
  /** When the caller agreed to marketing emails; null: not agreed. */
  since: isoTime.nullable(),
});
export type MarketingConsent = z.infer<typeof consent>;

const words = {
  subject: z
    .string()
    .trim()
    .min(1, says(m.faults_subject_is_required))
    .max(MAX_SUBJECT, atMostCharacters(MAX_SUBJECT))
    .regex(/^\P{Cc}*$/u, says(m.faults_use_one_line_for_the_subject)),
  /** Markdown. */
  text: z
    .string()
    .trim()
    .min(1, says(m.faults_text_is_required))
    .max(MAX_ANNOUNCEMENT, atMostCharacters(MAX_ANNOUNCEMENT)),
};
/** What an announcement says. */
export const announcementWords = z.object(words);
export const announcementForm = z.object({
  ...words,
  /** The plans whose members get it. */
  tiers: z
    .array(z.enum(TIERS))
    .min(1, says(m.faults_choose_at_least_one_plan))
    .max(TIERS.length)
    .refine((tiers) => new Set(tiers).size === tiers.length, says(m.faults_each_plan_must_be_unique)),
});
export type AnnouncementForm = z.output<typeof announcementForm>;

const sent = announcementForm.extend({
  /** Made by whoever writes it: sent again, because the reply was lost, it is one announcement all the same. */
  id: z.uuid(),
});

const announcement = z.object({
  id: z.uuid(),
  subject: z.string(),
  text: z.string(),
  tiers: z.array(z.enum(TIERS)),
  createdAt: isoTime,
  /** Who sent it; null when that account is gone. */
  sentBy: z.string().nullable(),
  /** How many emails were written so far. */
  recipients: z.int(),
  /** Emails are still being written, all are, or the switch was turned off before that. */
  state: z.enum(['sending', 'finished', 'stopped']),
});
export type Announcement = z.infer<typeof announcement>;

const audience = z.object({
  /** Both switches are on: "Email notifications" and "Marketing emails". */
  isOn: z.boolean(),
  /** Members of each plan who would get an announcement now. */
  members: z.object({ free: z.int(), basic: z.int(), premium: z.int() }),
});

export const announcements = {
  consent: memberProcedure
    .meta({ scope: 'session-only' })
    .route({
      method: 'GET',
      path: '/notifications/marketing',
      summary: 'Check whether you agreed to marketing emails',
    })
    .output(consent),
  saveConsent: memberProcedure
    .meta({ scope: 'session-only', limitPerMinute: 10 })
    .route({
      method: 'PUT',
      path: '/notifications/marketing',
      summary: 'Agree to marketing emails, or withdraw your consent',
    })
    .input(z.object({ agreed: z.boolean() }))
    .output(consent),
  list: adminProcedure
    .meta({ scope: 'session-only' })
    .route({ method: 'GET', path: '/admin/announcements', summary: 'List sent announcements, newest first' })
    .input(z.object({ after: cursor }))
    .output(z.object({ items: z.array(announcement), next: z.string().nullable() })),
  audience: adminProcedure
    .meta({ scope: 'session-only' })
    .route({
      method: 'GET',
      path: '/admin/announcements/audience',
      summary: 'Count the members who would get an announcement now',
    })
    .output(audience),
  test: adminProcedure
    .meta({ scope: 'session-only', limitPerMinute: 10 })
    .route({
      method: 'POST',
      path: '/admin/announcements/test',
      summary: 'Send a test of an announcement to your own address',
    })
    .input(announcementWords)
    .output(testMailReply),
  send: adminProcedure
    .meta({ scope: 'session-only', limitPerMinute: 10 })
    .route({
      method: 'POST',
      path: '/admin/announcements',
      summary: 'Send an announcement to members who agreed to marketing emails',
    })
    .errors(failures('MARKETING_OFF', 'NO_RECIPIENTS', 'STATE_CHANGED'))
    .input(sent)
    .output(announcement),
};
