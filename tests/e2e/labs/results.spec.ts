import { violationsInBothSchemes } from '../kit/axe.ts';
import { INVOICE, makeLab } from '../kit/labs.ts';
import { expect, HEAD, makeMember, onDatabase, signIn, test } from '../kit/people.ts';

const solution = (total: string, line: string) => `import type { Line } from './line';

export function invoiceTotal(lines: readonly Line[]): number {
  let ${total} = 0;
  for (const ${line} of lines) {
    if (${line}.quantity < 0) throw new RangeError('a quantity is negative');
    ${total} += ${line}.price * ${line}.quantity;
  }
  return Number.isFinite(${total}) ? ${total} : 0;
}
`;
const results = (...passed: boolean[]) =>
  INVOICE.spec.checks.map(({ hidden = false, id, name, points = 1 }, at) => ({
    id,
    name,
    hidden,
    points,
    ok: passed[at],
  }));

test('a teacher sees who passed, where learners get stuck, and which solutions are alike', async ({
  page,
}) => {
  test.slow();
  const { path } = await makeLab(INVOICE);
  const key = path.split('/')[2];
  const submitted = [
    { name: 'Ada Kowalska', text: solution('total', 'line'), passed: true, ok: results(true, true, true) },
    { name: 'Bo Lindgren', text: solution('sum', 'each'), passed: true, ok: results(true, true, true) },
    { name: 'Cy Moreau', text: 'export {};\n', passed: false, ok: results(true, false, false) },
  ];
  const course = await onDatabase(async (client) => {
    for (const { name, ok, passed, text } of submitted) {
      const { email } = await makeMember('free', name);
      const points = ok.filter((each) => each.ok).reduce((sum, each) => sum + each.points, 0);
      const verdict = { passed, points, most: 4, results: ok, diagnostics: [] };
      await client.query(
        `insert into lab_runs (user_id, section_id, spec_version, files, state, queued_at, verdict, points)
         select u.id, s.id, 1, $3::json, 'done', now(), $4::json, $5
         from users u, course_content s join courses c on c.id = s.course_id and c.slug = $2
         where u.email = $1 and s.section_type = 'lab'`,
        [email, key, JSON.stringify({ 'src/invoice.ts': text }), JSON.stringify(verdict), points],
      );
    }
    return (await client.query('select id from courses where slug = $1', [key])).rows[0].id;
  });
  await signIn(page, HEAD, `/admin/courses/${course}/gradebook`);
  await page
    .getByRole('navigation', { name: 'Labs' })
    .getByRole('link', { name: 'Add up the lines' })
    .click();
  const stuck = page.getByRole('region', { name: 'Where learners get stuck' }).getByRole('row');
  await expect(stuck.filter({ hasText: 'Two lines are added' })).toContainText('1 of 3 learners');
  await expect(stuck.filter({ hasText: 'One line' })).toContainText('0 of 3 learners');
  await expect(page.getByRole('row', { name: /Cy Moreau.*Not passed.*1 of 4 points/ }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Compare solutions' }).click();
  await expect(page.getByText('1 similar pair among 2 solutions.')).toBeVisible();
  await expect(page.getByText('never a verdict')).toBeVisible();
  await expect(page.getByRole('row', { name: /Lindgren.*100%/ })).toBeVisible();
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await violationsInBothSchemes(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
  await page.getByRole('button', { name: /^Compare .*Lindgren/ }).click();
  await expect(page.getByRole('dialog').getByText('src/invoice.ts')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /Moreau/ }).click();
  await expect(page.getByRole('dialog', { name: 'Cy Moreau' }).getByText('export {};')).toBeVisible();
});
