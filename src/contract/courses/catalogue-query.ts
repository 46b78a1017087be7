import { z } from 'zod';
import { pageNumber } from '../paging.ts';
import { level } from './course-shapes.ts';

export const COURSE_SORTS = ['newest', 'title', 'relevance'] as const;

/** As the database reads it. */
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** What the catalog can be asked for. */
export const catalogueQuery = z.object({
  q: z.string().trim().max(200).default(''),
  level: level.optional(),
  category: z.string().max(100).optional(),
  /** Without a choice: by relevance when searching, else newest first. */
  sort: z.enum(COURSE_SORTS).optional(),
  /** Ids with commas in between: of these courses, those that the caller finds there. */
  ids: z
    .string()
    .regex(new RegExp(`^${UUID}(?:,${UUID}){0,2}$`))
    .optional(),
  page: pageNumber,
});
