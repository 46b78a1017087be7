import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { axeOf } from '../kit/axe.ts';
import { expect, HEAD, onDatabase, REFUSED, secondWindow, signIn, test } from '../kit/people.ts';

test.use({ expected: { faults: [REFUSED] } });

async function look(page: Page, width: number): Promise<void> {
  await page.evaluate(() => window.scrollTo(0, 0));
  const found = await axeOf(page).analyze();
  expect(found.violations.map(({ id, nodes }) => [id, nodes[0]?.target])).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
}

const toBank = (page: Page, title: string) =>
  page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: title }).click();

/** A question of a bank of its own; answers where it is edited. */
function madeQuestion(): Promise<string> {
  const slug = `merged-${randomBytes(3).toString('hex')}`;
  const question = {
    id: 'q-1',
    kind: 'single',
    prompt: 'Which?',
    points: 1,
    explanation: '',
    options: [
      { text: 'This', correct: true },
      { text: 'That', correct: false },
    ],
  };
  return onDatabase(async (client) => {
    const { rows } = await client.query(
      `with bank as (insert into question_banks (slug, title) values ($1, $1) returning id)
       insert into bank_questions (bank_id, key, kind, tags, question, words)
       select id, 'q-1', 'single', '{shared}', $2::jsonb, '' from bank returning bank_id, id`,
      [slug, JSON.stringify(question)],
    );
    return `/admin/questions/${rows[0].bank_id}/${rows[0].id}`;
  });
}

for (const width of [375, 1280])
  test(`a bank is filled, searched and corrected at ${width} px`, async ({ page }) => {
    test.setTimeout(90_000);
    await page.setViewportSize({ width, height: 900 });
    const title = `Sums ${randomBytes(3).toString('hex')}`;
    await signIn(page, HEAD, '/admin/questions');
    await page.getByRole('button', { name: 'Create bank' }).click();
    await page.getByRole('dialog').getByLabel('Title', { exact: true }).fill(title);
    await page.getByRole('dialog').getByRole('button', { name: 'Save bank' }).click();
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
    await expect(page.getByText('No questions')).toBeVisible();

    await page.getByRole('link', { name: 'Add question' }).click();
    await page.getByLabel('Question type').selectOption('number');
    await page.getByRole('button', { name: 'Add question' }).click();
    await page.getByLabel('Tags', { exact: true }).fill('sums');
    await page.keyboard.press('Enter');
    await page.getByLabel('Tags', { exact: true }).fill('never entered');
    await page.getByLabel('Question (Markdown)').fill('What is {a} + {b}?');
    await page.getByLabel('Correct answer').fill('a + b');
    await page.getByRole('button', { name: 'Save question' }).click();
    await expect(page.getByText('an expression uses an unknown name "a"')).toBeVisible();
    await page.getByRole('button', { name: 'Add variable' }).click();
    await page.getByRole('button', { name: 'Add variable' }).click();
    await look(page, width);
    await page.getByRole('button', { name: 'Try it as a learner' }).click();
    await expect(page.getByRole('dialog').getByText(/What is [2-9] \+ [2-9]\?/)).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Save question' }).click();
    await expect(page.getByText('Question saved')).toBeVisible();
    await expect(page.getByRole('cell', { name: 'sums never entered' })).toBeVisible();

    await page.getByRole('link', { name: 'What is {a} + {b}?' }).click();
    await page.getByLabel('Question (Markdown)').fill('How much is {a} + {b}?');
    await page.getByRole('button', { name: 'Save question' }).click();
    await expect(page.getByText('Current version: 2.')).toBeVisible();
    await toBank(page, title);
    await page.getByLabel('Search questions...').fill('how much');
    await page.getByRole('link', { name: /How much/ }).click();
    await expect(page.getByText('Current version: 2.')).toBeVisible();
    await page.getByRole('button', { name: /^Compare/ }).click();
    const difference = page.getByRole('region', { name: 'Differences' }).getByRole('row');
    await expect(difference).toHaveText([
      /FieldVersion 1In the form/,
      /Question \(Markdown\)What is \{a\} \+ \{b\}\?How much is \{a\} \+ \{b\}\?/,
    ]);
    await look(page, width);
    await page.getByRole('button', { name: /Load into form/ }).click();
    await expect(page.getByText('Version 1 loaded into the form')).toBeVisible();
    await expect(page.getByText('Same as in the form.')).toBeVisible();
    await expect(page.getByLabel('Question (Markdown)')).toBeFocused();
    await expect(page.getByLabel('Question (Markdown)')).toHaveText('What is {a} + {b}?');
    await look(page, width);
    await page.getByRole('button', { name: 'Save question' }).click();
    await expect(page.getByText('Current version: 3.')).toBeVisible();
    await toBank(page, title);
    await expect(page.getByRole('link', { name: 'What is {a} + {b}?' })).toBeVisible();
    await look(page, width);
    await page.getByRole('link', { name: 'Question Banks' }).first().click();
    await expect(page.getByRole('link', { name: title })).toBeVisible();
    await look(page, width);
  });

