import type { Browser, Page } from '@playwright/test';
import { axeOf } from '../kit/axe.ts';
import { card, openExam, saved, submit } from '../kit/exams.ts';
import { questions } from '../kit/marked-questions.ts';
import { expect, HEAD, onDatabase, REFUSED, signIn, test } from '../kit/people.ts';

test.use({ expected: { faults: [REFUSED, /Failed to load resource/, /net::ERR/] } });

/** An essay that was handed in, before a marker; answers which attempt it is of. */
async function openDesk(
  browser: Browser,
  page: Page,
  asked: readonly object[] = questions.slice(0, 1),
): Promise<{ attempt: string; marker: Page }> {
  const address = await openExam(page, {}, undefined, asked, 50);
  await page.goto(address);
  await page.getByRole('button', { name: 'Start exam' }).click();
  await card(page, 1).getByLabel('Your answer').fill('First come, first served.');
  await saved(page);
  await submit(page);
  await expect(page.getByRole('heading', { name: 'Waiting to be graded' })).toBeVisible();
  const { rows } = await onDatabase((client) =>
    client.query(
      `select a.id from exam_attempts a join section_registry s on s.id = a.section_id
       join courses c on c.id = s.course_id where c.slug = $1`,
      [address.split('/')[2]],
    ),
  );
  const attempt = String(rows[0].id);
  const marker = await (await browser.newContext()).newPage();
  await signIn(marker, HEAD, `/admin/marking/${attempt}/q-essay`);
  return { attempt, marker };
}

async function publish(marker: Page): Promise<void> {
  await marker.getByRole('radio', { name: 'One is given (1)' }).check();
  await marker.getByRole('button', { name: 'Save grade' }).click();
  await marker.getByRole('button', { name: 'Publish result' }).click();
  await expect(marker.getByText('The result is published.')).toBeVisible();
}

test('a marker whose answer an accepted late one replaced is told so, and reads it before it is graded', async ({
  browser,
  page,
}) => {
  const { attempt, marker } = await openDesk(browser, page);
  await publish(marker);
  await marker.getByRole('button', { name: 'Correct this grade' }).click();
  await marker.getByRole('radio', { name: 'They convince (2)' }).check();
  await marker.getByLabel('Reason for the correction').fill('It does convince.');
  await onDatabase(async (client) => {
    await client.query('update exam_attempts set deadline_at = submitted_at where id = $1', [attempt]);
    await client.query(
      `insert into exam_late_answers (attempt_id, writer, question, answer, typed_at, received_at)
       select id, gen_random_uuid(), 'q-essay', '"Queues are not fair at all."', submitted_at, now()
       from exam_attempts where id = $1`,
      [attempt],
    );
  });
  const second = await marker.context().newPage();
  await second.goto(`/admin/late-answers/${attempt}`);
  await second.getByRole('radio', { name: 'Accept', exact: true }).check();
  await second.getByLabel('Reason').fill('The network was down.');
  await second.getByRole('button', { name: 'Save decision' }).click();
  await expect(second.getByText(/^Accepted by/)).toBeVisible();
  await second.close();
  const told = marker.getByRole('alert', { name: 'This answer was replaced' });
  // The page may have looked already.
  const save = marker.getByRole('button', { name: 'Save correction' });
  if (await save.isEnabled()) await save.click();
  await expect(told).toContainText('A late answer was accepted in place of the one you read.');
  await expect(marker.getByText('Someone else graded this answer')).toHaveCount(0);
  await expect(marker.getByText('Queues are not fair at all.')).toBeVisible();
  await expect(marker.getByRole('radio', { name: 'They convince (2)' })).toBeChecked();
  expect((await axeOf(marker).analyze()).violations).toEqual([]);
  await told.getByRole('button', { name: 'Clear the form' }).click();
  await expect(marker.getByRole('radio', { name: 'They convince (2)' })).not.toBeChecked();
  await marker.getByRole('radio', { name: 'None is given (0)' }).check();
  await marker.getByRole('button', { name: 'Save grade' }).click();
  await marker.getByRole('button', { name: 'Publish result' }).click();
  await expect(marker.getByText('0 of 4 points')).toBeVisible();
  await marker.context().close();
});

