import { UNKNOWN } from '../content/content.ts';
import { type AccessCase, course, idOf, postId } from './access-objects.ts';

/** What callers are answered about deleted and moved courses and sections, and about saved versions of courses. */
export const TRASH_CASES: Readonly<Record<string, AccessCase>> = {
  'courses.moveSection': {
    input: (world, who, object) => ({
      id: object === 'unknown' ? UNKNOWN : world.content.courses.free.id,
      sectionId: course(world, who, object).sections[0]?.id,
      to: world.content.courses.premium.id,
      after: null,
    }),
    own: 'ok',
    foreign: 'SECTION_NOT_FOUND',
    unknown: 'COURSE_NOT_FOUND',
  },
  'courses.restoreSection': {
    input: (world, who, object) => ({
      id: object === 'unknown' ? UNKNOWN : world.content.courses.free.id,
      sectionId: course(world, who, object).sections[0]?.id,
    }),
    own: 'SECTION_NOT_FOUND',
    foreign: 'SECTION_NOT_FOUND',
    unknown: 'COURSE_NOT_FOUND',
  },
  'courses.impact': { input: idOf, own: 'ok', foreign: 'ok', unknown: 'COURSE_NOT_FOUND' },
  'courses.losses': { input: idOf, own: 'ok', foreign: 'ok', unknown: 'COURSE_NOT_FOUND' },
  'courses.restore': {
    input: idOf,
    own: 'COURSE_NOT_FOUND',
    foreign: 'COURSE_NOT_FOUND',
    unknown: 'COURSE_NOT_FOUND',
  },
  'posts.restore': {
    input: postId,
    own: 'POST_NOT_FOUND',
    foreign: 'POST_NOT_FOUND',
    unknown: 'POST_NOT_FOUND',
  },
  'courses.versions': { input: idOf, own: 'ok', foreign: 'ok', unknown: 'COURSE_NOT_FOUND' },
  'courses.version': {
    input: (...args) => ({ ...idOf(...args), version: 1 }),
    own: 'ok',
    foreign: 'ok',
    unknown: 'REVISION_NOT_FOUND',
  },
  'courses.restoreVersion': {
    input: (...args) => ({ ...idOf(...args), version: 7, basedOn: 1 }),
    own: 'REVISION_NOT_FOUND',
    foreign: 'REVISION_NOT_FOUND',
    unknown: 'COURSE_NOT_FOUND',
  },
};
