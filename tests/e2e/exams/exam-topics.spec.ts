import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { axeOf } from '../kit/axe.ts';
import { addSection, createCourse, unique } from '../kit/courses.ts';
import { submit } from '../kit/exams.ts';
import { finalExam, makeCourse } from '../kit/made-course.ts';
import { expect, HEAD, makeMember, onDatabase, signIn, test } from '../kit/people.ts';

const asked = { kind: 'true-false', points: 1, explanation: 'Because it *is*.', answer: true };
const questions = [
  { ...asked, id: 'q-1', prompt: 'A join pairs rows.', tags: ['joins'], lesson: 'joining' },
  { ...asked, id: 'q-2', prompt: 'A left join keeps rows.', tags: ['joins'], lesson: 'joining' },
  { ...asked, id: 'q-3', prompt: 'Joins can be chained.', tags: ['joins'], lesson: 'joining' },
  { ...asked, id: 'q-4', prompt: 'An index helps to find.', tags: ['indexes'], lesson: 'indexes' },
];

/** A bank of three true statements about joins. */
async function makeBank(slug: string, prompt: string): Promise<void> {
  await onDatabase((client) =>
    client.query(
      `with bank as (insert into question_banks (slug, title) values ($1, $1) returning id)
       insert into bank_questions (bank_id, key, kind, tags, question, words)
       select id, 'b-' || n, 'true-false', '{joins}', jsonb_set($2::jsonb, '{id}', to_jsonb('b-' || n)), ''
       from bank, generate_series(1, 3) n`,
      [slug, JSON.stringify({ ...asked, id: 'b', prompt })],
    ),
  );
}

/** A course with two lessons and an exam with topics, a bank to practice from, and a member who studies it. */
async function openExam(page: Page, settings = {}): Promise<string> {
  const bank = `practice-${randomBytes(6).toString('hex')}`;
  const person = await makeMember();
  const exam = { intro: 'x', passMark: 90, questions, settings: { practiceBank: bank, ...settings } };
  await makeBank(bank, 'Practice makes perfect.');
  const slug = await makeCourse('topics', {
    title: 'Joins',
    student: person.email,
    sections: [
      { key: 'joining', title: 'Joining tables', type: 'lesson' },
      { key: 'indexes', title: 'Indexes', type: 'lesson' },
      ...finalExam(exam),
    ],
  });
  await signIn(page, person);
  return `/courses/${slug}/exams/final`;
}

/** Submits the exam with the first two statements on joins denied. */
async function fail(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('button', { name: 'Start exam' }).click();
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
    expect((await axeOf(page).analyze()).violations).toEqual([]);
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
  await expect(joins).toContainText('33%');
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
  await dialog.getByRole('button', { name: 'Check answer' }).press('Enter');
  await expect(dialog.getByText('Because it is.')).toBeVisible();
  // An impatient second press skips no explanation.
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Because it is.')).toBeVisible();
  await expect(dialog.locator(':focus')).toContainText('Because it is.');
  await fits(page, 'practice');
  await dialog.getByRole('button', { name: 'Next question' }).click();
  for (const next of ['Next question', 'Finish']) {
    await dialog.getByLabel('True').check();
    await dialog.getByRole('button', { name: 'Check answer' }).click();
    await dialog.getByRole('button', { name: next }).click();
  }
  await expect(dialog.getByText('You got 2 of 3 right')).toBeVisible();
  // The questions of the bank are replaced while somebody answers one.
  await dialog.getByRole('button', { name: 'Practice again' }).click();
  await dialog.getByLabel('True').check();
  await onDatabase((client) =>
    client.query(
      `update bank_questions q set key = 'new-' || q.key from question_banks b, course_content s, courses c
       where b.id = q.bank_id and b.slug = s.exam #>> '{settings,practiceBank}' and c.id = s.course_id and c.slug = $1`,
      [address.split('/')[2]],
    ),
  );
  await dialog.getByRole('button', { name: 'Check answer' }).click();
  await expect(page.getByText('These questions have changed')).toBeVisible();
  await dialog.getByLabel('True').check();
  await dialog.getByRole('button', { name: 'Check answer' }).click();
  await expect(dialog.getByText('Because it is.')).toBeVisible();
});

