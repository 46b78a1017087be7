import { z } from 'zod';
import { COUNTING, DEFAULT_SETTINGS, FEEDBACK, NAVIGATION } from '#domain/exams/exam-settings';

const moment = z.iso.datetime({ offset: true, error: 'must be a date and time' }).nullable();
const whole = (least: number, most: number) =>
  z.int('must be a whole number').min(least, `must be ${least} or more`).max(most, `must be at most ${most}`);

/** How an exam is held; what is not said holds by default. */
export const examSettingsForm = z.strictObject({
  timeLimit: whole(1, 10_000).nullable().default(DEFAULT_SETTINGS.timeLimit),
  attempts: whole(1, 100).nullable().default(DEFAULT_SETTINGS.attempts),
  wait: whole(0, 100_000).nullable().default(DEFAULT_SETTINGS.wait),
  counts: z.enum(COUNTING).default(DEFAULT_SETTINGS.counts),
  navigation: z.enum(NAVIGATION).default(DEFAULT_SETTINGS.navigation),
  feedback: z.enum(FEEDBACK).default(DEFAULT_SETTINGS.feedback),
  shuffle: z.boolean().default(DEFAULT_SETTINGS.shuffle),
  blind: z.boolean().default(DEFAULT_SETTINGS.blind),
  opensAt: moment.default(DEFAULT_SETTINGS.opensAt),
  closesAt: moment.default(DEFAULT_SETTINGS.closesAt),
  practiceBank: z
    .string()
    .min(1, 'Choose a bank')
    .max(100, 'must have 100 characters or fewer')
    .nullable()
    .default(DEFAULT_SETTINGS.practiceBank),
});
