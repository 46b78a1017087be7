import { randomBytes } from 'node:crypto';
import { card, openExam, submit } from '../kit/exams.ts';
import { expect, makeMember, onDatabase, REFUSED, signIn, test } from '../kit/people.ts';

test.use({ expected: { faults: [REFUSED] } });

const SOON_MS = 15_000;
const soon = () => new Date(Date.now() + SOON_MS).toISOString();

test('a section that opens by date opens by itself, also where the clock of the device is wrong', async ({
  page,
}) => {
  test.slow();
  const slug = `opens-${randomBytes(6).toString('hex')}`;
  await signIn(page, await makeMember());
  await onDatabase((client) =>
    client.query(
      `with made as (insert into courses (title, description, slug, thumbnail)
         values ('Opening', 'To be studied.', $1, $2) returning id)
       insert into course_content (course_id, key, title, content, content_html, minutes, sort_order)
         select id, key, title, body, '<p>' || body || '</p>', 1, place from made,
           (values ('now', 'Now', 'Open at once.', 1), ('later', 'Later', 'Open by date.', 2)) s (key, title, body, place)`,
      [slug, `/covers/${slug}.svg`],
    ),
  );
  await page.goto(`/courses/${slug}`);
  await page.getByRole('button', { name: 'Enroll', exact: true }).click();
  await expect(page.getByText("You're enrolled")).toBeVisible();
  // A device that is a day behind.
  await page.addInitScript(() => {
    const now = Date.now.bind(Date);
    Date.now = () => now() - 86_400_000;
  });
  await onDatabase((client) =>
    client.query(
      "update course_content set opens_at = $2 where key = 'later' and course_id = (select id from courses where slug = $1)",
      [slug, soon()],
    ),
  );
  await page.goto(`/courses/${slug}/learn/later`);
  await expect(page.getByRole('heading', { name: "Later isn't open yet", level: 1 })).toBeVisible();
  await expect(page.getByText('Open by date.')).toBeVisible({ timeout: SOON_MS + 15_000 });
});

test('an exam that may not be taken yet can be started as soon as its moment comes', async ({ page }) => {
  test.slow();
  const address = await openExam(page);
  await onDatabase((client) =>
    client.query(
      `update course_content set exam = jsonb_set(exam, '{settings,opensAt}', to_jsonb($2::text))
       where course_id = (select id from courses where slug = $1)`,
      [address.split('/')[2], soon()],
    ),
  );
  await page.goto(address);
  await expect(page.getByText('This exam opens on')).toBeVisible();
  const start = page.getByRole('button', { name: 'Start exam' });
  await expect(start).toHaveCount(0);
  await expect(start).toBeEnabled({ timeout: SOON_MS + 15_000 });
});

test('another attempt can be started as soon as the wait after the last one is over', async ({ page }) => {
  test.slow();
  const address = await openExam(page, { wait: 1 });
  await page.goto(address);
  await page.getByRole('button', { name: 'Start exam' }).click();
  await submit(page);
  await expect(page.getByRole('heading', { name: 'Not passed this time' })).toBeVisible();
  await onDatabase((client) =>
    client.query(
      `update exam_attempts set submitted_at = now() - interval '1 minute' + $2 * interval '1 ms'
       where section_id = (select s.id from course_content s join courses c on c.id = s.course_id where c.slug = $1)`,
      [address.split('/')[2], SOON_MS],
    ),
  );
  await page.goto(address);
  await expect(page.getByText('You can start another attempt after')).toBeVisible();
  const again = page.getByRole('button', { name: 'Start another attempt' });
  await expect(again).toHaveCount(0);
  await expect(again).toBeEnabled({ timeout: SOON_MS + 15_000 });
  await again.click();
  await expect(card(page, 1)).toBeVisible();
});
