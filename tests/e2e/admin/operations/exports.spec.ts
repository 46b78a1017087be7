import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { violationsInBothSchemes } from '../../kit/axe.ts';
import { expect, HEAD, onDatabase, signIn, test } from '../../kit/people.ts';

const ROWS = 5200;

/** More entries than are sent directly, older than what other tests look at. */
async function insertEntries(entity: string): Promise<void> {
  await onDatabase((client) =>
    client.query(
      `insert into audit_log (actor_kind, action, entity, entity_id, at)
       select 'system', 'course.import', $1, 'number ' || n, now() - interval '50 days' from generate_series(1, ${ROWS}) n`,
      [entity],
    ),
  );
}

/** As it is while a process writes it, and once that process has died. */
async function setHalfWritten(entity: string, isHeld: boolean): Promise<void> {
  await onDatabase((client) =>
    client.query(
      `update exports set state = 'writing', written = 2600, total = ${ROWS}, attempts = 1, finished_at = null, expires_at = null,
         holder = gen_random_uuid(), leased_until = now() + $2::int * interval '1 hour'
       where request::text like '%' || $1 || '%'`,
      [entity, isHeld ? 1 : 0],
    ),
  );
}

test('a large export is asked for, is watched while it is written, and is downloaded', async ({ page }) => {
  const entity = `export_${randomBytes(4).toString('hex')}`;
  // Those of an earlier try, which have the same name in the list.
  await onDatabase((client) => client.query("delete from exports where request::text like '%export_%'"));
  await insertEntries(entity);
  await signIn(page, HEAD, `/admin/audit?entity=${entity}`);
  await page.getByRole('link', { name: 'Export CSV' }).click();
  await expect(page).toHaveURL(/\/admin\/exports$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Exports');
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Audit log' }) });
  await expect(card.getByRole('link', { name: 'Download Audit log' })).toBeVisible();

  await setHalfWritten(entity, true);
  await page.reload();
  await expect(card.getByRole('status')).toHaveText('2,600 of about 5,200 rows');
  await expect(card.getByRole('progressbar', { name: 'Progress of Audit log' })).toHaveAttribute(
    'value',
    '2600',
  );
  await expect(card.getByRole('button', { name: 'Cancel export of Audit log' })).toBeVisible();
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await violationsInBothSchemes(page), `at ${width}`).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }

  // Still on the phone: another process takes it over, and the page says so by itself.
  await setHalfWritten(entity, false);
  await onDatabase((client) => client.query("select pg_notify('export', '')"));
  await expect(card.getByRole('status')).toContainText('5,200 rows');
  await expect(card.getByRole('progressbar')).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    card.getByRole('link', { name: 'Download Audit log' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^audit.*\.csv$/);
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines).toHaveLength(ROWS + 1);
  expect(lines[1]).toContain(entity);

  await card.getByRole('button', { name: 'Delete export of Audit log' }).click();
  await expect(page.getByText('Export deleted.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No exports' })).toBeVisible();
});
