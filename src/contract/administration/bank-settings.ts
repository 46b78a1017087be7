import { z } from 'zod';
import { hidesCharacters } from '#domain/accounts/display-name';
import { isAccountNumber } from '#domain/billing/bank/is-account-number';
import { INTERVALS } from '#domain/billing/facts';
import { m } from '../../messages/messages.js';
import { atMostCharacters, says } from '../says.ts';

const line = (most: number) =>
  z
    .string()
    .trim()
    .max(most, atMostCharacters(most))
    .refine((text) => !hidesCharacters(text), says(m.faults_must_be_one_line_of_visible_characters))
    .default('');

const fields = {
  /** Whether members may pay by bank transfer. */
  isOn: z.boolean().default(false),
  holder: line(100),
  account: line(50),
  /** BIC, sort code or routing number. */
  code: line(30),
  bank: line(100),
  /** What members should know, such as how long it takes until a payment is confirmed. */
  note: z.string().trim().max(500, atMostCharacters(500)).default(''),
  currency: z
    .string()
    .regex(/^[a-z]{3}$/)
    .default('eur'),
  /** What plans cost, tax included, in the smallest unit of the currency. */
  prices: z
    .array(
      z.object({
        planId: z.uuid(),
        interval: z.enum(INTERVALS),
        amount: z.int().min(1).max(99_999_999),
      }),
    )
    .max(100)
    .default([]),
};

interface Checked {
  readonly isOn: boolean;
  readonly holder: string;
  readonly account: string;
}

/** Nobody is asked for money without a place to send it to. */
export function checkBank({ account, holder, isOn }: Checked, context: z.RefinementCtx): void {
  const fault = (path: string, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message });
  if (isOn && holder === '') fault('holder', m.faults_enter_the_account_holder());
  if (isOn && account === '') fault('account', m.faults_enter_the_account_number());
  if (account !== '' && !isAccountNumber(account))
    fault('account', m.faults_this_isnt_a_valid_account_number_check());
}

/** Where members send money by bank transfer, and how much. */
export const bankSettingsShape = z.object(fields);
export type BankSettings = z.output<typeof bankSettingsShape>;
