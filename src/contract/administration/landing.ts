import { z } from 'zod';
import { hidesCharacters } from '#domain/accounts/display-name';
import { isLinkAddress, isOwnPage } from '#domain/site/menus';

const line = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `At most ${most} characters`)
    .refine((text) => !hidesCharacters(text), 'Must be one line of visible characters');
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
      'Must be a path such as /courses, or an address that starts with https://',
    )
    .default(''),
  numbers: z
    .array(z.object({ value: filled(12), label: filled(60) }))
    .max(4, 'At most 4 numbers')
    .default([]),
  quotes: z
    .array(z.object({ text: filled(300), author: filled(80) }))
    .max(3, 'At most 3 quotes')
    .default([]),
  /** Whether it ends with the questions of the FAQ page. */
  faq: z.boolean().default(false),
});
export type LandingSettings = z.output<typeof landingForm>;