test('the second of two who change a question, or its bank, sees both and loses nothing', async ({
  page,
}) => {
  const title = `Shared ${randomBytes(3).toString('hex')}`;
  const [bank, question] = await onDatabase(async (client) => {
    const polygon = (x: number) => ({
      shape: 'polygon',
      points: [0, 50, 90].map((y) => ({ x: x + y, y: y % 60 })),
    });
    const asked = {
      id: 'q-1',
      kind: 'hotspot',
      prompt: 'Where is it?',
      points: 1,
      explanation: '',
      spots: [],
      picture: { src: '/covers/queues.svg', alt: 'A queue.', width: 640, height: 360 },
      regions: [polygon(1), polygon(200)],
    };
    const { rows } = await client.query(
      `with bank as (insert into question_banks (slug, title) values ($1, $2) returning id)
       insert into bank_questions (bank_id, key, kind, tags, question, words)
       select id, 'q-1', 'hotspot', '{shared}', $3::jsonb, '' from bank returning bank_id, id`,
      [title.toLowerCase().replace(' ', '-'), title, JSON.stringify(asked)],
    );
    return [rows[0].bank_id, rows[0].id];
  });
  const elsewhere = () =>
    onDatabase(async (client) => {
      await client.query(
        `update bank_questions set version = version + 1, question = question || '{"prompt": "Theirs"}' where id = $1`,
        [question],
      );
      await client.query(
        `update question_banks set version = version + 1, title = title || ', theirs' where id = $1`,
        [bank],
      );
    });
  await signIn(page, HEAD, `/admin/questions/${bank}/${question}`);
  // The corners of the second place move up with it.
  await page
    .getByRole('group', { name: 'Correct areas' })
    .getByRole('button', { name: 'Remove row 1' })
    .click();
  await expect(page.getByLabel('Corners')).toHaveValue('200,0\n250,50\n290,30');
  await page.getByLabel('Question (Markdown)').fill('Mine');
  await elsewhere();
  await page.getByRole('button', { name: 'Save question' }).click();
  const reported = page.getByRole('dialog', { name: 'Someone else saved this question' });
  const asked = reported.getByRole('group', { name: 'Question (Markdown)' });
  await expect(asked).toContainText('Mine');
  await expect(asked).toContainText('Theirs');
  await expect(reported.getByRole('group')).toHaveCount(1);
  await look(page, 1280);
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Question (Markdown)')).toHaveText('Mine');
  await page.getByRole('button', { name: 'Save question' }).click();
  await reported.getByRole('button', { name: 'Save this version' }).click();
  await expect(page.getByText('Current version: 3.')).toBeVisible();
  await toBank(page, title);
  await expect(page.getByRole('link', { name: 'Mine' })).toBeVisible();
  await page.getByRole('button', { name: 'Edit bank' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Description').fill('Of both of us');
  await elsewhere();
  await dialog.getByRole('button', { name: 'Save bank' }).click();
  await expect(page.getByText('Changes combined')).toBeVisible();
  await expect(page.getByRole('heading', { name: `${title}, theirs, theirs`, level: 1 })).toBeVisible();
  await expect(page.getByText('Of both of us')).toBeVisible();
  await page.getByRole('button', { name: 'Edit bank' }).click();
  await dialog.getByLabel('Title', { exact: true }).fill(`${title}, mine`);
  await elsewhere();
  await dialog.getByRole('button', { name: 'Save bank' }).click();
  const askedTitle = page.getByRole('dialog', { name: 'Someone else saved this question bank' });
  await expect(askedTitle.getByRole('group', { name: 'Title' })).toContainText('theirs, theirs, theirs');
  await askedTitle.getByRole('button', { name: 'Save this version' }).click();
  await expect(page.getByRole('heading', { name: `${title}, mine`, level: 1 })).toBeVisible();
});

test('a saved question stays where it is, and takes in what somebody else changed besides', async ({
  page,
}) => {
  await signIn(page, HEAD, await madeQuestion());
  const other = await secondWindow(page);
  const save = page.getByRole('button', { name: /^(Save question|Saving)/ });
  await other.getByLabel('Explanation (Markdown)').fill('Theirs');
  await other.getByLabel('Points').fill('3');
  await other.getByRole('button', { name: 'Save question' }).click();
  await expect(other.getByText('Current version: 2.')).toBeVisible();

  const released = Promise.withResolvers<void>();
  await page.route('**/api/admin/bank-questions/*', async (route) => {
    if (route.request().method() === 'PUT') await released.promise;
    return route.continue();
  });
  await page.getByLabel('Option 1', { exact: true }).fill('My option');
  await page.getByRole('button', { name: 'Add option' }).click();
  await page.getByLabel('Option 3', { exact: true }).fill('My third option');
  await save.focus();
  await page.keyboard.press('Enter');
  await expect(save).toHaveText('Saving...');
  await expect(save).toBeFocused();
  const prompt = page.getByLabel('Question (Markdown)');
  await prompt.focus();
  await page.keyboard.press('End');
  await page.keyboard.type(' And why?');
  const scrolled = await page.evaluate(() => scrollY);
  released.resolve();
  await expect(page.getByText('Changes combined')).toBeVisible();
  await expect(page.getByText('Current version: 3.')).toBeVisible();
  await expect(prompt).toBeFocused();
  await expect(prompt).toHaveText('Which? And why?');
  expect(Math.abs((await page.evaluate(() => scrollY)) - scrolled)).toBeLessThan(60);
  await expect(page.getByLabel('Option 3', { exact: true })).toHaveValue('My third option');
  await expect(page.getByLabel('Explanation (Markdown)')).toHaveText('Theirs');
  await expect(page.getByLabel('Points')).toHaveValue('3');
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await save.click();
  await expect(page.getByText('Unsaved changes')).toBeHidden();
  await page.reload();
  await expect(prompt).toHaveText('Which? And why?');
  await expect(page.getByLabel('Option 1', { exact: true })).toHaveValue('My option');
  await expect(page.getByLabel('Points')).toHaveValue('3');
  await other.context().close();
});

test('options, tags and points that two changed are chosen one by one', async ({ page }) => {
  await signIn(page, HEAD, await madeQuestion());
  const other = await secondWindow(page);
  for (const [where, word, points] of [
    [other, 'Theirs', '2'],
    [page, 'Mine', '5'],
  ] as const) {
    await where.getByLabel('Option 1', { exact: true }).fill(word);
    await where.getByLabel('Points').fill(points);
    await where.getByLabel('Tags', { exact: true }).fill(word);
    await where.getByLabel('Tags', { exact: true }).press('Enter');
    await where.getByRole('button', { name: 'Save question' }).click();
    if (where === other) await expect(other.getByText('Current version: 2.')).toBeVisible();
  }
  const dialog = page.getByRole('dialog', { name: 'Someone else saved this question' });
  await expect(dialog.getByRole('group')).toHaveCount(3);
  for (const name of ['Answers', 'Tags'])
    await dialog
      .getByRole('group', { name })
      .getByRole('radio', { name: /^Theirs/ })
      .check();
  await dialog.getByRole('button', { name: 'Save this version' }).click();
  await expect(page.getByText('Current version: 3.')).toBeVisible();
  await expect(page.getByLabel('Option 1', { exact: true })).toHaveValue('Theirs');
  await expect(page.getByLabel('Points')).toHaveValue('5');
  await expect(page.getByRole('button', { name: 'Remove Theirs' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove Mine' })).toHaveCount(0);
  await other.context().close();
});

test('what is typed into a question that somebody else deletes stays', async ({ page }) => {
  const address = await madeQuestion();
  await signIn(page, HEAD, address);
  const prompt = page.getByLabel('Question (Markdown)');
  await prompt.fill('Half a page of it');
  await onDatabase((client) =>
    client.query('delete from bank_questions where id = $1', [address.split('/').at(-1)]),
  );
  // Back from where there is no network, what is on the screen is asked for once more.
  const again = page.waitForResponse('**/api/admin/bank-questions/*');
  await page.evaluate(() => {
    for (const name of ['offline', 'online']) window.dispatchEvent(new Event(name));
  });
  expect((await again).status()).toBe(404);
  await expect(page.getByText('Someone deleted this question.')).toBeVisible();
  await expect(prompt).toHaveText('Half a page of it');
  await look(page, 1280);
  await toBank(page, 'Question Banks');
  await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
});

test('who leaves a new question while it is being saved is asked once it is refused', async ({ page }) => {
  const [bank] = (await madeQuestion()).split('/').slice(-2);
  await signIn(page, HEAD, `/admin/questions/${bank}/new`);
  await page.getByLabel('Question type').selectOption('true-false');
  await page.getByRole('button', { name: 'Add question' }).click();
  const prompt = page.getByLabel('Question (Markdown)');
  await prompt.fill('Is it long?');
  const answered = Promise.withResolvers<void>();
  await page.route('**/api/admin/banks/*/questions', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await answered.promise;
    await route.fulfill({ status: 409, json: { code: 'STATE_CHANGED', message: '', requestId: 'r' } });
  });
  await page.getByRole('button', { name: 'Save question' }).click();
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible();
  // Nothing can be typed that the save would leave behind.
  await expect(
    page.locator('[inert]').filter({ has: page.locator('textarea, [contenteditable]') }),
  ).toHaveCount(1);
  await toBank(page, 'Question Banks');
  answered.resolve();
  const asked = page.getByRole('dialog', { name: 'Leave without saving?' });
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await expect(prompt).toHaveText('Is it long?');
});

test('an exam draws from a bank', async ({ page }) => {
  const [bank, course] = await onDatabase(async (client) => {
    const slug = `drawn-${randomBytes(3).toString('hex')}`;
    const question = { kind: 'true-false', prompt: 'Is it so?', points: 1, explanation: '', answer: true };
    await client.query(
      `with bank as (insert into question_banks (slug, title) values ($1, $1) returning id)
       insert into bank_questions (bank_id, key, kind, tags, question, words)
       select id, 'q-' || n, 'true-false', '{joins}', $2::jsonb || jsonb_build_object('id', 'q-' || n), 'Is it so?'
       from bank, generate_series(1, 3) as n`,
      [slug, JSON.stringify(question)],
    );
    const { rows } = await client.query(
      `with made as (insert into courses (title, description, slug, thumbnail, subscription_level)
         values ('Drawn', 'W', $1, '/covers/written.svg', 'free') returning id),
       filed as (insert into course_categories (course_id, category_id, position)
         select made.id, (select id from categories limit 1), 0 from made),
       content as (insert into course_content (course_id, key, title, section_type, sort_order)
         select id, 'final', 'Final', 'exam', 1 from made)
       select '/admin/courses/' || id as path from made`,
      [slug],
    );
    return [slug, String(rows[0].path)];
  });
  await signIn(page, HEAD, course ?? '');
  await page.getByRole('tab', { name: 'Course Content' }).click();
  await page.getByRole('button', { name: /Final/, expanded: false }).first().click();
  await page.getByRole('button', { name: 'Add random questions' }).click();
  await page.getByLabel('Question bank (set 1)').selectOption(bank ?? '');
  await expect(page.getByText('Only 3 questions are available.')).toBeVisible();
  const joins = page.getByRole('group', { name: 'Tags (set 1)' }).getByLabel('joins');
  await joins.check();
  // Keys pass over another bank.
  const banks = page.getByLabel('Question bank (set 1)');
  await banks.press('ArrowUp');
  await expect(banks).not.toHaveValue(bank ?? '');
  await banks.press('ArrowDown');
  await expect(banks).toHaveValue(bank ?? '');
  await expect(joins).toBeChecked();
  await page.getByLabel('Number of questions').fill('2');
  await expect(page.getByText('Questions available: 3')).toBeVisible();
  await expect(page.getByText('Questions: 0 · Points: 0 · Random questions: 2')).toBeVisible();
  await look(page, 1280);
  await page.getByRole('button', { name: 'Try it as a learner' }).click();
  await expect(page.getByRole('dialog').getByText('Is it so?')).toHaveCount(2);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Save Course' }).click();
  await expect(page.getByText('Course updated successfully')).toBeVisible();
});
