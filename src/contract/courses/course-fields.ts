import { z } from 'zod';
import { LEVELS } from '#domain/courses/vocabulary';
import { SECTION_ORDERS } from '#domain/learning/section-lock';
import { TIERS } from '#domain/tiers';
import { m } from '../../messages/messages.js';
import { pictureAddress } from '../picture-address.ts';
import { atMostCharacters, says } from '../says.ts';

/** What the form asks about a course and its page shows. */
export const shownFields = {
  title: z.string().trim().min(1, says(m.faults_title_is_required)).max(200, atMostCharacters(200)),
  description: z
    .string()
    .trim()
    .min(1, says(m.faults_description_is_required))
    .max(5000, atMostCharacters(5000)),
  level: z.enum(LEVELS).default('beginner'),
  subscriptionLevel: z.enum(TIERS).default('free'),
  tags: z
    .array(z.string().trim().min(1).max(50, atMostCharacters(50)))
    .max(
      50,
      says(() => m.faults_at_most_tags({ number: 50 })),
    )
    .default([]),
  outcomes: z
    .array(z.string().trim().min(1).max(300, atMostCharacters(300)))
    .max(
      20,
      says(() => m.faults_at_most({ number: 20 })),
    )
    .default([]),
};

/**
 * What the form asks about a course and a column of its row holds as it is, under the same name: statements, drafts,
 * copies, and versions follow from this list.
 */
export const courseFields = {
  ...shownFields,
  thumbnail: pictureAddress,
  /** Whether who completes it may have a certificate, and for how many months that holds; null: for ever. */
  certificate: z.boolean().default(true),
  certificateMonths: z
    .int(says(m.faults_must_be_a_whole_number_of_months))
    .min(
      1,
      says(() => m.faults_at_least_months({ number: 1 })),
    )
    .max(
      120,
      says(() => m.faults_at_most_months({ number: 120 })),
    )
    .nullable()
    .default(null),
  sectionOrder: z.enum(SECTION_ORDERS).default('free'),
  /** The course that must be completed first. */
  prerequisiteId: z.uuid().nullable().default(null),
};
