import { z } from 'zod';
import { hidesCharacters } from '#domain/accounts/display-name';
import { isLinkAddress, isOwnPage } from '#domain/site/menus';
import { m } from '../../messages/messages.js';
import { atMostCharacters, says } from '../says.ts';

const line = (most: number) =>
  z
    .string()
    .trim()
    .max(most, atMostCharacters(most))
    .refine((text) => !hidesCharacters(text), says(m.faults_must_be_one_line_of_visible_characters));
const filled = (most: number) => line(most).min(1, 'Required');

/** What a school says of itself on its landing page. Empty texts are those of the product, empty lists show nothing. */
export const landingForm = z.object({
  title: line(80).default(''),
  text: line(250).default(''),
  button: line(40).default(''),
  /** Where the first button leads; empty: the catalog. */
  buttonTo: line(500)
    .refine(
      (to) => to === '' || isOwnPage(to) || (isLinkAddress(to) && !to.startsWith('/')),
      says(m.faults_must_be_a_path_such_as_courses),
    )
    .default(''),
  numbers: z
    .array(z.object({ value: filled(12), label: filled(60) }))
    .max(
      4,
      says(() => m.faults_at_most_numbers({ number: 4 })),
    )
    .default([]),
  quotes: z
    .array(z.object({ text: filled(300), author: filled(80) }))
    .max(
      3,
      says(() => m.faults_at_most_quotes({ number: 3 })),
    )
    .default([]),
  /** Whether it ends with the questions of the FAQ page. */
  faq: z.boolean().default(false),
});
export type LandingSettings = z.output<typeof landingForm>;
