import { randomBytes } from 'node:crypto';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, makeMember, onDatabase, signIn, test } from './kit/people.ts';

const asked = { kind: 'true-false', points: 1, explanation: 'Because it *is*.', answer: true };
const questions = [
  { ...asked, id: 'q-1', prompt: 'A join pairs rows.', tags: ['joins'], lesson: 'joining' },
  { ...asked, id: 'q-2', prompt: 'A left join keeps rows.', tags: ['joins'], lesson: 'joining' },
  { ...asked, id: 'q-3', prompt: 'Joins can be chained.', tags: ['joins'], lesson: 'joining' },
  { ...asked, id: 'q-4', prompt: 'An index helps to find.', tags: ['indexes'], lesson: 'indexes' },
];

/** A course with two lessons and an exam with topics, a bank to practice from, and a member who studies it. */
async function openExam(page: Page, settings = {}): Promise<string> {
  const slug = `topics-${randomBytes(6).toString('hex')}`;
  const person = await makeMember();
  const exam = { intro: 'x', passMark: 90, questions, settings: { practiceBank: slug, ...settings } };
  await onDatabase(async (client) => {
    await client.query(
      `with bank as (insert into question_banks (slug, title) values ($1, 'Practice') returning id)
       insert into bank_questions (bank_id, key, kind, tags, question, words)
       select id, 'b-' || n, 'true-false', '{joins}', jsonb_set($2::jsonb, '{id}', to_jsonb('b-' || n)), ''
       from bank, generate_series(1, 3) n`,
      [slug, JSON.stringify({ ...asked, id: 'b', prompt: 'Practice makes perfect.' })],
    );
    await client.query(
      `with made as (insert into courses (title, description, slug, thumbnail, subscription_level)
         values ('Joins', 'To be joined.', $1, $2, 'free') returning id),
       sections as (insert into course_content (course_id, key, title, content, content_html, section_type, exam, sort_order)
         select id, key, title, 'x', '<p>x</p>', kind::section_type, exam::jsonb, place from made, (values
           ('joining', 'Joining tables', 'lesson', null, 1), ('indexes', 'Indexes', 'lesson', null, 2),
           ('final', 'Final exam', 'exam', $3, 3)) s (key, title, kind, exam, place))
       insert into enrolments (user_id, course_id) select u.id, made.id from users u, made where u.email = $4`,
      [slug, `/covers/${slug}.svg`, JSON.stringify(exam), person.email],
    );
  });
  await signIn(page, person);
  return `/courses/${slug}/exams/final`;
}

/** Submits the exam with the first two statements on joins denied. */
async function fail(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('button', { name: 'Start the exam' }).click();
  for (const [at, answer] of ['False', 'False', 'True', 'True'].entries())
    await page
      .getByRole('region', { name: `Question ${at + 1}`, exact: true })
      .getByLabel(answer)
      .check();
  await page
    .getByRole('button', { name: /^(Hand in|Submit)/ })
    .first()
    .click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Hand in|Submit)/ })
    .click();
  await expect(page.getByRole('heading', { name: 'Results by topic' })).toBeVisible();
}

/** At the width of a phone and of a desk: axe finds nothing, and nothing is wider than the screen. */
async function fits(page: Page, name: string): Promise<void> {
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    if (process.env.LOOK)
      await page.screenshot({ path: `${process.env.LOOK}/${name}-${width}.png`, fullPage: true });
  }
}

test('a result names each topic, the questions that were wrong and the lesson to read again', async ({
  page,
}) => {
  const address = await openExam(page, { feedback: 'after-attempt' });
  await fail(page, address);
  const joins = page.getByRole('listitem').filter({ hasText: '3 questions' });
  await expect(joins).toContainText('33 %');
  await expect(joins).toContainText('Needs work');
  await fits(page, 'topics');
  await joins.getByRole('link', { name: 'Question 2' }).click();
  await expect(page.getByRole('region', { name: 'Question 2', exact: true })).toBeInViewport();
  await joins.getByRole('link', { name: 'Joining tables' }).click();
  await expect(page).toHaveURL(/\/learn\/joining$/);
});

test('who has still to pass sees levels without numbers, and practices what was missed with answers at once', async ({
  page,
}) => {
  const address = await openExam(page);
  await fail(page, address);
  const topics = page.getByRole('region', { name: 'Results by topic' });
  await expect(topics.getByRole('listitem')).toHaveCount(1);
  await expect(topics).toContainText('Needs work');
  await expect(topics).not.toContainText('%');
  await topics.getByRole('button', { name: 'Practice what you missed' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('False').check();
  await dialog.getByRole('button', { name: 'Check answer' }).click();
  await expect(dialog.getByText('Because it is.')).toBeVisible();
  await fits(page, 'practice');
  await dialog.getByRole('button', { name: 'Next question' }).click();
  for (const next of ['Next question', 'Finish']) {
    await dialog.getByLabel('True').check();
    await dialog.getByRole('button', { name: 'Check answer' }).click();
    await dialog.getByRole('button', { name: next }).click();
  }
  await expect(dialog.getByText('You got 2 of 3 right')).toBeVisible();
});
