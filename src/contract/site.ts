import { z } from 'zod';
import { PAGE_STATES } from '#domain/site/page-states';
import { m } from '../messages/messages.js';
import { publicBlock } from './administration/landing.ts';
import { pageMeta } from './page-meta.ts';
import { isoTime } from './paging.ts';
import { failures, publicProcedure } from './procedure.ts';
import { atMostCharacters, says } from './says.ts';

export const PAGE_NAMES = ['about_us', 'terms', 'privacy', 'cookies'] as const;
export type PageName = (typeof PAGE_NAMES)[number];

export const page = z.object({
  name: z.enum(PAGE_NAMES),
  /** Sanitised HTML. */
  html: z.string(),
  updatedAt: isoTime,
});
export type Page = z.infer<typeof page>;

/** A page that the school added, as its readers get it. */
export const customPage = z.object({
  access: z.literal('open'),
  slug: z.string(),
  title: z.string(),
  /** What it is described by; empty: it has no words. */
  description: z.string(),
  html: z.string(),
  state: z.enum(PAGE_STATES),
  meta: pageMeta,
  shareImage: z.string(),
  updatedAt: isoTime,
});
export type CustomPage = z.infer<typeof customPage>;
/** The page has another address now. */
const movedPage = customPage.pick({ slug: true }).extend({ access: z.literal('moved') });

export const faqItem = z.object({
  id: z.string(),
  question: z.string(),
  answer: z.string(),
  /** Whether it also stands on the pricing page. */
  pricing: z.boolean().default(false),
});
export type FaqItem = z.infer<typeof faqItem>;

export const contactDetails = z.object({
  introText: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
});
export type ContactDetails = z.infer<typeof contactDetails>;

export const contactForm = z.object({
  name: z.string().trim().min(1, says(m.faults_name_is_required)).max(200, atMostCharacters(200)),
  email: z.email(says(m.faults_valid_email_is_required)).max(254, atMostCharacters(254)),
  message: z.string().trim().min(1, says(m.faults_message_is_required)).max(5000, atMostCharacters(5000)),
  /** A field that people never see; what fills it is a machine. */
  website: z.string().max(500).default(''),
});

export const version = z.object({
  /** Made when the server started: start time and a random suffix (spec section 2). */
  version: z.string(),
  /** Identity of the web app's files; another value than the page's own means a newer build is served. */
  build: z.string(),
  builtAt: isoTime,
});
export type Version = z.infer<typeof version>;

export const site = {
  version: publicProcedure
    .meta({ scope: 'content:read' })
    .route({ method: 'GET', path: '/version', summary: 'Get the version of the running server' })
    .output(version),
  page: publicProcedure
    .meta({ scope: 'content:read', cache: 'everyone', media: 'signed' })
    .route({ method: 'GET', path: '/pages/{name}', summary: 'Get a static page as HTML' })
    .errors(failures('PAGE_NOT_FOUND'))
    .input(z.object({ name: z.enum(PAGE_NAMES) }))
    .output(page),
  customPage: publicProcedure
    .meta({ scope: 'content:read', media: 'signed' })
    .route({
      method: 'GET',
      path: '/custom-pages/{slug}',
      summary: 'Get a page that the school added, or where it has moved',
    })
    .errors(failures('PAGE_NOT_FOUND'))
    .input(z.object({ slug: z.string().max(100) }))
    .output(z.discriminatedUnion('access', [customPage, movedPage])),
  findPages: publicProcedure
    .meta({ scope: 'content:read', limitPerMinute: 300 })
    .route({
      method: 'GET',
      path: '/custom-pages',
      summary: 'Find published pages that the school added, by their titles',
    })
    .input(z.object({ q: z.string().trim().max(200).default('') }))
    .output(z.object({ items: z.array(customPage.pick({ slug: true, title: true })) })),
  landing: publicProcedure
    .meta({ scope: 'content:read', cache: 'everyone', media: 'signed' })
    .route({ method: 'GET', path: '/landing', summary: 'Get the blocks of the landing page' })
    .output(z.object({ blocks: z.array(publicBlock) })),
  faq: publicProcedure
    .meta({ scope: 'content:read', cache: 'everyone' })
    .route({ method: 'GET', path: '/faq', summary: 'List frequently asked questions in display order' })
    .output(z.array(faqItem)),
  contactDetails: publicProcedure
    .meta({ scope: 'content:read', cache: 'everyone' })
    .route({ method: 'GET', path: '/contact-details', summary: "Get the school's contact details" })
    .output(contactDetails),
  contact: publicProcedure
    .meta({ scope: 'session-only', limitPerMinute: 5 })
    .route({ method: 'POST', path: '/contact', summary: 'Send a message to the school', successStatus: 201 })
    .input(contactForm)
    .output(z.object({ received: z.literal(true) })),
};
