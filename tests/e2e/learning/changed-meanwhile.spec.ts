import type { Page } from '@playwright/test';
import { addLab, INVOICE } from '../kit/labs.ts';
import { makeCourse } from '../kit/made-course.ts';
import { expect, makeMember, onDatabase, REFUSED, signIn, test } from '../kit/people.ts';

test.use({ expected: { faults: [REFUSED] } });

const TITLE = 'A course that changes';

/** Signs in somebody who studies a course of a lesson and a lab; answers its slug. */
async function openCourse(page: Page): Promise<string> {
  const person = await makeMember();
  const slug = await makeCourse('changed', {
    title: TITLE,
    student: person.email,
    sections: [
      { key: 'long', title: 'A long lesson', type: 'lesson', minutes: 30 },
      { key: 'lab', title: 'A lab', type: 'lab' },
    ],
  });
  await signIn(page, person, null);
  return slug;
}

test('a section is found that was added, or got rules, since the course was read', async ({ page }) => {
  const slug = await openCourse(page);
  await page.goto(`/courses/${slug}/learn/long`);
  await expect(page.getByRole('heading', { name: 'A long lesson', level: 1 })).toBeVisible();
  await onDatabase((client) =>
    client.query(
      `insert into course_content (course_id, key, title, content, content_html, minutes, sort_order, created_at)
       select id, 'added', 'Added later', 'x', '<p>Added.</p>', 1, 4, now() + interval '1 second' from courses where slug = $1`,
      [slug],
    ),
  );
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await page.getByRole('link', { name: `${TITLE}: Added later` }).click();
  await expect(page.getByRole('heading', { name: 'Added later', level: 1 })).toBeVisible();
  await onDatabase(async (client) => {
    await client.query("update courses set section_order = 'in-order' where slug = $1", [slug]);
    // As every save does.
    await client.query("select pg_notify('content', '')");
  });
  await page.getByRole('navigation', { name: 'Course content' }).getByRole('link', { name: /A lab/ }).click();
  await expect(page.getByRole('heading', { name: "A lab isn't open yet", level: 1 })).toBeVisible();
});

test('a lab that got checks meanwhile can no longer be marked, and nothing waits to be told', async ({
  page,
}) => {
  const slug = await openCourse(page);
  await page.goto(`/courses/${slug}/learn/lab`);
  const mark = page.getByRole('button', { name: 'Mark as done' });
  await expect(mark).toBeVisible();
  await addLab(slug, INVOICE);
  const reply = page.waitForResponse(
    (sent) => sent.status() === 409 && /learning\/sections/.test(sent.url()),
  );
  await mark.click();
  await reply;
  await expect(page.getByText('This lab is done when its checks pass.')).toBeVisible();
  await expect(page.getByText(/Not synced yet/)).toHaveCount(0);
  await expect(mark).toHaveCount(0);
  // What was read since waits, as always; the mark does not.
  await expect
    .poll(() => page.evaluate(() => JSON.stringify(Object.entries(localStorage))), { timeout: 15_000 })
    .not.toContain('\\"marked\\":true');
});
