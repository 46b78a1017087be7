import { z } from 'zod';
import { LOCK_REASONS } from '#domain/learning/section-lock';
import { SECTION_STATES } from '#domain/learning/section-state';
import { isoTime } from '../paging.ts';
import { failures, memberProcedure } from '../procedure.ts';
import { courseCard, openSection, tier } from './course-shapes.ts';

/** Why a section is not open yet: which course or section comes first, or when it opens. */
export const sectionLock = z.object({
  id: z.uuid(),
  reason: z.enum(LOCK_REASONS),
  opensAt: isoTime.nullable(),
  course: z.object({ slug: z.string(), title: z.string() }).nullable(),
  section: z.object({ key: z.string(), title: z.string() }).nullable(),
});
export type SectionLockReply = z.infer<typeof sectionLock>;

/** How far one is in a course. */
export const courseProgress = z.object({
  enrolled: z.boolean(),
  completedAt: isoTime.nullable(),
  /** Sections that count and are done, and all that count. */
  done: z.int(),
  total: z.int(),
  /** Key of the section to go on with; null in a course without sections. */
  resumeKey: z.string().nullable(),
  /** The sections that were started. */
  sections: z.array(
    z.object({
      id: z.uuid(),
      state: z.enum(SECTION_STATES),
      /** Second of the film, or part of the text, where one stopped. */
      position: z.number(),
    }),
  ),
  /** Sections that an author added since this learner last saw the outline, and that were not started. */
  added: z.array(z.uuid()),
  /** The labs that run. */
  withChecks: z.array(z.uuid()),
  /** Whether they are done when their checks pass, and never marked; otherwise they are marked like every section. */
  judged: z.boolean(),
  /** By the server's clock, when it was so. */
  asOf: isoTime,
  /** The sections that are not open yet, each with the reason. */
  locks: z.array(sectionLock),
});
export type CourseProgress = z.infer<typeof courseProgress>;

/** A course that one studies. */
export const myCourse = z.object({
  id: z.uuid(),
  slug: z.string(),
  title: z.string(),
  thumbnail: z.string(),
  /** Slug of the first category, for the colours of a drawn cover. */
  category: z.string().nullable(),
  subscriptionLevel: tier,
  /** Closed when the own tier does not reach it any more; the progress stays. */
  access: z.enum(['open', 'locked']),
  completedAt: isoTime.nullable(),
  lastUsedAt: isoTime,
  done: z.int(),
  total: z.int(),
  /** The section to go on with. */
  next: z.object({ key: z.string(), title: z.string() }).nullable(),
});
export type MyCourse = z.infer<typeof myCourse>;

const recommended = courseCard.pick({
  id: true,
  slug: true,
  title: true,
  level: true,
  thumbnail: true,
  minutes: true,
  sections: true,
  categories: true,
});
export const recommendation = recommended.extend({
  /** The own course that led to it, and whether that one is finished; null for one that is simply new. */
  because: z.object({ title: z.string(), finished: z.boolean() }).nullable(),
});
export type Recommendation = z.infer<typeof recommendation>;

const second = z.int().min(0).max(100_000);
/** What a device has to tell about a section. Telling it twice, late or out of order lowers nothing. */
export const progressForm = z.object({
  /** The furthest part that was read, from 0 to 1. */
  reached: z.number().min(0).max(1).default(0),
  /** Seconds of the film that were watched, from and to. */
  watched: z
    .array(z.tuple([second, second]))
    .max(200)
    .default([]),
  /** Length of the film in seconds. */
  duration: second.default(0),
  marked: z.boolean().default(false),
  position: z.number().min(0).max(100_000).default(0),
  /** When the device was there. */
  at: isoTime,
  /** When the device sends it, by the same clock: what counts is how long ago it was there, so that the clock may be wrong. */
  sentAt: isoTime.optional(),
});

const byCourse = z.object({ courseId: z.uuid() });

export const learning = {
  mine: memberProcedure
    .meta({ scope: 'learning:read' })
    .route({
      method: 'GET',
      path: '/my-courses',
      summary: 'List the courses you are enrolled in, most recently used first',
    })
    .output(z.array(myCourse)),
  recommended: memberProcedure
    .meta({ scope: 'learning:read' })
    .route({
      method: 'GET',
      path: '/my-courses/recommended',
      summary: 'List recommended courses',
    })
    .output(z.array(recommendation)),
  progress: memberProcedure
    .meta({ scope: 'learning:read' })
    .route({ method: 'GET', path: '/learning/{courseId}', summary: 'Get your progress in a course' })
    .errors(failures('COURSE_NOT_FOUND', 'TIER_REQUIRED'))
    .input(byCourse)
    .output(courseProgress),
  section: memberProcedure
    .meta({ scope: 'learning:read', media: 'signed' })
    .route({
      method: 'GET',
      path: '/learning/{courseId}/sections/{key}',
      summary: "Get a section of a course you're enrolled in, following the course's unlock rules",
    })
    .errors(
      failures('COURSE_NOT_FOUND', 'SECTION_NOT_FOUND', 'TIER_REQUIRED', 'NOT_ENROLLED', 'SECTION_LOCKED'),
    )
    .input(byCourse.extend({ key: z.string().max(200) }))
    .output(openSection),
  enrol: memberProcedure
    .meta({ scope: 'learning:write', support: 'change' })
    .route({ method: 'POST', path: '/learning/{courseId}', summary: 'Enroll in a course, or enroll again' })
    .errors(failures('COURSE_NOT_FOUND', 'TIER_REQUIRED'))
    .input(byCourse)
    .output(courseProgress),
  leave: memberProcedure
    .meta({ scope: 'learning:write', support: 'change' })
    .route({
      method: 'DELETE',
      path: '/learning/{courseId}',
      summary: 'Unenroll from a course; your progress is kept',
    })
    .errors(failures('NOT_ENROLLED'))
    .input(byCourse)
    .output(z.object({ courseId: z.uuid() })),
  save: memberProcedure
    .meta({ scope: 'learning:write', limitPerMinute: 240 })
    .route({ method: 'PUT', path: '/learning/sections/{id}', summary: 'Save your progress in a section' })
    .errors(failures('NOT_ENROLLED', 'SECTION_LOCKED', 'CHECKS_REQUIRED'))
    .input(progressForm.extend({ id: z.uuid() }))
    .output(z.object({ state: z.enum(SECTION_STATES), completedAt: isoTime.nullable() })),
};