test('topics and lessons that an author sets, in an exam and in a bank, lead a learner to what to read', async ({
  browser,
  page,
}) => {
  test.setTimeout(120_000);
  const bank = unique('Sums').replace(' ', '-').toLowerCase();
  await signIn(page, HEAD, '/admin/questions');
  await page.getByRole('button', { name: 'Create bank' }).click();
  await page.getByRole('dialog').getByLabel('Title', { exact: true }).fill(bank);
  await page.getByRole('dialog').getByRole('button', { name: 'Save bank' }).click();
  await page.getByRole('link', { name: 'Add question' }).click();
  await page.getByLabel('Question type').selectOption('true-false');
  await page.getByRole('button', { name: 'Add question' }).click();
  await page.getByLabel('Tags', { exact: true }).fill('sums');
  await page.getByLabel('Question (Markdown)').fill('Two and two is four.');
  await page.getByRole('button', { name: 'Save question' }).click();
  await expect(page.getByRole('cell', { name: 'sums' })).toBeVisible();

  await createCourse(page, unique('Topics'));
  const slug = await page.getByLabel('Slug').inputValue();
  await page.getByRole('tab', { name: 'Course Content' }).click();
  const group = page.getByRole('group', { name: 'Add a section' });
  await group.getByLabel('Section type').selectOption('exam');
  await addSection(page, 'Final');
  await page.getByLabel('Question type').selectOption('true-false');
  await page.getByRole('button', { name: 'Add question' }).click();
  await page.getByLabel('Question (Markdown)').fill('A queue has a head.');
  await page.getByLabel('Topics', { exact: true }).fill('queues');
  await page.getByLabel('Topics', { exact: true }).press('Enter');
  await page.getByLabel('Lesson', { exact: true }).selectOption({ label: 'First steps' });
  await page.getByLabel('Show answers and explanations').selectOption({ label: 'After each attempt' });
  await page.getByRole('button', { name: 'Add random questions' }).click();
  await page.getByLabel('Question bank (set 1)').selectOption({ label: `${bank} (1)` });
  await page.getByLabel('Number of questions', { exact: true }).fill('1');
  await page.getByRole('group', { name: 'Tags (set 1)' }).getByLabel('sums').check();
  await page.getByLabel('Lesson', { exact: true }).last().selectOption({ label: 'First steps' });
  await page.getByRole('button', { name: 'Save Course' }).click();
  await expect(page.getByText('Course updated successfully')).toBeVisible();
  await page.reload();
  await page.getByRole('tab', { name: 'Course Content' }).click();
  await page.getByRole('button', { name: /^Final/ }).click();
  await page
    .getByRole('button', { name: /A queue has a head/ })
    .first()
    .click();
  await expect(page.getByLabel('Lesson', { exact: true }).first()).toHaveValue('first-steps');
  await expect(page.getByRole('button', { name: 'Remove queues' })).toBeVisible();

  const learner = await (await browser.newContext()).newPage();
  await signIn(learner, await makeMember(), `/courses/${slug}`);
  await learner.getByRole('button', { name: 'Enroll', exact: true }).click();
  await expect(learner.getByText("You're enrolled")).toBeVisible();
  await learner.goto(`/courses/${slug}/exams/final`);
  await learner.getByRole('button', { name: 'Start exam' }).click();
  for (const number of [1, 2])
    await learner
      .getByRole('region', { name: `Question ${number}`, exact: true })
      .getByLabel('False')
      .check();
  await submit(learner);
  const topics = learner.getByRole('region', { name: 'Results by topic' });
  for (const topic of ['queues', 'sums']) {
    const item = topics.getByRole('listitem').filter({ hasText: topic });
    await expect(item).toContainText('Needs work');
    await expect(item.getByRole('link', { name: 'First steps' })).toBeVisible();
  }
  await topics.getByRole('link', { name: 'First steps' }).first().click();
  await expect(learner).toHaveURL(/\/learn\/first-steps$/);
  await learner.context().close();
});
