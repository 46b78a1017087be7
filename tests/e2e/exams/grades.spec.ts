import { randomBytes, randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { axeOf } from '../kit/axe.ts';
import { expect, HEAD, makeMember, onDatabase, REFUSED, signIn, test } from '../kit/people.ts';

test.use({ expected: { faults: [REFUSED] } });

/** A course with an exam whose key is wrong, and one who took it. */
async function makeTaken() {
  const slug = `graded-${randomBytes(6).toString('hex')}`;
  const person = await makeMember('free', 'Emmy Noether');
  const question = {
    id: 'n',
    kind: 'number',
    prompt: 'Two and two?',
    points: 1,
    explanation: '',
    tolerance: 0,
  };
  const settings = {
    timeLimit: null,
    attempts: null,
    wait: 0,
    counts: 'best',
    feedback: 'after-attempt',
    shuffle: false,
  };
  const exam = (answer: number) =>
    JSON.stringify({
      intro: '',
      passMark: 50,
      draws: [],
      questions: [{ ...question, answer }],
      settings: { ...settings, navigation: 'free', blind: false, opensAt: null, closesAt: null },
    });
  const result = {
    points: 0,
    maxPoints: 1,
    percent: 0,
    passed: false,
    waiting: [],
    questions: [{ id: 'n', points: 0, maxPoints: 1 }],
  };
  return onDatabase(async (client) => {
    const { rows } = await client.query(
      `with made as (insert into courses (title, description, slug, thumbnail) values ($1, 'D', $1, '/covers/' || $1 || '.svg') returning id)
       insert into course_content (course_id, key, title, section_type, exam, sort_order)
       select id, 'final', 'Final', 'exam', $2::jsonb, 1 from made returning id, course_id`,
      [slug, exam(4)],
    );
    const { course_id: courseId, id: sectionId } = rows[0];
    const user = '(select id from users where email = $1)';
    await client.query(`insert into enrolments (user_id, course_id) values (${user}, $2)`, [
      person.email,
      courseId,
    ]);
    const attempt = randomUUID();
    await client.query(
      `with version as (insert into exam_versions (section_id, fingerprint, exam, html) values ($2, 'old', $3::jsonb, '{"Two and two?": "<p>Two and two?</p>"}') returning id)
       insert into exam_attempts (id, user_id, section_id, version_id, number, started_at, submitted_at, ended_by, passed, result)
       select $4, ${user}, $2, id, 1, now() - interval '5 minutes', now(), 'candidate', false, $5::jsonb from version`,
      [person.email, sectionId, exam(5), attempt, JSON.stringify(result)],
    );
    await client.query(
      `insert into exam_answers (attempt_id, writer, seq, question, answer, received_at) values ($1, $2, 1, 'n', '"4"', now())`,
      [attempt, randomUUID()],
    );
    return { attempt, courseId, person, slug };
  });
}

/** On a phone the table scrolls within itself, and who or what a row is about stays in sight. */
async function staysInSight(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 375, height: 800 });
  const region = page.getByRole('region', { name });
  const [before, after] = await region.evaluate((element) => {
    const left = () => element.querySelector('tbody th')?.getBoundingClientRect().left;
    const first = left();
    element.scrollLeft = 10_000;
    return [first, left()];
  });
  expect(await region.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
  expect(after).toBe(before);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
  await page.setViewportSize({ width: 1280, height: 800 });
}

test('an administrator sees the gradebook, finds the wrong key, and grades anew; the learner is told and sees the corrected key', async ({
  browser,
  page,
}) => {
  test.slow();
  const { courseId, person, slug } = await makeTaken();
  await signIn(page, HEAD, `/admin/courses/${courseId}`);
  await page.getByRole('link', { name: 'Gradebook' }).click();
  const row = page.getByRole('row', { name: /Emmy Noether/ });
  await expect(row).toContainText('0%, not passed');
  await staysInSight(page, 'Gradebook');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download as CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toContain('gradebook');
  await page.getByRole('link', { name: 'Final' }).click();
  await expect(page.getByRole('heading', { name: 'Final', level: 1 })).toBeVisible();
  await expect(page.getByRole('row', { name: /Two and two\?/ })).toContainText('0%');
  await staysInSight(page, 'Questions');
  await expect(page.getByText(/^Facility is the average share of points/)).toBeVisible();
  await page.getByRole('button', { name: 'Regrade' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('row', { name: /Emmy Noether/ })).toContainText('100%, passed');
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 800 });
    expect((await axeOf(page).analyze()).violations).toEqual([]);
  }
  await dialog.getByRole('button', { name: 'Update 1 result' }).click();
  await expect(page.getByText('1 result was updated.')).toBeVisible();
  await expect(page.getByRole('row', { name: /Two and two\?/ })).toContainText('100%');
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: slug }).click();
  await expect(row).toContainText('100%, passed');
  const learner = await (await browser.newContext()).newPage();
  await signIn(learner, person, `/courses/${slug}/exams/final`);
  await learner.getByRole('button', { name: 'View result' }).click();
  await expect(learner.getByRole('heading', { name: 'Passed' })).toBeVisible();
  await expect(learner.getByText('A question was corrected after you submitted.')).toBeVisible();
  await learner.goto('/notifications');
  await expect(learner.getByText('Your exam “Final” was regraded. Your score is now 100%.')).toBeVisible();
  await learner.close();
});

test('an administrator reads an attempt of a learner from the gradebook: the answer, its time and its points', async ({
  page,
}) => {
  const { courseId } = await makeTaken();
  await signIn(page, HEAD, `/admin/courses/${courseId}/gradebook`);
  await page.getByRole('link', { name: '0%, not passed' }).click();
  await expect(page.getByRole('heading', { name: 'Emmy Noether', level: 1 })).toBeVisible();
  await expect(page.getByText('0 of 1', { exact: true })).toBeVisible();
  const question = page.getByRole('region', { name: 'Question 1' });
  await expect(question.getByRole('textbox')).toHaveValue('4');
  await expect(question.getByText(/^Time taken: 5 min\./)).toBeVisible();
  await expect(question).toContainText('Incorrect');
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 800 });
    expect((await axeOf(page).analyze()).violations).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  await page.goto(`/admin/exam-attempts/${randomUUID()}`);
  await expect(page.getByRole('heading', { name: 'This attempt cannot be shown' })).toBeVisible();
});
