import { UNKNOWN } from '../content/content.ts';
import { type AccessCase, course, form, idOf, type World } from './access-objects.ts';

const status = (world: World, ...args: [Parameters<typeof idOf>[1], Parameters<typeof idOf>[2]]) => ({
  ...idOf(world, ...args),
  from: 'published',
  to: 'unlisted',
});

/** What callers are answered about the status of courses, their drafts and sections, and about links to what is not public. */
export const PUBLISHING_CASES: Readonly<Record<string, AccessCase>> = {
  'publishing.status': { input: idOf, own: 'ok', foreign: 'ok', unknown: 'COURSE_NOT_FOUND' },
  'publishing.updateStatus': { input: status, own: 'ok', foreign: 'ok', unknown: 'COURSE_NOT_FOUND' },
  'publishing.links': { input: idOf, own: 'ok', foreign: 'ok', unknown: 'COURSE_NOT_FOUND' },
  'publishing.createLink': { input: idOf, own: 'ok', foreign: 'ok', unknown: 'COURSE_NOT_FOUND' },
  'publishing.revokeLink': {
    input: (...args) => ({ ...idOf(...args), linkId: UNKNOWN }),
    own: 'PREVIEW_NOT_FOUND',
    foreign: 'PREVIEW_NOT_FOUND',
    unknown: 'COURSE_NOT_FOUND',
  },
  'publishing.preview': { input: () => ({ token: 'guessed' }), own: 'PREVIEW_NOT_FOUND' },
  'drafts.get': { input: idOf, own: 'ok', foreign: 'ok', unknown: 'COURSE_NOT_FOUND' },
  'drafts.save': {
    input: (...args) => ({ ...form(args[0]), ...idOf(...args), basedOn: 1 }),
    own: 'ok',
    foreign: 'ok',
    unknown: 'COURSE_NOT_FOUND',
  },
  'drafts.discard': {
    input: (...args) => ({ ...idOf(...args), draft: 1 }),
    own: 'ok',
    foreign: 'ok',
    unknown: 'COURSE_NOT_FOUND',
  },
  'writing.linkTargets': { input: () => ({ q: 'sql' }), own: 'ok' },
  'writing.duplicateSection': {
    input: (world, who, object) => ({
      id: object === 'unknown' ? UNKNOWN : world.content.courses.free.id,
      sectionId: course(world, who, object).sections[0]?.id,
    }),
    own: 'ok',
    foreign: 'SECTION_NOT_FOUND',
    unknown: 'COURSE_NOT_FOUND',
  },
  'courses.fromHtml': { input: () => ({ html: '<b>Hello</b>' }), own: 'ok' },
};
