import { z } from 'zod';
import { CONTENT_TYPES, SECTION_TYPES } from '#domain/courses/vocabulary';
import { LOST_IN_PASTE } from '#domain/writing/lost-in-paste';
import { asStored } from '../as-stored.ts';
import { storedExamForm } from '../exams/exam-form.ts';
import { pageMeta } from '../page-meta.ts';
import { isoTime, pageNumber, pageOf } from '../paging.ts';
import { adminProcedure, failures, publicProcedure } from '../procedure.ts';
import { catalogueQuery } from './catalogue-query.ts';
import { courseFields } from './course-fields.ts';
import { courseForm, sectionForm, startOf } from './course-form.ts';
import {
  courseCard,
  courseDetail,
  courseState,
  coursesOfTier,
  level,
  movedTo,
  sectionDetail,
  tier,
} from './course-shapes.ts';
import { countedImpact, losses, trash } from './removals.ts';

const courseRow = z.object({
  id: z.uuid(),
  slug: z.string(),
  title: z.string(),
  level,
  subscriptionLevel: tier,
  contentItems: z.int(),
  state: courseState,
  /** When a scheduled one is published. */
  publishAt: isoTime.nullable(),
  /** Whether changes wait to be published. */
  hasDraft: z.boolean(),
  updatedAt: isoTime,
});
export type CourseRow = z.infer<typeof courseRow>;

/** A section as the edit form needs it: with its Markdown source. */
export const editSection = z.object({
  id: z.uuid(),
  key: z.string(),
  title: z.string(),
  chapter: z.string().default(''),
  content: z.string(),
  type: z.enum(CONTENT_TYPES),
  sectionType: z.enum(SECTION_TYPES),
  videoUrl: z.string(),
  captionsUrl: z.string(),
  minutes: z.int(),
  /** The questions of an exam, with their keys; null for everything else. */
  exam: storedExamForm.nullable(),
  required: z.boolean(),
  sample: z.boolean().default(false),
  opensAt: isoTime.nullable(),
  opensAfterDays: z.int().nullable(),
  order: z.int().min(1),
});
export type EditSection = z.infer<typeof editSection>;

/** Everything the edit form is prefilled with. `version` is what a save says it is based on. */
export const editCourse = z.object({
  id: z.uuid(),
  version: z.int(),
  ...asStored(courseFields),
  slug: z.string(),
  categories: z.array(z.uuid()),
  /** Ids of its authors, in their order; of those whose account was deleted there is none. */
  authors: z.array(z.uuid()),
  /** Posts only: what search engines and shared links get. */
  meta: pageMeta.optional(),
  content: z.array(editSection),
  updatedAt: isoTime,
});
export type EditCourse = z.infer<typeof editCourse>;

/** A section of a draft. It has no `id` and no `key` while it is in the draft only; then `rowKey` tells it apart. */
const draftedSection = editSection
  .omit({ order: true })
  .partial({ id: true, key: true, minutes: true })
  .extend({ rowKey: z.string() });
const drafted = editCourse
  .omit({ id: true, version: true, content: true, updatedAt: true })
  .extend({ content: z.array(draftedSection) });
export type Drafted = z.infer<typeof drafted>;

/** What is prepared beside the live text of a course or post, to be published together. */
export const courseDraft = z.object({
  /** What a save of the draft says it is based on. */
  version: z.int(),
  /** The version of the course that the draft began with: what publishing it says it is based on. */
  basedOn: z.int(),
  /** That version. */
  base: editCourse,
  content: drafted,
  savedAt: isoTime,
  /** Null for someone whose account is gone. */
  savedBy: z.string().nullable(),
});
export type CourseDraft = z.infer<typeof courseDraft>;

/** What a save adds that publishes a draft: the version of the draft, which is gone afterwards. Left out: a draft stays. */
export const publishesDraft = { draft: z.int().optional() };
export const draftChanged = {
  STATE_CHANGED: { status: 409, data: z.object({ current: courseDraft }) },
} as const;

const courseVersion = z.object({
  version: z.int(),
  restoredVersion: z.int().nullable(),
  savedAt: isoTime,
  /** Null for the system, and for someone whose account is gone. */
  savedBy: z.string().nullable(),
});
export type CourseVersion = z.infer<typeof courseVersion>;

const byId = z.object({ id: z.uuid() });
const conflict = { VERSION_CONFLICT: { status: 409, data: z.object({ current: editCourse }) } } as const;

