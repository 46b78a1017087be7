import { beforeAll, expect, test } from 'vitest';
import { shareSchool } from '../kit/shared-school.ts';
import { openWebApp } from './drawn-pages.ts';

let web: Awaited<ReturnType<typeof openWebApp>>;
beforeAll(async () => {
  web = await openWebApp();
});

/** The lesson of the premium course is free to read; its lab and its exam are not. */
const shared = shareSchool({ options: () => ({ web }) }, async ({ content, db }) => {
  const lesson = content.courses.premium.sections[0]?.id ?? '';
  await db.kysely.updateTable('course_content').set({ sample: true }).where('id', '=', lesson).execute();
  return {};
});
const READERS = ['visitor', 'free', 'basic'] as const;

function words() {
  const { secrets, sections, slug } = shared().content.courses.premium;
  const body = secrets.find((word) => word.startsWith('canarylesson')) ?? '';
  // The pictures stand before the words, in the order of the sections.
  const [picture = ''] = secrets;
  const others = secrets.filter((word) => word !== body && word !== picture);
  return { body, picture, others, slug, keys: sections.map(({ key }) => key) };
}

test.for(READERS)('a sample is read by %s, and nothing else of its course', async (who) => {
  const { body, keys, others, picture, slug } = words();
  const read = async (address: string) => (await shared().school.ask(who, 'GET', address)).text();
  const [lesson = '', lab = '', exam = ''] = keys;
  const sample = [`/api/courses/${slug}/sections/${lesson}`, `/courses/${slug}?section=${lesson}`];
  for (const address of sample) {
    const text = await read(address);
    expect(text, address).toContain(body);
    expect(text, address).toContain(picture);
  }
  const closed = [
    `/api/courses/${slug}/sections/${lab}`,
    `/api/courses/${slug}/sections/${exam}`,
    `/courses/${slug}?section=${lab}`,
    `/courses/${slug}/learn/${lesson}`,
    `/courses/${slug}/learn/${lab}`,
    `/courses/${slug}/exams/${exam}`,
  ];
  const silent = [
    `/api/courses/${slug}`,
    `/courses/${slug}`,
    `/api/courses?q=${body}`,
    `/courses?q=${body}`,
    '/pricing',
    '/feed.rss',
    '/feed.atom',
    '/sitemap.xml',
    '/llms.txt',
  ];
  for (const address of [...sample, ...closed, ...silent]) {
    const text = await read(address);
    for (const other of others) expect(text.includes(other), `${other} in ${address}`).toBe(false);
    // An address may repeat what was asked for; the text of the lesson stands there in its paragraph.
    if (!sample.includes(address))
      expect(text.includes(`<p>${body}`), `the sample in ${address}`).toBe(false);
  }
});

test('a sample of what is not open is read by nobody', async () => {
  const { keys, slug } = words();
  const { db, school } = shared();
  for (const state of ['draft', 'archived'] as const) {
    await db.kysely.updateTable('courses').set({ state }).where('slug', '=', slug).execute();
    for (const who of [...READERS, 'premium'] as const) {
      const { status } = await school.ask(who, 'GET', `/api/courses/${slug}/sections/${keys[0]}`);
      expect(status, `${who} reads a sample of a course that is ${state}`).toBe(404);
    }
  }
});
