import { z } from 'zod';
import { hidesCharacters } from '#domain/accounts/display-name';
import { carryLanding } from '#domain/site/landing/carry-landing';
import { DEFAULT_LANDING } from '#domain/site/landing/default-landing';
import { MAX_LANDING_BLOCKS, ONCE_KINDS } from '#domain/site/landing/landing-blocks';
import { isLinkAddress, isOwnPage } from '#domain/site/menus';
import { m } from '../../messages/messages.js';
import { pictureAddress } from '../picture-address.ts';
import { atMostCharacters, says } from '../says.ts';

const line = (most: number) =>
  z
    .string()
    .trim()
    .max(most, atMostCharacters(most))
    .refine((text) => !hidesCharacters(text), says(m.faults_must_be_one_line_of_visible_characters));
const filled = (most: number) => line(most).min(1, 'Required');
/** The words of the product where it is empty. */
const own = (most: number) => line(most).default('');
const address = line(500)
  .refine(
    (to) => to === '' || isOwnPage(to) || (isLinkAddress(to) && !to.startsWith('/')),
    says(m.faults_must_be_a_path_such_as_courses),
  )
  .default('');

const MAX_SIDE = 100_000;
const side = z.int().positive().max(MAX_SIDE).nullable().default(null);
/** A picture that everybody may open, and its size where that is known. */
const picture = z.object({ address: pictureAddress, width: side, height: side });
const alt = line(500).default('');

const shared = {
  /** Stays with a block through every change, so that what two people change comes together. */
  id: z.string().regex(/^[a-z0-9-]{1,40}$/),
  /** Only administrators see it. */
  hidden: z.boolean().default(false),
};

export const MAX_FEATURED = 3;
export const MAX_REASONS = 3;
export const MAX_NUMBERS = 4;
export const MAX_QUOTES = 6;

const hero = z.object({
  kind: z.literal('hero'),
  ...shared,
  title: own(80),
  text: own(250),
  button: own(40),
  /** Where the first button leads; empty: the catalog. */
  buttonTo: address,
  /** Null: the drawing of the product. */
  picture: picture.nullable().default(null),
  alt,
});
const featured = z.object({
  kind: z.literal('featured'),
  ...shared,
  title: own(80),
  /** None: the newest that are open to the reader. */
  courses: z
    .array(z.uuid())
    .max(
      MAX_FEATURED,
      says(() => m.faults_at_most_courses({ number: MAX_FEATURED })),
    )
    .refine((ids) => new Set(ids).size === ids.length, says(m.faults_each_course_once))
    .default([]),
});
const lab = z.object({ kind: z.literal('lab'), ...shared });
const reasons = z.object({
  kind: z.literal('reasons'),
  ...shared,
  title: own(80),
  /** None: those of the product. */
  reasons: z
    .array(z.object({ title: filled(60), text: filled(200) }))
    .max(
      MAX_REASONS,
      says(() => m.faults_at_most_reasons({ number: MAX_REASONS })),
    )
    .default([]),
});
const pricing = z.object({ kind: z.literal('pricing'), ...shared, title: own(80) });
const call = z.object({
  kind: z.literal('call'),
  ...shared,
  title: own(80),
  /** For those who are not signed in. */
  button: own(40),
  buttonTo: address,
});
const text = z.object({
  kind: z.literal('text'),
  ...shared,
  title: own(80),
  markdown: z.string().max(20_000, atMostCharacters(20_000)).regex(/\S/, 'Required'),
});
const pictureBlock = z.object({
  kind: z.literal('picture'),
  ...shared,
  picture: picture.nullable().refine((value): boolean => value !== null, says(m.faults_choose_a_picture)),
  alt,
  caption: line(200).default(''),
});
const numbers = z.object({
  kind: z.literal('numbers'),
  ...shared,
  numbers: z
    .array(z.object({ value: filled(12), label: filled(60) }))
    .min(1, says(m.faults_add_a_number))
    .max(
      MAX_NUMBERS,
      says(() => m.faults_at_most_numbers({ number: MAX_NUMBERS })),
    ),
});
const quotes = z.object({
  kind: z.literal('quotes'),
  ...shared,
  title: own(80),
  quotes: z
    .array(z.object({ text: filled(300), author: filled(80) }))
    .min(1, says(m.faults_add_a_quote))
    .max(
      MAX_QUOTES,
      says(() => m.faults_at_most_quotes({ number: MAX_QUOTES })),
    ),
});
const faq = z.object({ kind: z.literal('faq'), ...shared, title: own(80) });

const withoutText = [
  hero,
  featured,
  lab,
  reasons,
  pricing,
  call,
  pictureBlock,
  numbers,
  quotes,
  faq,
] as const;

function listOf<Block extends z.ZodType<{ id: string; kind: string; hidden: boolean }>>(block: Block) {
  return z
    .array(block)
    .max(
      MAX_LANDING_BLOCKS,
      says(() => m.faults_at_most_blocks({ number: MAX_LANDING_BLOCKS })),
    )
    .refine(
      (all) => new Set(all.map(({ id }) => id)).size === all.length,
      says(m.faults_each_block_needs_an_id_of_its_own),
    )
    .refine(
      (all) => ONCE_KINDS.every((kind) => all.filter((each) => each.kind === kind).length <= 1),
      says(m.faults_hero_and_code_only_once),
    )
    .refine((all) => all.some(({ hidden }) => !hidden), says(m.faults_show_at_least_one_block));
}

const landingBlock = z.discriminatedUnion('kind', [...withoutText, text]);
export type LandingBlock = z.output<typeof landingBlock>;

/** The landing page of a school, from top to bottom. */
export const landingForm = z.object({
  blocks: listOf(landingBlock).default(() => DEFAULT_LANDING.map((block) => landingBlock.parse(block))),
});
export type LandingSettings = z.output<typeof landingForm>;

const storedText = text.extend({ html: z.string().default('') });
const storedBlock = z.discriminatedUnion('kind', [...withoutText, storedText]);
/** The same as it is stored: the texts are rendered, and a page from before there were blocks is carried over. */
export const storedLanding = z.preprocess(
  carryLanding,
  z.object({
    blocks: z.array(storedBlock).default(() => DEFAULT_LANDING.map((block) => storedBlock.parse(block))),
  }),
);
export type StoredLanding = z.output<typeof storedLanding>;

const shown = { hidden: true } as const;
export const publicBlock = z.discriminatedUnion('kind', [
  hero.omit(shown),
  featured.omit(shown),
  lab.omit(shown),
  reasons.omit(shown),
  pricing.omit(shown),
  call.omit(shown),
  pictureBlock.omit(shown),
  numbers.omit(shown),
  quotes.omit(shown),
  faq.omit(shown),
  storedText.omit({ ...shown, markdown: true }),
]);
/** A block as its readers get it; whatever it leaves out is as the product has it. */
export type PublicBlock = z.input<typeof publicBlock>;
export type BlockOf<Kind extends PublicBlock['kind']> = Extract<PublicBlock, { kind: Kind }>;
