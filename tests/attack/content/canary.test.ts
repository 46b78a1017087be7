import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { contract } from '#contract/contract';
import type { ExamAttempt } from '#contract/exams/exams';
import { type Tier, tierReaches } from '#domain/tiers';
import { statedProcedures } from '#server/http/check-contract';
import { CALLERS, type CallerName, type School } from '../kit/school.ts';
import { shareSchool } from '../kit/shared-school.ts';
import type { Content } from './content.ts';
import { openWebApp } from './drawn-pages.ts';

const READS = statedProcedures(contract).filter(({ method }) => method === 'GET');
/** What this caller may read at most. */
const TIER_OF: Readonly<Record<CallerName, Tier>> = {
  visitor: 'free',
  free: 'free',
  basic: 'basic',
  second: 'basic',
  premium: 'premium',
  admin: 'premium',
};
const DOCUMENTS = [
  '/sitemap.xml',
  '/llms.txt',
  '/feed.rss',
  '/feed.atom',
  '/robots.txt',
  '/manifest.webmanifest',
  '/.well-known/security.txt',
  '/api/openapi.json',
];
const PAGES = [
  '/',
  '/courses',
  '/courses?q=canary',
  '/blogs',
  '/blogs?kind=post',
  '/pricing',
  '/faq',
  '/about',
  '/help',
  '/dashboard',
  '/admin/courses',
];
/** Of somebody whom every course and post names. */
const AUTHOR_PAGES = ['/authors/author-of-all', '/api/authors/author-of-all'];
const QUERIES = [
  '',
  '?q=canary',
  '?q=canaryoutcome',
  '?sort=title&page=1',
  '?category=databases',
  '?level=beginner',
];

let web: Awaited<ReturnType<typeof openWebApp>>;
beforeAll(async () => {
  web = await openWebApp();
});

/** Everything a caller can read: each reply with the address it came from. */
async function crawl(school: School, who: CallerName, content: Content): Promise<Map<string, string>> {
  const everything = [...Object.values(content.courses), ...Object.values(content.posts)];
  const addresses = [...DOCUMENTS, ...AUTHOR_PAGES, ...everything.flatMap(pagesOf)];
  for (const { path } of READS) {
    if (!path.includes('{')) addresses.push(...QUERIES.map((query) => `/api${path}${query}`));
    for (const { comments, id, sections, slug } of everything) {
      const own = path.startsWith('/comment/') ? comments.answered : id;
      const filled = path.replace('{slug}', slug).replace('{id}', own).replace('{courseId}', id);
      for (const { key } of sections) addresses.push(`/api${filled.replace('{key}', key)}`);
    }
  }
  const replies = new Map<string, string>();
  for (const address of new Set(addresses)) {
    const response = await school.ask(who, 'GET', address);
    replies.set(address, `${JSON.stringify([...response.headers])}${await response.text()}`);
  }
  return replies;
}

function pagesOf({ id, sections, slug }: Content['courses'][Tier]): string[] {
  const own = ['', ...sections.map(({ key }) => `/${key}`), ...sections.map(({ key }) => `?section=${key}`)];
  return [...PAGES, ...own.map((rest) => `/courses/${slug}${rest}`), `/covers/${slug}.svg`, `/blogs/${id}`];
}

const shared = shareSchool({ options: () => ({ web }) }, async ({ content, db }) => {
  const { body } = await db.kysely
    .updateTable('comments')
    .set({ hidden_at: new Date() })
    .where('id', '=', content.courses.free.comments.of.second ?? '')
    .returning('body')
    .executeTakeFirstOrThrow();
  const hiddenReview = `canaryreview${randomUUID().replaceAll('-', '')}`;
  await db.kysely
    .insertInto('course_reviews')
    .values({
      course_id: content.courses.free.id,
      rating: 1,
      body: hiddenReview,
      created_at: new Date(),
      hidden_at: new Date(),
      hidden_reason: 'It insults the author',
    })
    .execute();
  const { id: userId } = await db.kysely
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'second@school.test')
    .executeTakeFirstOrThrow();
  await db.kysely.insertInto('authors').values({ user_id: userId, slug: 'author-of-all' }).execute();
  await db.kysely
    .insertInto('course_authors')
    .values(
      [...Object.values(content.courses), ...Object.values(content.posts)].map(({ id }) => ({
        course_id: id,
        position: 0,
        user_id: userId,
      })),
    )
    .execute();
  return { hiddenWords: body, hiddenReview };
});