export const courses = {
  list: publicProcedure
    .meta({ scope: 'content:read', cache: 'audience-tier' })
    .route({
      method: 'GET',
      path: '/courses',
      summary: 'Browse the course catalog, with search, filters, sorting, and paging',
    })
    .input(catalogueQuery)
    .output(
      pageOf(courseCard).extend({
        correctedQuery: z.string().nullable(),
        /** What the same search and filters find in tiers above that of the caller; none where they find nothing. */
        higher: z.array(coursesOfTier),
        /** Whether `items` and `total` include them, as locked cards after the others; a setting of the school. */
        listsLocked: z.boolean(),
      }),
    ),
  get: publicProcedure
    .meta({ scope: 'content:read', cache: 'audience-tier' })
    .route({
      method: 'GET',
      path: '/courses/{slug}',
      summary: "Get a course with its outline, or the reason it's locked",
    })
    .errors(failures('COURSE_NOT_FOUND'))
    .input(z.object({ slug: z.string().max(100) }))
    .output(courseDetail),
  section: publicProcedure
    .meta({ scope: 'content:read', cache: 'audience-tier', media: 'signed' })
    .route({ method: 'GET', path: '/courses/{slug}/sections/{key}', summary: 'Get the content of a section' })
    .errors(failures('COURSE_NOT_FOUND', 'SECTION_NOT_FOUND'))
    .input(z.object({ slug: z.string().max(100), key: z.string().max(200) }))
    .output(sectionDetail),
  adminList: adminProcedure
    .meta({ scope: 'admin:content:read' })
    .route({
      method: 'GET',
      path: '/admin/courses',
      summary: 'List all courses, most recently updated first',
    })
    .input(
      z.object({
        q: z.string().trim().max(200).default(''),
        subscriptionLevel: tier.optional(),
        state: courseState.optional(),
        page: pageNumber,
      }),
    )
    .output(pageOf(courseRow)),
  adminGet: adminProcedure
    .meta({ scope: 'admin:content:read' })
    .route({ method: 'GET', path: '/admin/courses/{id}', summary: 'Get a course for editing' })
    .errors(failures('COURSE_NOT_FOUND'))
    .input(byId)
    .output(editCourse),
  create: adminProcedure
    .meta({ scope: 'admin:content:write' })
    .route({ method: 'POST', path: '/admin/courses', summary: 'Create a course', successStatus: 201 })
    .errors(failures('SLUG_TAKEN', 'CATEGORY_NOT_FOUND', 'PREREQUISITE_CIRCLE'))
    .input(courseForm.extend(startOf))
    .output(editCourse),
  duplicate: adminProcedure
    .meta({ scope: 'admin:content:write' })
    .route({
      method: 'POST',
      path: '/admin/courses/{id}/duplicate',
      summary: 'Duplicate a course or post, with all that is written in it, as a draft',
      successStatus: 201,
    })
    .errors(failures('COURSE_NOT_FOUND'))
    .input(byId)
    .output(editCourse),
  update: adminProcedure
    .meta({ scope: 'admin:content:write' })
    .route({ method: 'PUT', path: '/admin/courses/{id}', summary: 'Update a course and its sections' })
    .errors({
      ...failures(
        'COURSE_NOT_FOUND',
        'SECTION_NOT_FOUND',
        'SLUG_TAKEN',
        'CATEGORY_NOT_FOUND',
        'PREREQUISITE_CIRCLE',
      ),
      ...conflict,
      ...draftChanged,
    })
    .input(courseForm.extend({ id: z.uuid(), version: z.int(), ...publishesDraft }))
    .output(editCourse),
  remove: adminProcedure
    .meta({ scope: 'admin:content:write' })
    .route({
      method: 'DELETE',
      path: '/admin/courses/{id}',
      summary: 'Delete a course and all its content; it can be restored for 30 days',
    })
    .errors(failures('COURSE_NOT_FOUND'))
    .input(byId)
    .output(z.object({ id: z.uuid() })),
  addSection: adminProcedure
    .meta({ scope: 'admin:content:write' })
    .route({
      method: 'POST',
      path: '/admin/courses/{id}/sections',
      summary: 'Add a section to the end of a course or post',
      successStatus: 201,
    })
    .errors(failures('COURSE_NOT_FOUND'))
    .input(sectionForm.omit({ id: true, exam: true }).extend({ id: z.uuid() }))
    .output(z.object({ section: editSection, version: z.int() })),
  removeSection: adminProcedure
    .meta({ scope: 'admin:content:write' })
    .route({
      method: 'DELETE',
      path: '/admin/courses/{id}/sections/{sectionId}',
      summary: 'Remove a section from a course or post',
    })
    .errors(failures('COURSE_NOT_FOUND', 'SECTION_NOT_FOUND'))
    .input(z.object({ id: z.uuid(), sectionId: z.uuid() }))
    .output(z.object({ version: z.int() })),
  moveSection: adminProcedure
    .meta({ scope: 'admin:content:write' })
    .route({
      method: 'POST',
      path: '/admin/courses/{id}/sections/{sectionId}/move',
      summary: 'Move a lesson or lab to another course',
    })
    .errors(failures('COURSE_NOT_FOUND', 'SECTION_NOT_FOUND'))
    .input(
      z.object({
        id: z.uuid(),
        sectionId: z.uuid(),
        /** The course that it goes to. */
        to: z.uuid(),
        /** The section there that it stands behind; null: it is the first. */
        after: z.uuid().nullable(),
        /** A chapter at that place; empty: none. */
        chapter: z.string().max(200).default(''),
      }),
    )
    .output(movedTo),
  restoreSection: adminProcedure
    .meta({ scope: 'admin:content:write' })
    .route({
      method: 'POST',
      path: '/admin/courses/{id}/sections/{sectionId}/restore',
      summary: 'Restore a section of a course or a post that was removed in the last 30 days',
    })
    .errors(failures('COURSE_NOT_FOUND', 'SECTION_NOT_FOUND'))
    .input(z.object({ id: z.uuid(), sectionId: z.uuid() }))
    .output(z.object({ section: editSection, version: z.int() })),
  impact: adminProcedure
    .meta({ scope: 'admin:content:read' })
    .route({
      method: 'GET',
      path: '/admin/courses/{id}/impact',
      summary:
        'Count the learners, attempts, and grades that depend on a course, a section, or a question of its exam',
    })
    .errors(failures('COURSE_NOT_FOUND'))
    .input(
      z.object({
        id: z.uuid(),
        section: z.uuid().optional(),
        /** A question of the exam of this section. */
        question: z.string().max(100).optional(),
      }),
    )
    .output(countedImpact),
  losses: adminProcedure
    .meta({ scope: 'admin:content:read' })
    .route({
      method: 'POST',
      path: '/admin/courses/{id}/losses',
      summary: 'List the sections and exams that learners would lose by a save or by restoring a version',
    })
    .errors(failures('COURSE_NOT_FOUND', 'REVISION_NOT_FOUND'))
    .input(
      z.object({
        id: z.uuid(),
        /** The version to restore; without it `content` counts. */
        version: z.int().min(1).optional(),
        content: z
          .array(z.object({ id: z.uuid().optional(), sectionType: z.enum(SECTION_TYPES) }))
          .max(500)
          .optional(),
      }),
    )
    .output(losses),
  trash: adminProcedure
    .meta({ scope: 'admin:content:read' })
    .route({
      method: 'GET',
      path: '/admin/trash',
      summary: 'List what was deleted in the last 30 days, the newest 200 of each kind',
    })
    .output(trash),
  restore: adminProcedure
    .meta({ scope: 'admin:content:write' })
    .route({
      method: 'POST',
      path: '/admin/trash/courses/{id}/restore',
      summary: 'Restore a deleted course with its learners and their results',
    })
    .errors(failures('COURSE_NOT_FOUND'))
    .input(byId)
    .output(z.object({ id: z.uuid(), slug: z.string() })),
  versions: adminProcedure
    .meta({ scope: 'admin:content:read' })
    .route({
      method: 'GET',
      path: '/admin/courses/{id}/versions',
      summary: 'List the saved versions of a course or post, newest first',
    })
    .errors(failures('COURSE_NOT_FOUND'))
    .input(byId)
    .output(z.object({ items: z.array(courseVersion) })),
  version: adminProcedure
    .meta({ scope: 'admin:content:read' })
    .route({
      method: 'GET',
      path: '/admin/courses/{id}/versions/{version}',
      summary: 'Get a saved version of a course or post',
    })
    .errors(failures('REVISION_NOT_FOUND'))
    .input(z.object({ id: z.uuid(), version: z.coerce.number().int().min(1) }))
    .output(editCourse),
  restoreVersion: adminProcedure
    .meta({ scope: 'admin:content:write' })
    .route({
      method: 'POST',
      path: '/admin/courses/{id}/versions/{version}/restore',
      summary: 'Restore an earlier version of a course or post',
    })
    .errors({
      ...failures('COURSE_NOT_FOUND', 'REVISION_NOT_FOUND', 'CATEGORY_NOT_FOUND', 'PREREQUISITE_CIRCLE'),
      ...conflict,
    })
    .input(z.object({ id: z.uuid(), version: z.coerce.number().int().min(1), basedOn: z.int() }))
    .output(editCourse),
  preview: adminProcedure
    .meta({ scope: 'admin:content:read', media: 'signed' })
    .route({ method: 'POST', path: '/admin/markdown', summary: 'Preview Markdown as learners will see it' })
    .input(z.object({ content: z.string().max(200_000) }))
    .output(z.object({ html: z.string() })),
  fromHtml: adminProcedure
    .meta({ scope: 'admin:content:read' })
    .route({
      method: 'POST',
      path: '/admin/markdown/from-html',
      summary: "Convert HTML to Markdown, and name what Markdown can't hold",
    })
    .input(z.object({ html: z.string().max(500_000) }))
    .output(z.object({ markdown: z.string(), lost: z.array(z.enum(LOST_IN_PASTE)) })),
};
