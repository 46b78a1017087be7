import { z } from 'zod';
import { NO_META } from '#domain/site/page-meta';
import { PAGE_STATES } from '#domain/site/page-states';
import { m } from '../messages/messages.js';
import { courseForm } from './courses/course-form.ts';
import { pageMeta } from './page-meta.ts';
import { isoTime } from './paging.ts';
import { adminProcedure, failures } from './procedure.ts';
import { atMostCharacters, says } from './says.ts';
import { PAGE_NAMES } from './site.ts';

/** The pages that every school has: four of text, the questions, the contact details. */
export const BUILT_IN_PAGES = [...PAGE_NAMES, 'faq', 'contact'] as const;
export type BuiltInPage = (typeof BUILT_IN_PAGES)[number];

/** What a page is edited under: its name where every school has it, the id of one that the school added. */
const pageName = z.union([z.enum(BUILT_IN_PAGES), z.uuid()]);

export function isBuiltIn(name: string): name is BuiltInPage {
  return (BUILT_IN_PAGES as readonly string[]).includes(name);
}

/** In characters, as it is stored. */
export const MAX_HTML = 200_000;

export const htmlContent = z.object({
  kind: z.literal('html'),
  html: z.string().max(MAX_HTML, atMostCharacters(MAX_HTML)),
});
export type HtmlContent = z.infer<typeof htmlContent>;

export const markdownContent = z.object({
  kind: z.literal('markdown'),
  markdown: z.string().max(MAX_HTML, atMostCharacters(MAX_HTML)),
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
        question: z
          .string()
          .trim()
          .min(1, says(m.faults_question_is_required))
          .max(300, atMostCharacters(300)),
        answer: z.string().trim().min(1, says(m.faults_answer_is_required)).max(5000, atMostCharacters(5000)),
        pricing: z.boolean().default(false),
      }),
    )
    .max(
      200,
      says(() => m.faults_at_most_questions({ number: 200 })),
    )
    .refine(
      (items) => new Set(items.map(({ id }) => id)).size === items.length,
      says(m.faults_each_question_must_be_unique),
    ),
});
export type FaqContent = z.infer<typeof faqContent>;

export const contactContent = z.object({
  kind: z.literal('contact'),
  introText: z.string().trim().max(2000, atMostCharacters(2000)),
  email: z.literal('').or(z.email(says(m.faults_valid_email_is_required)).max(254, atMostCharacters(254))),
  phone: z.string().trim().max(50, atMostCharacters(50)),
  address: z.string().trim().max(500, atMostCharacters(500)),
});
export type ContactContent = z.infer<typeof contactContent>;

/** A page that the school added: its text, and what it goes by. */
export const customContent = z.object({
  kind: z.literal('custom'),
  title: courseForm.shape.title,
  slug: courseForm.shape.slug,
  /** For search engines and shared links. Empty: how its text begins. */
  description: z.string().trim().max(500, atMostCharacters(500)).default(''),
  markdown: markdownContent.shape.markdown,
  meta: pageMeta.default(NO_META),
});
export type CustomContent = z.infer<typeof customContent>;

export const pageContent = z.discriminatedUnion('kind', [
  htmlContent,
  markdownContent,
  faqContent,
  contactContent,
  customContent,
]);
export type PageContent = z.infer<typeof pageContent>;

export function isText(content: PageContent): content is TextContent {
  return content.kind === 'html' || content.kind === 'markdown';
}

/** Whether this page can have such content. */
export function isContentOf(name: string, content: PageContent): boolean {
  if (!isBuiltIn(name)) return content.kind === 'custom';
  return name === 'faq' || name === 'contact' ? content.kind === name : isText(content);
}

/** Version 0 is the text that the product came with; each save counts one up. */
const pageVersion = z.int().min(0).max(2_000_000_000);