/** What each caller could read: every test finds the same school, so once is enough. */
const crawled = new Map<CallerName, Promise<Map<string, string>>>();
function readAll(who: CallerName): Promise<Map<string, string>> {
  const { content, school } = shared();
  const replies = crawled.get(who) ?? crawl(school, who, content);
  crawled.set(who, replies);
  return replies;
}
const wordsOf = async (who: CallerName) => [...(await readAll(who)).values()].join('\n');

test.for(CALLERS)('nothing above the tier of %s is in anything they can read', async (who) => {
  const replies = await readAll(who);
  expect(replies.size).toBeGreaterThan(500);
  for (const course of Object.values(shared().content.courses)) {
    if (tierReaches(TIER_OF[who], course.tier)) continue;
    for (const [address, reply] of replies) {
      for (const secret of course.secrets)
        expect(reply.includes(secret), `${secret} in ${address}`).toBe(false);
    }
  }
});

test.for(CALLERS)(
  '%s finds on the page of an author what lists of their tier hold, and no address',
  async (who) => {
    const replies = await readAll(who);
    const { courses, posts } = shared().content;
    for (const page of AUTHOR_PAGES) {
      const reply = replies.get(page) ?? '';
      for (const { slug, tier } of [...Object.values(courses), ...Object.values(posts)])
        expect(reply.includes(slug), `${slug} in ${page}`).toBe(tierReaches(TIER_OF[who], tier));
      // Whose page it is finds the own address in the own session.
      if (who !== 'second') expect(reply).not.toContain('second@school.test');
    }
  },
);

test('the words are found where they may be: the search can fail', async () => {
  const everything = await wordsOf('premium');
  const missed = shared().content.courses.premium.secrets.filter((secret) => !everything.includes(secret));
  // What the answers of an exam are is told to nobody who may still take it.
  expect(
    missed.filter((secret) => !/canary(right|wrong|question|explanation|intro|exam)/.test(secret)),
  ).toEqual([]);
});

test('the words of a free course are in the page that is drawn for a visitor: pages are really looked at', async () => {
  const { free } = shared().content.courses;
  const drawn = [...(await readAll('visitor'))]
    .filter(([address]) => address.startsWith(`/courses/${free.slug}`))
    .map(([, reply]) => reply);
  expect(free.secrets.some((secret) => drawn.some((reply) => reply.includes(secret)))).toBe(true);
});

test('what a premium member was just sent is not what the next caller is sent', async () => {
  const { content, school } = shared();
  const { secrets, sections, slug } = content.courses.premium;
  const address = `/api/courses/${slug}/sections/${sections[0]?.key}`;
  const first = await (await school.ask('premium', 'GET', address)).text();
  expect(secrets.some((secret) => first.includes(secret))).toBe(true);
  for (const who of ['visitor', 'free', 'basic'] as const) {
    const next = await (await school.ask(who, 'GET', address)).text();
    expect(secrets.filter((secret) => next.includes(secret))).toEqual([]);
  }
});

test('pictures of lessons are signed for whoever is sent them, and for nobody else', async () => {
  for (const who of CALLERS) {
    const everything = await wordsOf(who);
    for (const { secrets, tier } of Object.values(shared().content.courses))
      for (const id of secrets.filter((secret) => !secret.startsWith('canary')))
        expect(everything.includes(`/media/${id}.png?s=`), `${who} ${tier}`).toBe(
          tierReaches(TIER_OF[who], tier),
        );
  }
});

test('the correct answers of an exam are sent to nobody but administrators', async () => {
  for (const who of CALLERS.filter((name) => name !== 'admin')) {
    const replies = await wordsOf(who);
    for (const { secrets } of Object.values(shared().content.courses)) {
      for (const secret of secrets.filter((word) => word.startsWith('canaryexplanation')))
        expect(replies).not.toContain(secret);
    }
  }
});

