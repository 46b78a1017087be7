import { expect } from 'vitest';
import { courseDetail, sectionDetail } from '#contract/courses/course-shapes';
import { makeCourse } from '#tests/kit/courses';
import { test } from '#tests/kit/database';
import { countStatements, failureOf, openVerbs } from '#tests/kit/verbs';
import { getEditCourse } from '../editing/get-edit-course.ts';
import { removeSection } from '../trash/remove-section.ts';
import { restoreSection } from '../trash/restore-section.ts';
import { getCourse } from './get-course.ts';
import { getSection } from './get-section.ts';

const CONTENT = [
  { title: 'Reading', content: 'canary-text', minutes: 4 },
  { title: 'Film', type: 'video' as const, videoUrl: 'https://youtu.be/dQw4w9WgXcQ', minutes: 3 },
];

test('an open course tells its outline in order, in one statement, and no content', async ({ db }) => {
  const verbs = await openVerbs(db);
  await makeCourse(verbs, { content: CONTENT, outcomes: ['Ask'], tags: ['a', 'b', 'a'] });
  const course = await getCourse(verbs.services, verbs.as('visitor'), { slug: 'sql' });
  expect(courseDetail.parse(course)).toMatchObject({
    access: 'open',
    minutes: 7,
    outcomes: ['Ask'],
    tags: ['a', 'b'],
    sections: [
      { key: 'reading', order: 1 },
      { key: 'film', order: 2, type: 'video' },
    ],
  });
  expect(JSON.stringify(course)).not.toContain('canary');
  const count = await countStatements(db, (counted) =>
    getCourse({ ...verbs.services, db: counted }, verbs.as('visitor'), { slug: 'sql' }),
  );
  expect(count).toBe(1);
});

test('a course above the tier shows what it is and what to do, and nothing of its sections but their names', async ({
  db,
}) => {
  const verbs = await openVerbs(db);
  await makeCourse(verbs, { content: CONTENT, subscriptionLevel: 'premium', level: 'advanced' });
  const locked = {
    access: 'locked',
    slug: 'sql',
    title: 'SQL from Scratch',
    level: 'advanced',
    subscriptionLevel: 'premium',
  };
  for (const [who, reason] of [
    ['visitor', 'sign-in-required'],
    ['free', 'tier-required'],
    ['basic', 'tier-required'],
  ] as const) {
    const caller = verbs.as(who);
    const course = await getCourse(verbs.services, caller, { slug: 'sql' });
    expect(course).toMatchObject({ ...locked, reason });
    expect(JSON.stringify(course)).not.toMatch(/canary|"key"/);
    const section = await getSection(verbs.services, caller, { slug: 'sql', key: 'reading' });
    expect(section).toEqual({ ...locked, reason });
    // Whether there is such a section is not told either.
    expect(await getSection(verbs.services, caller, { slug: 'sql', key: 'absent' })).toEqual(section);
  }
  for (const who of ['premium', 'admin'] as const)
    expect(await getCourse(verbs.services, verbs.as(who), { slug: 'sql' })).toMatchObject({ access: 'open' });
});

test('a sample of a closed course has an address and is open, and only lessons are samples', async ({
  db,
}) => {
  const verbs = await openVerbs(db);
  const content = [
    ...CONTENT.map((section) => ({ ...section, sample: section.title === 'Reading' })),
    { title: 'Practice', sectionType: 'lab' as const, sample: true },
  ];
  const { id } = await makeCourse(verbs, { content, subscriptionLevel: 'premium', sectionOrder: 'in-order' });
  const visitor = verbs.as('visitor');
  const course = await getCourse(verbs.services, visitor, { slug: 'sql' });
  const keys = course.access === 'locked' ? course.sections.map(({ sampleKey }) => sampleKey) : [];
  expect(keys).toEqual(['reading', null, null]);
  const access = async (key: string, who: 'visitor' | 'premium' = 'visitor') =>
    (await getSection(verbs.services, verbs.as(who), { slug: 'sql', key })).access;
  expect(await Promise.all(['reading', 'film', 'practice'].map((key) => access(key)))).toEqual([
    'open',
    'locked',
    'locked',
  ]);
  expect([await access('reading', 'premium'), await access('film', 'premium')]).toEqual(['open', 'guided']);
  const admin = verbs.as('admin');
  const [section] = (await getEditCourse(verbs.services, admin, { id })).content;
  await removeSection(verbs.services, admin, { id, sectionId: section?.id ?? '' });
  expect(await access('reading')).toBe('locked');
  await restoreSection(verbs.services, admin, { id, sectionId: section?.id ?? '' });
  expect(await access('reading')).toBe('open');
});

test('what is not there is not found', async ({ db }) => {
  const verbs = await openVerbs(db);
  const course = await makeCourse(verbs, { content: CONTENT });
  const visitor = verbs.as('visitor');
  const section = (slug: string, key: string) =>
    failureOf(getSection(verbs.services, visitor, { slug, key }));
  expect(await failureOf(getCourse(verbs.services, visitor, { slug: 'absent' }))).toBe('COURSE_NOT_FOUND');
  expect(await section('absent', 'reading')).toBe('COURSE_NOT_FOUND');
  expect(await section('sql', 'absent')).toBe('SECTION_NOT_FOUND');
  await db.kysely.updateTable('courses').set({ kind: 'post' }).execute();
  expect(await section('sql', 'reading')).toBe('COURSE_NOT_FOUND');
  expect(await failureOf(getCourse(verbs.services, visitor, { slug: 'sql' }))).toBe('COURSE_NOT_FOUND');
  expect(await failureOf(getEditCourse(verbs.services, verbs.as('admin'), { id: course.id }))).toBe(
    'COURSE_NOT_FOUND',
  );
});

test('only administrators get the sources of a course', async ({ db }) => {
  const verbs = await openVerbs(db);
  const { id } = await makeCourse(verbs, { content: CONTENT });
  const read = (who: 'admin' | 'premium') => getEditCourse(verbs.services, verbs.as(who), { id });
  expect((await read('admin')).content[0]?.content).toBe('canary-text');
  expect(await failureOf(read('premium'))).toBe('ADMINISTRATOR_REQUIRED');
});

test.for([
  ['https://youtu.be/dQw4w9WgXcQ', '', { provider: 'youtube', id: 'dQw4w9WgXcQ' }],
  [
    'https://cdn.test/a.mp4',
    '/media/a.vtt',
    { provider: 'file', src: 'https://cdn.test/a.mp4', captions: '/media/a.vtt' },
  ],
  ['https://cdn.test/a.m3u8', '', { provider: 'hls', src: 'https://cdn.test/a.m3u8', captions: null }],
  [
    'https://cdn.test/a.mp4',
    'http://cdn.test/a.vtt',
    { provider: 'file', src: 'https://cdn.test/a.mp4', captions: null },
  ],
  ['https://example.com/page', '', null],
  ['', '', null],
] as const)(
  'the film at %s with captions %s is shown as it can be',
  async ([videoUrl, captionsUrl, video], { db }) => {
    const verbs = await openVerbs(db);
    await makeCourse(verbs, { content: [{ title: 'Film', type: 'video', videoUrl, captionsUrl }] });
    const section = await getSection(verbs.services, verbs.as('visitor'), { slug: 'sql', key: 'film' });
    expect(sectionDetail.parse(section)).toMatchObject({ access: 'open', video });
  },
);
