import { z } from 'zod';
import { SECTION_TYPES } from '#domain/courses/vocabulary';
import { adminProcedure, failures } from '../procedure.ts';
import { editSection } from './courses.ts';

/** What a link in a text can lead to. */
const linkTarget = z.object({
  kind: z.enum(['course', 'section', 'post', 'page', 'author']),
  title: z.string(),
  /** The course of a section. */
  course: z.string().nullable(),
  sectionType: z.enum(SECTION_TYPES).nullable(),
  path: z.string(),
  /** Whether everyone can open it at its address, as far as their plan goes. */
  isOpen: z.boolean(),
});
export type LinkTarget = z.infer<typeof linkTarget>;

export const writing = {
  linkTargets: adminProcedure
    .meta({ scope: 'admin:content:read' })
    .route({
      method: 'GET',
      path: '/admin/link-targets',
      summary:
        'Find courses, sections, posts, pages, and authors that a text can link to, by words of their names',
    })
    .input(z.object({ q: z.string().trim().min(2).max(200) }))
    .output(z.object({ items: z.array(linkTarget) })),
  duplicateSection: adminProcedure
    .meta({ scope: 'admin:content:write' })
    .route({
      method: 'POST',
      path: '/admin/courses/{id}/sections/{sectionId}/duplicate',
      summary: 'Duplicate a section of a course or post, with its exam or lab',
      successStatus: 201,
    })
    .errors(failures('COURSE_NOT_FOUND', 'SECTION_NOT_FOUND'))
    .input(z.object({ id: z.uuid(), sectionId: z.uuid() }))
    .output(z.object({ section: editSection, version: z.int() })),
};
