import { z } from 'zod';
import { TRASH_KINDS } from '#domain/courses/purge-date';
import { SECTION_TYPES } from '#domain/courses/vocabulary';
import { isoTime } from '../paging.ts';

/** What hangs on a course or a section that someone is about to delete. */
export const removalImpact = z.object({ learners: z.int(), attempts: z.int(), marks: z.int() });
export type RemovalImpact = z.infer<typeof removalImpact>;

/** The same; of a large course it was counted some time ago. */
export const countedImpact = removalImpact.extend({ countedAt: isoTime.nullable() });
export type CountedImpact = z.infer<typeof countedImpact>;

/** What is kept of a large course: what hangs on it, and on each of its sections. */
export const keptImpact = z.object({ course: removalImpact, sections: z.record(z.uuid(), removalImpact) });

/** The sections that a change of a course would take from learners, with what hangs on each, and on all of them. */
export const losses = removalImpact.extend({
  sections: z.array(
    removalImpact.extend({
      id: z.uuid(),
      title: z.string(),
      sectionType: z.enum(SECTION_TYPES),
      /** What an exam becomes; null for a section that is left out. */
      becomes: z.enum(SECTION_TYPES).nullable(),
    }),
  ),
});
export type Losses = z.infer<typeof losses>;

const deleted = { id: z.uuid(), title: z.string(), deletedAt: isoTime, purgedAt: isoTime };
const trashedCourse = z.object({ ...deleted, slug: z.string(), deletedBy: z.string().nullable() });
export const trash = z.object({
  courses: z.array(trashedCourse),
  posts: z.array(trashedCourse),
  pages: z.array(trashedCourse),
  sections: z.array(
    z.object({
      ...deleted,
      sectionType: z.enum(SECTION_TYPES),
      courseId: z.uuid(),
      courseTitle: z.string(),
    }),
  ),
  banks: z.array(z.object({ ...deleted, deletedBy: z.string().nullable(), questions: z.int() })),
  questions: z.array(z.object({ ...deleted, deletedBy: z.string().nullable(), bankTitle: z.string() })),
  /** Of these there are more than are listed. */
  more: z.array(z.enum(TRASH_KINDS)),
});
export type Trash = z.infer<typeof trash>;
