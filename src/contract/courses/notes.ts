import { z } from 'zod';
import { SECTION_TYPES } from '#domain/courses/vocabulary';
import { isoTime } from '../paging.ts';
import { failures, memberProcedure, sentFile } from '../procedure.ts';
import { atMostCharacters } from '../says.ts';

/** The own note of a section. */
const noteText = z.object({
  body: z.string().max(20_000, atMostCharacters(20_000)),
  /** What a save says it is based on; 0 before there is a note. */
  version: z.int().min(0),
});

const note = noteText.extend({
  sectionId: z.uuid(),
  /** Null once an author removed the section. */
  key: z.string().nullable(),
  title: z.string(),
  bookmarked: z.boolean(),
  updatedAt: isoTime,
});
export type SectionNote = z.infer<typeof note>;

const hit = z.object({
  key: z.string(),
  title: z.string(),
  sectionType: z.enum(SECTION_TYPES),
  /** Words around the match, which stands between U+0002 and U+0003. */
  excerpt: z.string(),
});
export type SearchHit = z.infer<typeof hit>;

const byCourse = z.object({ courseId: z.uuid() });
const bySection = z.object({ id: z.uuid() });

export const notes = {
  list: memberProcedure
    .meta({ scope: 'learning:read' })
    .route({
      method: 'GET',
      path: '/learning/{courseId}/notes',
      summary: 'List your notes and bookmarks in a course',
    })
    .errors(failures('COURSE_NOT_FOUND'))
    .input(byCourse)
    .output(z.array(note)),
  export: memberProcedure
    .meta({ scope: 'learning:read', limitPerMinute: 20 })
    .route({
      method: 'GET',
      path: '/learning/{courseId}/notes.md',
      summary: 'Export your notes and bookmarks in a course as Markdown',
    })
    .errors(failures('COURSE_NOT_FOUND'))
    .input(byCourse)
    .output(sentFile),
  save: memberProcedure
    .meta({ scope: 'learning:write', limitPerMinute: 120 })
    .route({ method: 'PUT', path: '/learning/sections/{id}/note', summary: 'Save your note for a section' })
    .errors({
      ...failures('NOT_ENROLLED'),
      VERSION_CONFLICT: { status: 409, data: z.object({ current: noteText }) },
    })
    .input(bySection.extend(noteText.shape))
    .output(z.object({ version: z.int() })),
  saveBookmark: memberProcedure
    .meta({ scope: 'learning:write', support: 'change' })
    .route({ method: 'PUT', path: '/learning/sections/{id}/bookmark', summary: 'Add or remove a bookmark' })
    .errors(failures('NOT_ENROLLED'))
    .input(bySection.extend({ bookmarked: z.boolean() }))
    .output(z.object({ bookmarked: z.boolean() })),
  search: memberProcedure
    .meta({ scope: 'learning:read', limitPerMinute: 120 })
    .route({
      method: 'GET',
      path: '/learning/{courseId}/search',
      summary: "Search the sections of a course you're enrolled in",
    })
    .errors(failures('COURSE_NOT_FOUND', 'TIER_REQUIRED', 'NOT_ENROLLED'))
    .input(byCourse.extend({ q: z.string().trim().max(200).default('') }))
    .output(z.array(hit)),
};
