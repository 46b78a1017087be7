import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { axeOf } from '../kit/axe.ts';
import { expect, makeMember, onDatabase, REFUSED, signIn, test } from '../kit/people.ts';

// What is not open yet is refused, and the browser says so.
test.use({ expected: { faults: [REFUSED] } });

interface MadeCourse {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
}

const EXAM = {
  intro: '',
  passMark: 60,
  questions: [{ id: 'q', kind: 'true-false', prompt: 'True?', points: 1, explanation: '', answer: true }],
};

/** A course of a lesson that stands for months, which the person studies. */
async function studies(email: string): Promise<MadeCourse> {
  const slug = `day-${randomBytes(6).toString('hex')}`;
  const title = `Days ${slug.slice(-6)}`;
  const { rows } = await onDatabase((client) =>
    client.query(
      `with made as (insert into courses (title, description, slug, thumbnail)
         values ($1, 'By day.', $2, $3) returning id),
       lesson as (insert into course_content (course_id, key, title, content, content_html, sort_order, created_at)
         select id, 'first', 'First steps', 'x', '<p>Short.</p>', 1, now() - interval '90 days' from made)
       insert into enrolments (user_id, course_id, enrolled_at, seen_at)
       select u.id, made.id, now(), now() - interval '1 day' from made, users u where u.email = $4 returning course_id`,
      [title, slug, `/covers/${slug}.svg`, email],
    ),
  );
  return { id: rows[0].course_id, slug, title };
}

async function addSection(course: MadeCourse, key: string, title: string, facts: object = {}): Promise<void> {
  const {
    created = '0 seconds',
    exam = null,
    opens = null,
  } = facts as Record<string, string | object | null>;
  await onDatabase((client) =>
    client.query(
      `insert into course_content (course_id, key, title, content, content_html, section_type, exam, opens_at, sort_order, created_at)
       select $1, $2, $3, 'x', '<p>More.</p>', case when $4::jsonb is null then 'lesson' else 'exam' end::section_type, $4,
         now() + $5::interval, 10 + (select count(*) from course_content where course_id = $1), now() + $6::interval`,
      [course.id, key, title, exam && JSON.stringify(exam), opens, created],
    ),
  );
}

const closing = (days: number) => ({
  ...EXAM,
  settings: {
    timeLimit: 60,
    attempts: null,
    wait: 0,
    counts: 'best',
    navigation: 'free',
    feedback: 'after-passing',
    shuffle: false,
    blind: false,
    opensAt: null,
    closesAt: new Date(Date.now() + days * 86_400_000 + 60_000).toISOString(),
  },
});

async function axe(page: Page): Promise<void> {
  const { violations } = await axeOf(page).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' ')}`)).toEqual(
    [],
  );
}

const region = (page: Page, name: string) => page.getByRole('region', { name });

test('a dashboard tells what closes and opens soon, and what runs, each with the way there', async ({
  page,
}) => {
  test.slow();
  const person = await makeMember();
  const course = await studies(person.email);
  const old = { created: '-90 days' };
  // Days are those of the calendar: an hour from now may be another one.
  const noon = new Date().setUTCHours(60, 0, 0, 0);
  const opens = `${Math.round((noon - Date.now()) / 1000)} seconds`;
  await addSection(course, 'later', 'Later steps', { ...old, opens });
  await addSection(course, 'final', 'The final', { ...old, exam: closing(5) });
  await signIn(page, person, '/dashboard');
  const coming = region(page, 'Coming up');
  await expect(coming.getByRole('listitem')).toHaveText([
    new RegExp(`Section opens in 2 days.*Later steps.*${course.title}`),
    new RegExp(`Exam closes in 5 days.*The final.*${course.title}`),
  ]);
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 800 });
    await axe(page);
  }
  await coming.getByRole('link', { name: 'Later steps' }).click();
  await expect(page.getByRole('heading', { name: "Later steps isn't open yet" })).toBeVisible();
  await page.goto(`/courses/${course.slug}/exams/final`);
  await page.getByRole('button', { name: /^Start/ }).click();
  await expect(
    page
      .getByRole('group', { name: /True\?/ })
      .or(page.getByText('True?'))
      .first(),
  ).toBeVisible();
  await page.goto('/dashboard');
  await expect(page.getByText('Exam in progress: The final')).toBeVisible();
  await expect(coming.getByText('The final')).toHaveCount(0);
  await axe(page);
  await page.getByRole('link', { name: 'Resume The final' }).click();
  await expect(page).toHaveURL(new RegExp(`/courses/${course.slug}/exams/final$`));
});

test('what is new stays until it was seen: in the course itself, by opening it, or all at once by keyboard', async ({
  page,
}) => {
  test.slow();
  const person = await makeMember();
  const course = await studies(person.email);
  await addSection(course, 'second', 'Second steps');
  await addSection(course, 'third', 'Third steps');
  const post = `News ${randomBytes(4).toString('hex')}`;
  await onDatabase((client) =>
    client.query(
      `with made as (insert into courses (title, description, slug, thumbnail, kind, published_at)
         values ($1, 'A post.', $2, $3, 'post', now()) returning id)
       insert into course_content (course_id, key, title, content, content_html, sort_order)
       select id, 'text', $1, 'x', '<p>News.</p>', 1 from made`,
      [post, post.toLowerCase().replace(' ', '-'), '/covers/news.svg'],
    ),
  );
  await signIn(page, person, '/dashboard');
  const news = region(page, "What's new");
  await expect(news.getByRole('listitem').filter({ hasText: '2 new sections in your course' })).toBeVisible();
  await expect(news.getByRole('link', { name: post })).toBeVisible();
  await axe(page);
  await page.reload();
  await news.getByRole('link', { name: course.title }).click();
  await expect(page.getByRole('heading', { name: 'Second steps', level: 1 })).toBeVisible();
  const outline = page.getByRole('navigation', { name: 'Course content' });
  await expect(outline.getByRole('link', { name: /Third steps.*New/ })).toBeVisible();
  await axe(page);
  await page.goto('/dashboard');
  await expect(news.getByRole('link', { name: post })).toBeVisible();
  await expect(news.getByText('2 new sections')).toHaveCount(0);
  await news.getByRole('link', { name: post }).click();
  await expect(page.getByRole('heading', { name: post, level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await expect(news).toBeVisible();
  await expect(news.getByRole('link', { name: post })).toHaveCount(0);
  await addSection(course, 'fourth', 'Fourth steps');
  await page.reload();
  await expect(news.getByRole('link', { name: `${course.title}: Fourth steps` })).toBeVisible();
  await news.getByRole('button', { name: 'Mark all as seen' }).focus();
  await page.keyboard.press('Enter');
  await expect(news.getByText('Fourth steps')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: "What's new" })).toBeFocused();
});

test('who studies nothing reads the given words and where to begin', async ({ page }) => {
  await signIn(page, await makeMember(), '/dashboard');
  await expect(page.getByText("You haven't started any courses yet...")).toBeVisible();
  await expect(page.getByRole('heading', { name: 'What to learn next' })).toBeVisible();
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 800 });
    await axe(page);
  }
});
