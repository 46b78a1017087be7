import { z } from 'zod';
import { COUNTING, DEFAULT_SETTINGS, FEEDBACK } from '#domain/exams/exam-settings';

const moment = z.iso.datetime({ offset: true }).nullable();

/** How an exam is held; what is not said holds by default. */
export const examSettingsForm = z.strictObject({
  timeLimit: z.int().min(1).max(10_000).nullable().default(DEFAULT_SETTINGS.timeLimit),
  attempts: z.int().min(1).max(100).nullable().default(DEFAULT_SETTINGS.attempts),
  wait: z.int().min(0).max(100_000).default(DEFAULT_SETTINGS.wait),
  counts: z.enum(COUNTING).default(DEFAULT_SETTINGS.counts),
  feedback: z.enum(FEEDBACK).default(DEFAULT_SETTINGS.feedback),
  opensAt: moment.default(DEFAULT_SETTINGS.opensAt),
  closesAt: moment.default(DEFAULT_SETTINGS.closesAt),
});
