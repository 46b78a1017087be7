import { z } from 'zod';
import type { PageMeta } from '#domain/site/page-meta';
import { m } from '../messages/messages.js';
import { atMostCharacters, says } from './says.ts';
import { isWebAddress } from './web-address.ts';

const words = (most: number) => z.string().trim().max(most, atMostCharacters(most)).default('');

/** What search engines and shared links show of a post or page instead of its title and description. Empty: those. */
export const pageMeta = z.object({
  title: words(200),
  /** The address under which search engines list the text, where it was published first. */
  canonical: z
    .string()
    .trim()
    .max(2000, atMostCharacters(2000))
    .refine(
      (value) => value === '' || (value.startsWith('https://') && isWebAddress(value) && !/\s/.test(value)),
      says(m.faults_must_be_an_address_that_starts_with),
    )
    .default(''),
  shareTitle: words(200),
  shareDescription: words(500),
}) satisfies z.ZodType<PageMeta>;
