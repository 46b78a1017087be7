import { z } from 'zod';
import { MAX_AUTHORS } from '#domain/authors/limits';
import { CONTENT_TYPES, LEVELS, SECTION_TYPES } from '#domain/courses/vocabulary';
import { SECTION_ORDERS } from '#domain/learning/section-lock';
import { TIERS } from '#domain/tiers';
import { examForm } from '../exams/exam-form.ts';
import { pictureAddress } from '../picture-address.ts';
import { isWebAddress } from '../web-address.ts';

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

const optionalAddress = z
  .string()
  .trim()
  .max(2000, 'Must be a valid URL')
  .refine(
    (value) => value === '' || isWebAddress(value) || /^\/(?![/\\])\S*$/.test(value),
    'Must be a valid URL',
  )
  .default('');

/** A section as the section builder holds it. A section without an id is new. */
export const sectionForm = z.object({
  id: z.uuid().optional(),
  title: z.string().trim().min(1, 'Section title is required').max(200, 'At most 200 characters'),
  /** Sections in a row that name the same chapter are that chapter; empty: in none. */
  chapter: z.string().trim().max(200, 'At most 200 characters').default(''),
  content: z.string().max(200_000, 'At most 200000 characters').default(''),
  type: z.enum(CONTENT_TYPES).default('text'),
  sectionType: z.enum(SECTION_TYPES).default('lesson'),
  videoUrl: optionalAddress,
  captionsUrl: optionalAddress,
  minutes: z.int('Must be a whole number of minutes').min(0).max(6000, 'At most 6000 minutes').optional(),
  /** The questions of an exam. Left out: they stay as they are. */
  exam: examForm.nullable().optional(),
  /** Whether the course is complete only with it. */
  required: z.boolean().default(true),
  /** Whether everyone may read it, whatever their plan. Lessons only; of other sections it is ignored. */
  sample: z.boolean().default(false),
  /** When it opens for everyone, and how many days after the enrollment; the later of both counts. */
  opensAt: z.iso.datetime('Must be a date and time').nullable().default(null),
  opensAfterDays: z
    .int('Must be a whole number of days')
    .min(1, 'At least 1 day')
    .max(3650, 'At most 3650 days')
    .nullable()
    .default(null),
});
export type SectionForm = z.infer<typeof sectionForm>;

/** The course form (spec section 5). */
export const courseForm = z.object({
  title: z.string().trim().min(1, 'Title is required').max(200, 'At most 200 characters'),
  description: z.string().trim().min(1, 'Description is required').max(5000, 'At most 5000 characters'),
  slug: z
    .string()
    .trim()
    .min(1, 'Slug is required')
    .max(100, 'At most 100 characters')
    .regex(SLUG, 'Use lowercase letters, numbers, and single hyphens'),
  categories: z.array(z.uuid()).min(1, 'At least one category is required').max(20, 'At most 20 categories'),
  tags: z
    .array(z.string().trim().min(1).max(50, 'At most 50 characters'))
    .max(50, 'At most 50 tags')
    .default([]),
  outcomes: z
    .array(z.string().trim().min(1).max(300, 'At most 300 characters'))
    .max(20, 'At most 20')
    .default([]),
  thumbnail: pictureAddress,
  /** Who wrote it, in the order in which they are named. Left out: who creates it, and later whoever they are. */
  authors: z.array(z.uuid()).max(MAX_AUTHORS, `At most ${MAX_AUTHORS} authors`).optional(),
  level: z.enum(LEVELS).default('beginner'),
  subscriptionLevel: z.enum(TIERS).default('free'),
  /** Whether who completes it may have a certificate, and for how many months that holds; null: for ever. */
  certificate: z.boolean().default(true),
  certificateMonths: z
    .int('Must be a whole number of months')
    .min(1, 'At least 1 month')
    .max(120, 'At most 120 months')
    .nullable()
    .default(null),
  sectionOrder: z.enum(SECTION_ORDERS).default('free'),
  /** The course that must be completed first. */
  prerequisiteId: z.uuid().nullable().default(null),
  content: z.array(sectionForm).max(500, 'At most 500 sections').default([]),
});
export type CourseForm = z.infer<typeof courseForm>;

/** What a new course or post starts as. Left out: what the school has set. */
export const startOf = { start: z.enum(['published', 'draft']).optional() };
export type Start = { readonly start?: 'published' | 'draft' | undefined };
