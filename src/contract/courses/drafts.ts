import { z } from 'zod';
import { MAX_SECTIONS } from '#domain/courses/vocabulary';
import { m } from '../../messages/messages.js';
import { pageMeta } from '../page-meta.ts';
import { adminProcedure, failures } from '../procedure.ts';
import { says } from '../says.ts';
import { courseForm, sectionForm } from './course-form.ts';
import { courseDraft, editCourse } from './courses.ts';

/** The form of a course or post as a draft keeps it, checked as a save checks it. */
const draftForm = courseForm.extend({
  meta: pageMeta.optional(),
  content: z
    .array(sectionForm.extend({ rowKey: z.string().min(1).max(100).optional() }))
    .max(
      MAX_SECTIONS,
      says(() => m.faults_at_most_sections({ number: MAX_SECTIONS })),
    )
    .default([]),
});
export type DraftForm = z.infer<typeof draftForm>;

const byId = z.object({ id: z.uuid() });
const conflict = { VERSION_CONFLICT: { status: 409, data: z.object({ current: courseDraft }) } } as const;

export const drafts = {
  get: adminProcedure
    .meta({ scope: 'admin:content:read' })
    .route({
      method: 'GET',
      path: '/admin/courses/{id}/draft',
      summary: 'Get the unpublished changes of a course or post, if it has any',
    })
    .errors(failures('COURSE_NOT_FOUND'))
    .input(byId)
    .output(z.object({ draft: courseDraft.nullable() })),
  save: adminProcedure
    .meta({ scope: 'admin:content:write' })
    .route({
      method: 'PUT',
      path: '/admin/courses/{id}/draft',
      summary: 'Save changes of a course or post as a draft beside the live text',
    })
    .errors({
      ...failures('COURSE_NOT_FOUND', 'SECTION_NOT_FOUND', 'REVISION_NOT_FOUND'),
      ...conflict,
    })
    .input(
      draftForm.extend({
        id: z.uuid(),
        /** The version of the course that a new draft begins with. */
        basedOn: z.int(),
        /** The version of the draft that this replaces; null: there is none yet. */
        draft: z.int().nullable().default(null),
      }),
    )
    .output(courseDraft),
  discard: adminProcedure
    .meta({ scope: 'admin:content:write' })
    .route({
      method: 'POST',
      path: '/admin/courses/{id}/draft/discard',
      summary: 'Discard the unpublished changes of a course or post',
    })
    .errors({ ...failures('COURSE_NOT_FOUND'), ...conflict })
    .input(
      byId.extend({
        /** The version of the draft that is discarded. */
        draft: z.int(),
      }),
    )
    .output(editCourse),
};