test('a correction whose reply is lost is made and told once', async ({ browser, page }) => {
  const { attempt, marker } = await openDesk(browser, page);
  await publish(marker);
  await marker.clock.install();
  await marker.reload();
  await marker.getByRole('button', { name: 'Correct this grade' }).click();
  await marker.getByRole('radio', { name: 'They convince (2)' }).check();
  await marker.getByLabel('Feedback for the learner').fill('Well put. ');
  await marker.getByLabel('Reason for the correction').fill('It does convince.');
  const marks = '**/api/admin/marking/**';
  await marker.route(marks, async (route) => {
    if (route.request().method() === 'PUT') await route.fetch();
    await route.abort();
  });
  const sent = marker.waitForEvent('requestfailed');
  await marker.getByRole('button', { name: 'Save correction' }).click();
  await sent;
  // For half a minute it is sent again by itself.
  await marker.clock.fastForward(31_000);
  await expect(marker.getByText("Couldn't save the grade")).toBeVisible();
  await marker.unroute(marks);
  await marker.getByRole('button', { name: 'Save correction' }).click();
  await expect(marker.getByText('Result corrected')).toBeVisible();
  await expect(marker.getByRole('button', { name: 'Correct this grade' })).toBeVisible();
  await expect(marker.getByText('Someone else graded this answer')).toHaveCount(0);
  await marker.getByRole('button', { name: 'Correct this grade' }).click();
  await expect(marker.getByLabel('Reason for the correction')).toHaveValue('');
  const { rows } = await onDatabase((client) =>
    client.query('select from notice_events where event_key like $1', [`exam-corrected:${attempt}:%`]),
  );
  expect(rows).toHaveLength(1);
  await marker.context().close();
});

test('who leaves with the reason of a correction typed is asked', async ({ browser, page }) => {
  const { marker } = await openDesk(browser, page);
  await publish(marker);
  await marker.getByRole('button', { name: 'Correct this grade' }).click();
  await marker.getByLabel('Reason for the correction').fill('A criterion was overlooked, and so');
  await marker.getByRole('link', { name: 'All answers' }).click();
  const asked = marker.getByRole('dialog').filter({ hasText: "This grade isn't saved yet." });
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await expect(marker.getByLabel('Reason for the correction')).toHaveValue(
    'A criterion was overlooked, and so',
  );
  await marker.context().close();
});

test('a marker under whose hands a question becomes worth more is told so, and keeps what was typed', async ({
  browser,
  page,
}) => {
  const { attempt, marker } = await openDesk(browser, page, [{ ...questions[0], points: 10, rubric: [] }]);
  await marker.setViewportSize({ width: 375, height: 667 });
  await marker.getByLabel('Points (max. 10)').fill('9');
  await marker.getByLabel('Feedback for the learner').fill('Well put.');
  await onDatabase((client) =>
    client.query(
      `with made as (insert into exam_versions (section_id, fingerprint, exam, html)
         select v.section_id, 'worth-more', jsonb_set(v.exam, '{questions,0,points}', '20'), v.html
         from exam_attempts a join exam_versions v on v.id = a.version_id where a.id = $1 returning id)
       update exam_attempts set graded_version_id = (select id from made) where id = $1`,
      [attempt],
    ),
  );
  const save = marker.getByRole('button', { name: 'Save grade' });
  await save.click();
  // Nothing else waits: it is asked first.
  await marker.getByRole('button', { name: 'Publish result' }).click();
  const told = marker.getByRole('alert', { name: 'The points of this question changed' });
  await expect(told).toContainText('This question was worth 10 points and is now worth 20.');
  await expect(told).toBeFocused();
  const words = told.getByText('This question was worth 10 points');
  const isSeen = (each: Element) => {
    const { height, left, top, width } = each.getBoundingClientRect();
    return each.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  };
  // No toast covers it.
  await expect.poll(() => words.evaluate(isSeen)).toBe(true);
  await expect(marker.getByLabel('Points (max. 20)')).toHaveValue('9');
  await expect(marker.getByLabel('Feedback for the learner')).toHaveValue('Well put.');
  await expect(save).toBeDisabled();
  expect((await axeOf(marker).analyze()).violations).toEqual([]);
  await told.getByRole('button', { name: 'Keep mine' }).click();
  await marker.getByLabel('Points (max. 20)').fill('18');
  await save.click();
  await marker.getByRole('button', { name: 'Publish result' }).click();
  await expect(marker.getByText('18 of 20 points')).toBeVisible();
  await marker.context().close();
});
