import { z } from 'zod';
import { MAX_PREVIEW_DAYS, PREVIEW_DAYS } from '#domain/courses/preview-link';
import { CONTENT_TYPES, SECTION_TYPES } from '#domain/courses/vocabulary';
import { isoTime } from '../paging.ts';
import { adminProcedure, failures, publicProcedure } from '../procedure.ts';
import { courseState, openSection } from './course-shapes.ts';
import { FEED_KINDS } from './posts.ts';

/** Where a course or post stands, with what a change of it would affect. */
const standing = z.object({
  id: z.uuid(),
  kind: z.enum(FEED_KINDS),
  slug: z.string(),
  state: courseState,
  /** When a scheduled one is published. */
  publishAt: isoTime.nullable(),
  /** When it was published first. */
  publishedAt: isoTime.nullable(),
  /** Whether those who study it keep their access while it is archived. */
  keepsAccess: z.boolean(),
  learners: z.int(),
  sections: z.int(),
  /** Courses that require it first. */
  requiredBy: z.array(z.string()),
});
export type Standing = z.infer<typeof standing>;

const previewLink = z.object({
  id: z.uuid(),
  createdAt: isoTime,
  expiresAt: isoTime,
  /** Null: an account that is gone. */
  createdBy: z.string().nullable(),
});
export type PreviewLink = z.infer<typeof previewLink>;

/** What somebody with a preview link reads: the outline, and one section. Exams are named and cannot be taken. */
const preview = z.object({
  kind: z.enum(FEED_KINDS),
  title: z.string(),
  description: z.string(),
  state: courseState,
  /** Whether this is a draft of it, which learners don't see yet. */
  isDraft: z.boolean(),
  expiresAt: isoTime,
  sections: z.array(
    z.object({
      key: z.string(),
      title: z.string(),
      type: z.enum(CONTENT_TYPES),
      sectionType: z.enum(SECTION_TYPES),
      minutes: z.int(),
    }),
  ),
  /** Null: it has no sections, or none with that key. */
  section: openSection
    .pick({ key: true, title: true, html: true, video: true, sectionType: true, type: true })
    .nullable(),
});
export type Preview = z.infer<typeof preview>;

const byId = z.object({ id: z.uuid() });

export const publishing = {
  status: adminProcedure
    .meta({ scope: 'admin:content:read' })
    .route({
      method: 'GET',
      path: '/admin/courses/{id}/status',
      summary: 'Get the status of a course or post, and what a change of it would affect',
    })
    .errors(failures('COURSE_NOT_FOUND'))
    .input(byId)
    .output(standing),
  updateStatus: adminProcedure
    .meta({ scope: 'admin:content:write' })
    .route({
      method: 'POST',
      path: '/admin/courses/{id}/status',
      summary: 'Publish, schedule, unlist, or archive a course or post, or make it a draft again',
    })
    .errors({
      ...failures('COURSE_NOT_FOUND'),
      STATE_CHANGED: { status: 409, data: z.object({ current: standing }) },
    })
    .input(
      z.object({
        id: z.uuid(),
        /** The status that the change is based on. */
        from: courseState,
        /** The time that a scheduled one had then. */
        fromPublishAt: isoTime.optional(),
        to: courseState,
        /** When a scheduled one is published. */
        publishAt: isoTime.optional(),
        /** Whether its learners keep their access while it is archived. Left out: they do. */
        keepsAccess: z.boolean().optional(),
      }),
    )
    .output(standing),
  links: adminProcedure
    .meta({ scope: 'admin:content:read' })
    .route({
      method: 'GET',
      path: '/admin/courses/{id}/preview-links',
      summary: 'List the preview links of a course or post that still work',
    })
    .errors(failures('COURSE_NOT_FOUND'))
    .input(byId)
    .output(z.object({ items: z.array(previewLink) })),
  createLink: adminProcedure
    .meta({ scope: 'session-only' })
    .route({
      method: 'POST',
      path: '/admin/courses/{id}/preview-links',
      summary: 'Create a preview link for people without an account; its address is returned once',
      successStatus: 201,
    })
    .errors(failures('COURSE_NOT_FOUND'))
    .input(byId.extend({ days: z.int().min(1).max(MAX_PREVIEW_DAYS).default(PREVIEW_DAYS) }))
    .output(z.object({ link: previewLink, address: z.string() })),
  revokeLink: adminProcedure
    .meta({ scope: 'session-only' })
    .route({
      method: 'DELETE',
      path: '/admin/courses/{id}/preview-links/{linkId}',
      summary: 'Revoke a preview link',
    })
    .errors(failures('COURSE_NOT_FOUND', 'PREVIEW_NOT_FOUND'))
    .input(byId.extend({ linkId: z.uuid() }))
    .output(byId),
  preview: publicProcedure
    .meta({ scope: 'session-only', media: 'signed', limitPerMinute: 120 })
    .route({
      method: 'POST',
      path: '/previews',
      summary: 'Read a course or post with the secret of a preview link',
    })
    .errors(failures('PREVIEW_NOT_FOUND'))
    .input(z.object({ token: z.string().max(100), section: z.string().max(200).optional() }))
    .output(preview),
};
