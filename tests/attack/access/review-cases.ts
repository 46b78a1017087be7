import { tierReaches } from '#domain/tiers';
import type { Db } from '#server/db/client';
import { reviews } from '../kit/own-things.ts';
import type { CallerName } from '../kit/school.ts';
import { type AccessCase, courseId, prepared, tierOf, type World } from './access-objects.ts';

/** What callers are answered about the reviews of courses. Nobody has completed a section yet. */
export const REVIEW_CASES: Readonly<Record<string, AccessCase>> = {
  'reviews.list': { input: courseId, own: 'ok', foreign: 'ok', unknown: 'COURSE_NOT_FOUND' },
  'reviews.save': {
    input: (...args) => ({ ...courseId(...args), rating: 5, version: 0 }),
    own: 'SECTION_REQUIRED',
    foreign: (who) => (tierReaches(tierOf(who), 'premium') ? 'SECTION_REQUIRED' : 'TIER_REQUIRED'),
    unknown: 'COURSE_NOT_FOUND',
  },
  'reviews.remove': {
    prepare: reviews,
    input: prepared,
    own: 'ok',
    foreign: 'AUTHOR_REQUIRED',
    unknown: 'REVIEW_NOT_FOUND',
  },
  'reviews.hide': {
    prepare: reviews,
    input: (...args) => ({ ...prepared(...args), reason: 'It is an advertisement' }),
    own: 'ok',
    foreign: 'ok',
    unknown: 'REVIEW_NOT_FOUND',
  },
  'reviews.unhide': {
    prepare: reviews,
    input: prepared,
    own: 'ok',
    foreign: 'ok',
    unknown: 'REVIEW_NOT_FOUND',
  },
  'reviews.takeDown': {
    prepare: reviews,
    input: (...args) => ({ ...prepared(...args), reason: 'It is an advertisement' }),
    own: 'ok',
    foreign: 'ok',
    unknown: 'REVIEW_NOT_FOUND',
  },
};

/** Inputs with which a review is really written: somebody has completed a section. */
export const FULFILLED_REVIEWS = {
  'reviews.save': async ({ content, school }: World) => {
    const { id: courseId, sections } = content.courses.free;
    const viewer = school.people.get('basic');
    const userId = viewer?.kind === 'member' ? viewer.userId : '';
    await completeSection(school.services.db, { courseId, userId, sectionId: sections[0]?.id ?? '' });
    return { courseId, rating: 4, body: 'Clear', version: 0 };
  },
  'reviews.remove': (world: World) => reviewOf(world, 'basic'),
  'reviews.hide': async (world: World) => ({ ...(await reviewOf(world, 'second')), reason: 'Spam' }),
  'reviews.unhide': (world: World) => reviewOf(world, 'second'),
  'reviews.takeDown': async (world: World) => ({ ...(await reviewOf(world, 'second')), reason: 'Spam' }),
};

async function reviewOf(world: World, who: CallerName) {
  return { id: (await reviews(world))[who] };
}

/** Lets somebody enroll and complete a section. */
async function completeSection(
  { kysely }: Db,
  done: { courseId: string; userId: string; sectionId: string },
): Promise<void> {
  const course = { user_id: done.userId, course_id: done.courseId };
  await kysely.insertInto('enrolments').values(course).execute();
  const at = new Date('2026-11-20T12:00:00Z');
  await kysely
    .insertInto('section_progress')
    .values({ ...course, section_id: done.sectionId, position_at: at, done_at: at })
    .execute();
}
