import { z } from 'zod';
import { hidesCharacters } from '#domain/accounts/display-name';
import { isLinkAddress, LINK_AUDIENCES } from '#domain/site/menus';
import { m } from '../../messages/messages.js';
import { atMostCharacters, says } from '../says.ts';

const words = z
  .string()
  .trim()
  .min(1, says(m.faults_enter_a_label))
  .max(40, atMostCharacters(40))
  .refine((text) => !hidesCharacters(text), says(m.faults_must_be_one_line_of_visible_characters));

const menuLink = z.object({
  label: words,
  to: z
    .string()
    .trim()
    .max(500, atMostCharacters(500))
    .refine(isLinkAddress, says(m.faults_must_be_a_path_such_as_courses)),
  audience: z.enum(LINK_AUDIENCES).default('everyone'),
});
export type MenuLink = z.output<typeof menuLink>;

const menuColumn = z.object({
  title: words,
  links: z.array(menuLink).max(
    10,
    says(() => m.faults_at_most_links({ number: 10 })),
  ),
});
export type MenuColumn = z.output<typeof menuColumn>;

/** The links of the header and the columns of the footer. Null: those of the product. */
export const menusForm = z.object({
  header: z
    .array(menuLink)
    .max(
      8,
      says(() => m.faults_at_most_links({ number: 8 })),
    )
    .nullable()
    .default(null),
  footer: z
    .array(menuColumn)
    .max(
      4,
      says(() => m.faults_at_most_columns({ number: 4 })),
    )
    .nullable()
    .default(null),
});
export type MenuSettings = z.output<typeof menusForm>;