export const editedPage = z.object({
  name: pageName,
  version: pageVersion,
  content: pageContent,
  /** Null for a page that every school has: it is always public. */
  state: z.enum(PAGE_STATES).nullable(),
  /** When it was published first. */
  publishedAt: isoTime.nullable(),
  /** When a scheduled one is published. */
  publishAt: isoTime.nullable(),
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

const pageRow = z.object({
  id: z.uuid(),
  slug: z.string(),
  title: z.string(),
  state: z.enum(PAGE_STATES),
  publishedAt: isoTime.nullable(),
  updatedAt: isoTime,
});
export type PageRow = z.infer<typeof pageRow>;

const byName = z.object({ name: pageName });
/** One that the school added. */
const added = z.object({ name: z.uuid() });
const notFound = failures('PAGE_NOT_FOUND');
const conflict = { VERSION_CONFLICT: { status: 409, data: z.object({ current: editedPage }) } } as const;

export const pages = {
  list: adminProcedure
    .meta({ scope: 'admin:content:read' })
    .route({ method: 'GET', path: '/admin/pages', summary: 'List pages, most recently updated first' })
    .input(z.object({ q: z.string().trim().max(200).default('') }))
    .output(
      z.object({
        /** The pages that every school has, with when each was saved last; null: never. They are not searched. */
        builtIn: z.array(z.object({ name: z.enum(BUILT_IN_PAGES), savedAt: isoTime.nullable() })),
        /** At most 500 of those that the school added. */
        items: z.array(pageRow),
        hasMore: z.boolean(),
      }),
    ),
  create: adminProcedure
    .meta({ scope: 'admin:content:write' })
    .route({
      method: 'POST',
      path: '/admin/pages',
      summary: 'Create a page as a draft, or publish it at once',
      successStatus: 201,
    })
    .errors(failures('SLUG_TAKEN'))
    .input(z.object({ content: customContent, start: z.enum(['draft', 'published']).default('draft') }))
    .output(editedPage),
  updateStatus: adminProcedure
    .meta({ scope: 'admin:content:write' })
    .route({
      method: 'POST',
      path: '/admin/pages/{name}/status',
      summary: 'Publish, schedule, or unlist a page, or make it a draft again',
    })
    .errors({ ...notFound, STATE_CHANGED: { status: 409, data: z.object({ current: editedPage }) } })
    .input(
      added.extend({
        /** The status that the change is based on. */
        from: z.enum(PAGE_STATES),
        /** The time that a scheduled page had then. */
        fromPublishAt: isoTime.optional(),
        to: z.enum(PAGE_STATES),
        /** When a scheduled one is published. */
        publishAt: isoTime.optional(),
      }),
    )
    .output(editedPage),
  remove: adminProcedure
    .meta({ scope: 'admin:content:write' })
    .route({
      method: 'DELETE',
      path: '/admin/pages/{name}',
      summary: 'Delete a page; it can be restored for 30 days',
    })
    .errors(notFound)
    .input(added)
    .output(added),
  undelete: adminProcedure
    .meta({ scope: 'admin:content:write' })
    .route({
      method: 'POST',
      path: '/admin/trash/pages/{id}/restore',
      summary: 'Restore a deleted page with its versions',
    })
    .errors(notFound)
    .input(z.object({ id: z.uuid() }))
    .output(z.object({ id: z.uuid(), slug: z.string() })),
  get: adminProcedure
    .meta({ scope: 'admin:content:read' })
    .route({ method: 'GET', path: '/admin/pages/{name}', summary: 'Get a page for editing' })
    .errors(notFound)
    .input(byName)
    .output(editedPage),
  save: adminProcedure
    .meta({ scope: 'admin:content:write' })
    .route({ method: 'PUT', path: '/admin/pages/{name}', summary: 'Save a page' })
    .errors({ ...failures('PAGE_NOT_FOUND', 'SLUG_TAKEN'), ...conflict })
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
    .errors(notFound)
    .input(byName.extend({ before: z.coerce.number().int().min(0).max(2_000_000_000).optional() }))
    .output(z.object({ items: z.array(pageRevision), hasMore: z.boolean() })),
  revision: adminProcedure
    .meta({ scope: 'admin:content:read' })
    .route({
      method: 'GET',
      path: '/admin/pages/{name}/history/{version}',
      summary: 'Get a saved version of a page',
    })
    .errors(failures('PAGE_NOT_FOUND', 'REVISION_NOT_FOUND'))
    .input(byName.extend({ version: z.coerce.number().int().min(0).max(2_000_000_000) }))
    .output(pageRevision.extend({ content: pageContent })),
  restore: adminProcedure
    .meta({ scope: 'admin:content:write' })
    .route({
      method: 'POST',
      path: '/admin/pages/{name}/restore',
      summary: 'Restore an earlier version of a page',
    })
    .errors({ ...failures('PAGE_NOT_FOUND', 'REVISION_NOT_FOUND'), ...conflict })
    .input(byName.extend({ restore: pageVersion, version: pageVersion }))
    .output(editedPage),
};
