import { z } from 'zod';
import { isoTime } from './paging.ts';
import { adminProcedure, failures } from './procedure.ts';
import { PAGE_NAMES } from './site.ts';

/** The pages that administrators edit: four of text, the questions, the contact details. */
export const EDITED_PAGES = [...PAGE_NAMES, 'faq', 'contact'] as const;
export type EditedPageName = (typeof EDITED_PAGES)[number];

/** In characters, as it is stored. */
export const MOST_HTML = 200_000;
export const TOO_LONG = 'At most 200000 characters';

export const htmlContent = z.object({
  kind: z.literal('html'),
  html: z.string().max(MOST_HTML, TOO_LONG),
});
export type HtmlContent = z.infer<typeof htmlContent>;

export const markdownContent = z.object({
  kind: z.literal('markdown'),
  markdown: z.string().max(MOST_HTML, TOO_LONG),
});
export type MarkdownContent = z.infer<typeof markdownContent>;

/** A page of text: HTML, as the product came with it, or Markdown once somebody chose it. */
export const textContent = z.discriminatedUnion('kind', [htmlContent, markdownContent]);
export type TextContent = z.infer<typeof textContent>;

export const faqContent = z.object({
  kind: z.literal('faq'),
  items: z
    .array(
      z.object({
        id: z.string().min(1).max(64),
        question: z.string().trim().min(1, 'Question is required').max(300, 'At most 300 characters'),
        answer: z.string().trim().min(1, 'Answer is required').max(5000, 'At most 5000 characters'),
        pricing: z.boolean().default(false),
      }),
    )
    .max(200, 'At most 200 questions')
    .refine(
      (items) => new Set(items.map(({ id }) => id)).size === items.length,
      'Each question must be unique',
    ),
});
export type FaqContent = z.infer<typeof faqContent>;

export const contactContent = z.object({
  kind: z.literal('contact'),
  introText: z.string().trim().max(2000, 'At most 2000 characters'),
  email: z.literal('').or(z.email('Valid email is required').max(254, 'At most 254 characters')),
  phone: z.string().trim().max(50, 'At most 50 characters'),
  address: z.string().trim().max(500, 'At most 500 characters'),
});
export type ContactContent = z.infer<typeof contactContent>;

export const pageContent = z.discriminatedUnion('kind', [
  htmlContent,
  markdownContent,
  faqContent,
  contactContent,
]);
export type PageContent = z.infer<typeof pageContent>;

export function isText(content: PageContent): content is TextContent {
  return content.kind === 'html' || content.kind === 'markdown';
}

/** Whether this page can have such content. */
export function isContentOf(name: EditedPageName, content: PageContent): boolean {
  return name === 'faq' || name === 'contact' ? content.kind === name : isText(content);
}

/** Version 0 is the text that the product came with; each save counts one up. */
const pageVersion = z.int().min(0).max(2_000_000_000);

export const editedPage = z.object({
  name: z.enum(EDITED_PAGES),
  version: pageVersion,
  content: pageContent,
  /** Null while nobody has saved the page. */
  savedAt: isoTime.nullable(),
  /** Name of who saved it; null when nobody did or the account is gone. */
  savedBy: z.string().nullable(),
});
export type EditedPage = z.infer<typeof editedPage>;

export const pageRevision = z.object({
  version: pageVersion,
  /** initial: what stood there before the first save; restored: an earlier version, saved again. */
  origin: z.enum(['initial', 'saved', 'restored']),
  restoredVersion: pageVersion.nullable(),
  savedAt: isoTime,
  savedBy: z.string().nullable(),
});
export type PageRevision = z.infer<typeof pageRevision>;

const byName = z.object({ name: z.enum(EDITED_PAGES) });
const conflict = { VERSION_CONFLICT: { status: 409, data: z.object({ current: editedPage }) } } as const;

export const pages = {
  get: adminProcedure
    .meta({ scope: 'admin:content:read' })
    .route({ method: 'GET', path: '/admin/pages/{name}', summary: 'Get a page for editing' })
    .input(byName)
    .output(editedPage),
  save: adminProcedure
    .meta({ scope: 'admin:content:write' })
    .route({ method: 'PUT', path: '/admin/pages/{name}', summary: 'Save a page' })
    .errors(conflict)
    .input(byName.extend({ version: pageVersion, content: pageContent }))
    .output(editedPage),
  preview: adminProcedure
    .meta({ scope: 'admin:content:read', media: 'signed' })
    .route({ method: 'POST', path: '/admin/page-preview', summary: 'Preview HTML as readers will see it' })
    .input(htmlContent.pick({ html: true }))
    .output(
      z.object({
        html: z.string(),
        /** What is not allowed in a page and was left out: "<script>", "onclick of <p>". */
        removed: z.array(z.string()),
      }),
    ),
  history: adminProcedure
    .meta({ scope: 'admin:content:read' })
    .route({
      method: 'GET',
      path: '/admin/pages/{name}/history',
      summary: 'List the saved versions of a page, newest first',
    })
    .input(byName.extend({ before: z.coerce.number().int().min(0).max(2_000_000_000).optional() }))
    .output(z.object({ items: z.array(pageRevision), hasMore: z.boolean() })),
  revision: adminProcedure
    .meta({ scope: 'admin:content:read' })
    .route({
      method: 'GET',
      path: '/admin/pages/{name}/history/{version}',
      summary: 'Get a saved version of a page',
    })
    .errors(failures('REVISION_NOT_FOUND'))
    .input(byName.extend({ version: z.coerce.number().int().min(0).max(2_000_000_000) }))
    .output(pageRevision.extend({ content: pageContent })),
  restore: adminProcedure
    .meta({ scope: 'admin:content:write' })
    .route({
      method: 'POST',
      path: '/admin/pages/{name}/restore',
      summary: 'Restore an earlier version of a page',
    })
    .errors({ ...failures('REVISION_NOT_FOUND'), ...conflict })
    .input(byName.extend({ restore: pageVersion, version: pageVersion }))
    .output(editedPage),
};
