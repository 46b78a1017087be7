import { z } from 'zod';
import { MAX_AUTHORS } from '#domain/authors/limits';
import { CONTENT_TYPES, MAX_SECTIONS, SECTION_TYPES } from '#domain/courses/vocabulary';
import { m } from '../../messages/messages.js';
import { examForm } from '../exams/exam-form.ts';
import { isoTime } from '../paging.ts';
import { atMostCharacters, says } from '../says.ts';
import { isWebAddress } from '../web-address.ts';
import { courseFields } from './course-fields.ts';

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;

const optionalAddress = z
  .string()
  .trim()
  .max(2000, says(m.faults_must_be_a_valid_url))
  .refine(
    (value) => value === '' || isWebAddress(value) || /^\/(?![/\\])\S*$/.test(value),
    says(m.faults_must_be_a_valid_url),
  )
  .default('');

/** A section as the section builder holds it. A section without an id is new. */
export const sectionForm = z.object({
  id: z.uuid().optional(),
  title: z.string().trim().min(1, says(m.faults_section_title_is_required)).max(200, atMostCharacters(200)),
  /** Sections in a row that name the same chapter are that chapter; empty: in none. */
  chapter: z.string().trim().max(200, atMostCharacters(200)).default(''),
  content: z.string().max(200_000, atMostCharacters(200_000)).default(''),
  type: z.enum(CONTENT_TYPES).default('text'),
  sectionType: z.enum(SECTION_TYPES).default('lesson'),
  videoUrl: optionalAddress,
  captionsUrl: optionalAddress,
  minutes: z
    .int(says(m.faults_must_be_a_whole_number_of_minutes))
    .min(0)
    .max(
      6000,
      says(() => m.faults_at_most_minutes({ number: 6000 })),
    )
    .optional(),
  /** The questions of an exam. Left out: they stay as they are. */
  exam: examForm.nullable().optional(),
  /** Whether the course is complete only with it. */
  required: z.boolean().default(true),
  /** Whether everyone may read it, whatever their plan. Lessons only; of other sections it is ignored. */
  sample: z.boolean().default(false),
  /** When it opens for everyone, and how many days after the enrollment; the later of both counts. */
  opensAt: z.iso.datetime(says(m.faults_must_be_a_date_and_time)).nullable().default(null),
  opensAfterDays: z
    .int(says(m.faults_must_be_a_whole_number_of_days))
    .min(
      1,
      says(() => m.faults_at_least_days({ number: 1 })),
    )
    .max(
      3650,
      says(() => m.faults_at_most_days({ number: 3650 })),
    )
    .nullable()
    .default(null),
});
export type SectionForm = z.infer<typeof sectionForm>;

/** The course form (spec section 5). */
export const courseForm = z.object({
  ...courseFields,
  slug: z
    .string()
    .trim()
    .min(1, says(m.faults_slug_is_required))
    .max(100, atMostCharacters(100))
    .regex(SLUG, says(m.faults_use_lowercase_letters_numbers_and_single_hyphens)),
  categories: z
    .array(z.uuid())
    .min(1, says(m.faults_at_least_one_category_is_required))
    .max(
      20,
      says(() => m.faults_at_most_categories({ number: 20 })),
    ),
  /** Who wrote it, in the order in which they are named. Left out: who creates it, and later whoever they are. */
  authors: z
    .array(z.uuid())
    .max(
      MAX_AUTHORS,
      says(() => m.faults_at_most_authors({ number: MAX_AUTHORS })),
    )
    .optional(),
  content: z
    .array(sectionForm)
    .max(
      MAX_SECTIONS,
      says(() => m.faults_at_most_sections({ number: MAX_SECTIONS })),
    )
    .default([]),
});
export type CourseForm = z.infer<typeof courseForm>;

export const startOf = {
  /** What a new course or post starts as. Left out: what the school has set. */
  start: z.enum(['published', 'draft', 'scheduled']).optional(),
  /** When a scheduled one is published. */
  publishAt: isoTime.optional(),
};
export type Start = {
  readonly start?: 'published' | 'draft' | 'scheduled' | undefined;
  readonly publishAt?: string | undefined;
};
