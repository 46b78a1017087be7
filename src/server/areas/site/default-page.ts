import { readFile } from 'node:fs/promises';
import type { BuiltInPage, PageContent } from '#contract/pages';
import { SAMPLE_CONTACT_DETAILS } from './get-contact-details.ts';
import { SAMPLE_FAQ } from './list-faq.ts';

/** The day the default texts were written. */
export const DEFAULTS_WRITTEN = new Date('2026-11-23T00:00:00.000Z');

/** What a page says before anybody saved it. 'about_us' says nothing: its screen has its own fallback (spec section 2). */
export async function defaultPage(name: BuiltInPage): Promise<PageContent> {
  if (name === 'faq') return { kind: 'faq', items: [...SAMPLE_FAQ] };
  if (name === 'contact') return { kind: 'contact', ...SAMPLE_CONTACT_DETAILS };
  if (name === 'about_us') return { kind: 'html', html: '' };
  const html = await readFile(new URL(`./default-pages/${name}.html`, import.meta.url), 'utf8');
  return { kind: 'html', html };
}
