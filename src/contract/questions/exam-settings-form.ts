import { z } from 'zod';
import {
  COUNTING,
  closesBeforeOpening,
  DEFAULT_SETTINGS,
  FEEDBACK,
  NAVIGATION,
} from '#domain/exams/exam-settings';
import { m } from '../../messages/messages.js';
import { noMoreCharacters, says } from '../says.ts';

const moment = z.iso.datetime({ offset: true, error: () => m.faults_must_be_a_date_and_time_2() }).nullable();
const whole = (least: number, most: number) =>
  z
    .int(says(m.faults_must_be_a_whole_number_2))
    .min(
      least,
      says(() => m.faults_must_be_or_more({ number: least })),
    )
    .max(
      most,
      says(() => m.faults_must_be_at_most({ number: most })),
    );

/** How an exam is held; what is not said holds by default. */
export const examSettingsForm = z
  .strictObject({
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
      .min(1, says(m.faults_choose_a_bank))
      .max(100, noMoreCharacters(100))
      .nullable()
      .default(DEFAULT_SETTINGS.practiceBank),
  })
  .refine((settings) => !closesBeforeOpening(settings), {
    path: ['closesAt'],
    error: () => m.faults_must_be_after_the_opening_date(),
  });
