import type { Page } from '@playwright/test';
import { axeOf } from '../kit/axe.ts';
import { openExam } from '../kit/exams.ts';
import { hold } from '../kit/hold.ts';
import { finalExam, makeCourse } from '../kit/made-course.ts';
import { truths } from '../kit/marked-questions.ts';
import { expect, HEAD, makeMember, onDatabase, REFUSED, signIn, test } from '../kit/people.ts';

test.use({ expected: { faults: [REFUSED] } });

/** At the width of a phone and of a desk: axe finds nothing, and nothing is wider than the screen. */
async function fits(page: Page, name = ''): Promise<void> {
  for (const width of [375, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect((await axeOf(page).analyze()).violations).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    if (name && process.env.LOOK)
      await page.screenshot({ path: `${process.env.LOOK}/${name}-${width}.png`, fullPage: true });
  }
}

test('what an administrator grants is shown to the learner with its reason', async ({ browser, page }) => {
  const address = await openExam(page, { timeLimit: 60, attempts: 1 }, undefined, truths, 50);
  const head = await (await browser.newContext()).newPage();
  await signIn(head, HEAD);
  const id = await onDatabase(async (client) => {
    const { rows } = await client.query(
      'select e.user_id from enrolments e join courses c on c.id = e.course_id where c.slug = $1',
      [address.split('/')[2]],
    );
    return rows[0].user_id;
  });
  await head.goto(`/admin/users/${id}`);
  const part = head.getByRole('region', { name: 'Exam accommodations' });
  const grants = part.getByRole('button', { name: 'Add accommodation' });
  const change = part.getByRole('button', { name: 'Edit accommodation: Queues: Final exam' });
  await grants.press('Enter');
  await expect(part.getByLabel('Exam', { exact: true })).toBeFocused();
  await part.getByLabel('Exam', { exact: true }).selectOption({ label: 'Queues: Final exam' });
  await part.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(part.getByText('Reason is required')).toBeVisible();
  await part.getByLabel('Reason').fill('Reads with a magnifier');
  await part.getByLabel('Extra time (minutes)').fill('');
  await part.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(part.getByText('Add extra time, extra attempts, or different dates')).toBeVisible();
  await part.getByLabel('Opens').fill('2030-05-02T10:00');
  await part.getByLabel('Closes').fill('2030-05-01T10:00');
  await part.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(part.getByText('must be after the opening date')).toBeVisible();
  await fits(head, 'grant');
  await part.getByLabel('Opens').fill('');
  await part.getByLabel('Closes').fill('');
  await part.getByLabel('Extra time (%)').fill('30e');
  await part.getByLabel('Closes').focus();
  await head.keyboard.type('05022030');
  await part.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(part.getByText('must be a whole number')).toBeVisible();
  await expect(part.getByText('must be a date and time')).toBeVisible();
  await part.getByLabel('Closes').fill('2030-05-02T10:00');
  await part.getByLabel('Closes').fill('');
  await part.getByLabel('Extra time (%)').fill('40');
  const release = await hold(head, /\/api\/.*accommodations/);
  await part.getByRole('button', { name: 'Add', exact: true }).click();
  // What is changed meanwhile would go with the form.
  const exam = part.getByLabel('Exam', { exact: true });
  await expect(exam).toHaveAttribute('aria-disabled', 'true');
  const chosen = await exam.inputValue();
  await exam.press('ArrowUp');
  await expect(exam).toBeFocused();
  await expect(exam).toHaveValue(chosen);
  await part.getByLabel('Closes').focus();
  await head.keyboard.type('050220301000AM');
  await expect(part.getByLabel('Closes')).toHaveValue('');
  release();
  await expect(part.getByText('40% extra time')).toBeVisible();
  await expect(grants).toBeFocused();
  await expect(head.getByRole('region', { name: 'Activity' })).toContainText('exam.accommodate');
  await grants.press('Enter');
  await expect(part.getByLabel('Exam', { exact: true })).toBeFocused();
  await expect(part.getByRole('option', { name: 'Queues: Final exam' })).toHaveCount(0);
  await head.keyboard.press('Escape');
  await expect(grants).toBeFocused();
  await change.press('Enter');
  await expect(part.getByLabel('Extra time (%)')).toBeFocused();
  await expect(part.getByLabel('Reason')).toHaveValue('Reads with a magnifier');
  // Another administrator changes the same and something else meanwhile.
  await onDatabase((client) =>
    client.query('update exam_accommodations set extra_percent = 70, extra_minutes = 5 where user_id = $1', [
      id,
    ]),
  );
  await part.getByLabel('Extra time (%)').fill('45');
  await part.getByRole('button', { name: 'Save', exact: true }).click();
  const conflict = head.getByRole('dialog', { name: 'Someone else changed this accommodation' });
  await expect(conflict.getByRole('group')).toHaveText(/^Extra time \(%\)/);
  await fits(head, 'grant-conflict');
  await conflict.getByRole('button', { name: 'Save this version' }).click();
  await expect(part.getByText('45% extra time, 5 min extra time')).toBeVisible();
  await expect(head.getByText('Changes combined')).toBeVisible();
  await change.press('Enter');
  await part.getByLabel('Extra time (minutes)').fill('');
  await part.getByLabel('Extra time (%)').fill('50');
  await part.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(part.getByText('50% extra time')).toBeVisible();
  await expect(change).toBeFocused();
  await head.close();
  await page.goto(address);
  await expect(page.getByText('50% extra time. Reason: Reads with a magnifier')).toBeVisible();
  await expect(page.getByText('1 h 30 min')).toBeVisible();
  await fits(page, 'granted');
});

test('what another administrator granted or removed meanwhile is shown, and what was typed stays', async ({
  page,
}) => {
  const person = await makeMember();
  const { rows } = await onDatabase((client) =>
    client.query('select id from users where email = $1', [person.email]),
  );
  const { id } = rows[0];
  await signIn(page, HEAD, `/admin/users/${id}`);
  const part = page.getByRole('region', { name: 'Exam accommodations' });
  await part.getByRole('button', { name: 'Add accommodation' }).click();
  await part.getByLabel('Extra time (%)').fill('40');
  await part.getByLabel('Reason').fill('Reads with a magnifier');
  await onDatabase((client) =>
    client.query(
      `insert into exam_accommodations (user_id, extra_minutes, reason, granted_at) values ($1, 10, 'Writes slowly', now())`,
      [id],
    ),
  );
  await part.getByRole('button', { name: 'Add', exact: true }).click();
  const conflict = page.getByRole('dialog', { name: 'Someone else already added this accommodation' });
  await expect(conflict.getByRole('group')).toHaveText(/Reads with a magnifier.*Writes slowly/);
  await conflict.getByRole('button', { name: 'Save this version' }).click();
  await expect(part.getByText('40% extra time, 10 min extra time')).toBeVisible();
  await part.getByRole('button', { name: 'Edit accommodation: All exams' }).click();
  await onDatabase((client) => client.query('delete from exam_accommodations where user_id = $1', [id]));
  await part.getByLabel('Extra time (minutes)').fill('15');
  await part.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(part.getByRole('alert')).toContainText('Someone else removed this accommodation');
  await expect(part.getByLabel('Extra time (minutes)')).toHaveValue('15');
  await fits(page, 'grant-removed');
  await part.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(part.getByText('40% extra time, 15 min extra time')).toBeVisible();
});

test('a removal asks, is done once and can be undone; what is typed beside it is kept, and asked about', async ({
  page,
}) => {
  const person = await makeMember();
  const slugs = await Promise.all(
    ['Stacks', 'Trees'].map((title) =>
      makeCourse('exam', {
        title,
        sections: finalExam({ intro: '', passMark: 50, settings: {}, questions: truths }),
        student: person.email,
      }),
    ),
  );
  const id = await onDatabase(async (client) => {
    const { rows } = await client.query('select id from users where email = $1', [person.email]);
    for (const slug of [null, ...slugs])
      await client.query(
        `insert into exam_accommodations (user_id, section_id, extra_minutes, reason, granted_at)
         values ($1, (select s.id from course_content s join courses c on c.id = s.course_id where c.slug = $2),
           10, 'Writes slowly', clock_timestamp())`,
        [rows[0].id, slug],
      );
    return rows[0].id;
  });
  await signIn(page, HEAD, `/admin/users/${id}`);
  const part = page.getByRole('region', { name: 'Exam accommodations' });
  const edit = (title: string) => part.getByRole('button', { name: `Edit accommodation: ${title}` });
  const remove = (title: string) => part.getByRole('button', { name: `Remove accommodation: ${title}` });
  await edit('All exams').click();
  await part.getByLabel('Extra time (minutes)').fill('25');
  await remove('Stacks: Final exam').click();
  const asked = page.getByRole('dialog', { name: 'Remove this accommodation?' });
  await expect(asked).toContainText('Stacks: Final exam: 10 min extra time.');
  // Headings of the page are underlined.
  await expect(asked.getByRole('heading')).toHaveCSS('border-bottom-width', '0px');
  expect((await axeOf(page).analyze()).violations).toEqual([]);
  await asked.getByRole('button', { name: 'Remove' }).dblclick();
  await expect(remove('Stacks: Final exam')).toHaveCount(0);
  await expect(asked).toHaveCount(0);
  await expect(remove('Trees: Final exam')).toBeVisible();
  await expect(part.getByLabel('Extra time (minutes)')).toHaveValue('25');
  await expect(edit('Trees: Final exam')).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(remove('Stacks: Final exam')).toBeVisible();
  await edit('Trees: Final exam').click();
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' });
  await leaving.getByRole('button', { name: 'Cancel' }).click();
  await expect(part.getByLabel('Extra time (minutes)')).toHaveValue('25');
  await page.getByRole('link', { name: 'Courses', exact: true }).first().click();
  await leaving.getByRole('button', { name: 'Cancel' }).click();
  await part.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(part.getByText('25 min extra time')).toBeVisible();
  await remove('All exams').click();
  await asked.getByRole('button', { name: 'Remove' }).click();
  await expect(remove('All exams')).toHaveCount(0);
  await expect(part.getByText('10 min extra time')).toHaveCount(2);
});