test('whoever is below the tier of an exam that they passed keeps the result, and is sent no key', async () => {
  const { content, db, school } = shared();
  const { id: courseId, secrets, sections } = content.courses.premium;
  const viewer = school.people.get('free');
  const userId = viewer?.kind === 'member' ? viewer.userId : '';
  const setTier = (tier: Tier) =>
    db.kysely.updateTable('courses').set({ subscription_level: tier }).where('id', '=', courseId).execute();
  const ask = async (method: string, path: string, body?: object): Promise<ExamAttempt> =>
    (await school.ask('free', method, path, { body })).json();
  await setTier('free');
  await db.kysely.insertInto('enrolments').values({ user_id: userId, course_id: courseId }).execute();
  const { id, questions } = await ask('POST', `/api/exams/${sections[2]?.id}/attempts`, {});
  const [question] = questions;
  const right = question?.choices.find(({ html }) => html.includes('canaryright'))?.id ?? '';
  await ask('PUT', `/api/exam-attempts/${id}/answers`, {
    writer: randomUUID(),
    seq: 1,
    question: question?.id,
    answer: right,
  });
  const passed = await ask('POST', `/api/exam-attempts/${id}/result`, {});
  const explanation = secrets.find((secret) => secret.startsWith('canaryexplanation')) ?? '';
  expect(passed.result?.review).toMatchObject([
    { key: right, explanationHtml: expect.stringContaining(explanation) },
  ]);
  await setTier('premium');
  for (const [method, path] of [
    ['GET', `/api/exam-attempts/${id}`],
    ['POST', `/api/exam-attempts/${id}/result`],
  ] as const) {
    const kept = await ask(method, path, method === 'GET' ? undefined : {});
    expect(kept).toMatchObject({
      answers: { 'q-one': right },
      result: { percent: 100, passed: true, review: null },
    });
    expect(JSON.stringify(kept)).not.toContain(explanation);
  }
});

test('what a hidden comment said is sent to nobody but administrators', async () => {
  for (const who of CALLERS)
    expect((await wordsOf(who)).includes(shared().hiddenWords), who).toBe(who === 'admin');
});

test('what a hidden review said is sent to nobody but administrators', async () => {
  for (const who of CALLERS)
    expect((await wordsOf(who)).includes(shared().hiddenReview), who).toBe(who === 'admin');
});

test.for(['visitor', 'premium'] as const)(
  'not a word of a draft, its title included, is in anything that %s can read',
  async (who) => {
    const { content, db, school } = shared();
    const viewer = school.people.get(who);
    const everything = [...Object.values(content.courses), ...Object.values(content.posts)];
    // Who studied it before it became a draft. A certificate goes on naming its course.
    if (viewer?.kind === 'member') {
      const studied = everything.map(({ id }) => ({ user_id: viewer.userId, course_id: id }));
      await db.kysely.insertInto('enrolments').values(studied).execute();
    }
    await db.kysely.deleteFrom('certificates').execute();
    for (const { id } of everything) {
      const body = { from: 'published', to: 'draft' };
      const reply = await school.ask('admin', 'POST', `/api/admin/courses/${id}/status`, { body });
      expect(reply.status).toBe(200);
    }
    const replies = await crawl(school, who, content);
    for (const { secrets, tier } of everything)
      for (const [address, reply] of replies)
        for (const secret of [...secrets, `The ${tier} course`, `The ${tier} post`])
          expect(reply.includes(secret), `${secret} in ${address}`).toBe(false);
  },
);

test('an attempt that runs while its course becomes a draft keeps its answers, and is sent no question', async () => {
  const { content, db, school } = shared();
  const { id: courseId, secrets, sections } = content.courses.free;
  const viewer = school.people.get('free');
  const userId = viewer?.kind === 'member' ? viewer.userId : '';
  await db.kysely.insertInto('enrolments').values({ user_id: userId, course_id: courseId }).execute();
  const ask = (method: string, path: string, body?: object) => school.ask('free', method, path, { body });
  const begun: ExamAttempt = await (await ask('POST', `/api/exams/${sections[2]?.id}/attempts`, {})).json();
  const attempt = `/api/exam-attempts/${begun.id}`;
  const status = (from: string, to: string) =>
    school.ask('admin', 'POST', `/api/admin/courses/${courseId}/status`, { body: { from, to } });
  await status('published', 'draft');
  const [question] = begun.questions;
  const answer = question?.choices.find(({ html }) => html.includes('canaryright'))?.id;
  const given = { writer: randomUUID(), seq: 1, question: question?.id, answer };
  const replies = [
    await ask('GET', attempt),
    await ask('PUT', `${attempt}/answers`, given),
    await ask('POST', `/api/exams/${sections[2]?.id}/attempts`, {}),
    await ask('POST', `${attempt}/result`, {}),
  ];
  expect(replies.map((reply) => reply.status)).toEqual([404, 200, 404, 200]);
  const said = (await Promise.all(replies.map((reply) => reply.text()))).join('');
  expect(secrets.filter((secret) => said.includes(secret))).toEqual([]);
  await status('draft', 'published');
  const kept: ExamAttempt = await (await ask('GET', attempt)).json();
  expect(kept.result).toMatchObject({ passed: true });
});
