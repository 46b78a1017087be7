import { z } from 'zod';
import { hidesCharacters } from '#domain/accounts/display-name';
import { COUNTRIES } from '#domain/billing/law/law-defaults';
import { REFUND_MODES } from '#domain/billing/law/withdrawal-refund';
import { m } from '../../messages/messages.js';
import { atMostCharacters, says } from '../says.ts';

const line = (most: number) =>
  z
    .string()
    .trim()
    .max(most, atMostCharacters(most))
    .refine((text) => !hidesCharacters(text), says(m.faults_must_be_one_line_of_visible_characters))
    .default('');
const text = (most: number) => z.string().trim().max(most, atMostCharacters(most)).default('');

/** What the law asks of a school that takes payments. Empty texts are those of the product. */
export const legalForm = z.object({
  /** Where the school is established; '' until somebody chose. The switches start as this country wants them. */
  country: z.enum(COUNTRIES).default(''),
  withdrawal: z.boolean().default(false),
  withdrawalDays: z
    .int(says(m.faults_must_be_a_whole_number_of_days))
    .min(
      1,
      says(() => m.faults_at_least_days({ number: 1 })),
    )
    .max(
      365,
      says(() => m.faults_at_most_days({ number: 365 })),
    )
    .default(14),
  beginNow: z.boolean().default(false),
  /** What goes back to who asked for access at once and withdraws. Who did not ask gets everything back. */
  refund: z.enum(REFUND_MODES).default('pro-rata'),
  cancellation: z.boolean().default(false),
  orderToPay: z.boolean().default(false),
  taxNote: line(100),
  orderButton: line(60),
  beginNowText: text(1000),
  withdrawalLabel: line(60),
  withdrawalConfirm: line(60),
  withdrawalText: text(5000),
  cancellationLabel: line(60),
  cancellationConfirm: line(60),
});
export type LegalSettings = z.output<typeof legalForm>;
