import { z } from 'zod';
import { hidesCharacters } from '#domain/accounts/display-name';
import { isLinkAddress, LINK_AUDIENCES } from '#domain/site/menus';

const words = z
  .string()
  .trim()
  .min(1, 'Enter a label')
  .max(40, 'At most 40 characters')
  .refine((text) => !hidesCharacters(text), 'Must be one line of visible characters');

const menuLink = z.object({
  label: words,
  to: z
    .string()
    .trim()
    .max(500, 'At most 500 characters')
    .refine(isLinkAddress, 'Must be a path such as /courses, or an address that starts with https://'),
  audience: z.enum(LINK_AUDIENCES).default('everyone'),
});
export type MenuLink = z.output<typeof menuLink>;

const menuColumn = z.object({ title: words, links: z.array(menuLink).max(10, 'At most 10 links') });
export type MenuColumn = z.output<typeof menuColumn>;

/** The links of the header and the columns of the footer. Null: those of the product. */
export const menusForm = z.object({
  header: z.array(menuLink).max(8, 'At most 8 links').nullable().default(null),
  footer: z.array(menuColumn).max(4, 'At most 4 columns').nullable().default(null),
});
export type MenuSettings = z.output<typeof menusForm>;
