import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { DEFAULT_SETTINGS } from '#domain/exams/exam-settings';
import { axeOf } from '../kit/axe.ts';
import { activate, expectKept, focusOf, tabTo } from '../kit/keyboard.ts';
import { makeCourse } from '../kit/made-course.ts';
import { expect, makeMember, type Person, test } from '../kit/people.ts';

const asked = { points: 1, explanation: 'Because it is.' };
const questions = [
  {
    ...asked,
    id: 'q-single',
    kind: 'single',
    prompt: 'Which one?',
    options: [
      { text: 'the first', correct: true },
      { text: 'the second', correct: false },
    ],
  },
  {
    ...asked,
    id: 'q-multiple',
    kind: 'multiple',
    prompt: 'Which are even?',
    options: [
      { text: 'two', correct: true },
      { text: 'three', correct: false },
      { text: 'four', correct: true },
    ],
  },
  { ...asked, id: 'q-text', kind: 'text', prompt: 'Its name?', answers: ['queue'], caseSensitive: false },
  { ...asked, id: 'q-order', kind: 'order', prompt: 'In order:', items: ['one', 'two'] },
  {
    ...asked,
    id: 'q-match',
    kind: 'match',
    prompt: 'What belongs together?',
    pairs: [
      { left: 'cat', right: 'meow' },
      { left: 'dog', right: 'bark' },
    ],
  },
  {
    ...asked,
    id: 'q-spot',
    kind: 'hotspot',
    prompt: 'Where is the head?',
    picture: { src: '/covers/queues.svg', alt: 'A queue from left to right.', width: 640, height: 360 },
    regions: [{ shape: 'circle', x: 384, y: 180, radius: 20 }],
    spots: [],
  },
];

/** A course of two lessons, a lab and an exam. What is to be marked takes so long that the way to its button never reads it. */
async function makeJourney(): Promise<{ slug: string; title: string }> {
  // Letters only: the search would read some others as numbers.
  const word = randomBytes(4)
    .toString('hex')
    .replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '');
  const title = `Keys ${word}`;
  const exam = { intro: 'Begin.', passMark: 90, settings: DEFAULT_SETTINGS, questions };
  const slug = await makeCourse('keys', {
    title,
    html: '<p>A line of a text that is read to its end.</p>'.repeat(40),
    isFound: true,
    sections: [
      { key: 'read', title: 'To be read', type: 'lesson' },
      { key: 'short', title: 'To be marked', type: 'lesson', minutes: 60 },
      { key: 'lab', title: 'A lab', type: 'lab', minutes: 60 },
      { key: 'final', title: 'The final', type: 'exam', exam },
    ],
  });
  return { slug, title };
}

async function axe(page: Page): Promise<void> {
  const { violations } = await axeOf(page).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' ')}`)).toEqual(
    [],
  );
}

/** A stop of the journey: it is there, the focus is not lost, axe finds nothing. */
async function arrive(page: Page, heading: string | RegExp): Promise<void> {
  await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
  await expectKept(page);
  await axe(page);
}

async function signInByKeyboard(page: Page, { email, password }: Person): Promise<void> {
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Log in' })).toBeEnabled();
  await page.waitForLoadState('networkidle');
  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.type(email);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
}

async function answerByKeyboard(page: Page): Promise<void> {
  const card = (number: number) => page.getByRole('region', { name: `Question ${number}`, exact: true });
  await tabTo(page, card(1).getByRole('radio').first());
  await page.keyboard.press('Space');
  const right = card(1).getByRole('radio', { name: 'the first' });
  if (!(await right.isChecked())) await page.keyboard.press('ArrowDown');
  await expect(right).toBeChecked();
  for (const box of await card(2).getByRole('checkbox').all()) {
    await tabTo(page, box);
    if (/two|four/.test(await box.evaluate((element) => element.closest('label')?.textContent ?? '')))
      await page.keyboard.press('Space');
  }
  await tabTo(page, card(3).getByLabel('Your answer'));
  await page.keyboard.type('queue');
  const isRight = /one/.test((await card(4).getByRole('listitem').first().textContent()) ?? '');
  await activate(page, card(4).getByRole('button', { name: isRight ? 'Keep this order' : 'Move down: two' }));
  await expect(card(4).getByRole('listitem').first()).toContainText('one');
  await expectKept(page);
  for (const [left, choice] of [
    ['cat', 'meow'],
    ['dog', 'bark'],
  ] as const) {
    await tabTo(page, card(5).getByLabel(left));
    await page.keyboard.type(choice);
    await expect(card(5).getByLabel(left).locator('option:checked')).toHaveText(choice);
  }
  await tabTo(page, card(6).getByRole('button', { name: /A queue from left to right/ }));
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Enter');
  await activate(page, card(6).getByRole('button', { name: 'Remove point 1' }));
  await expectKept(page);
  await tabTo(page, card(6).getByRole('button', { name: /A queue from left to right/ }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('6 of 6 answered')).toBeVisible();
  await axe(page);
}

for (const width of [375, 1280])
  test(`at ${width} px one comes from the sign-in to the certificate by keyboard alone, and always sees where one is`, async ({
    page,
  }) => {
    test.setTimeout(240_000);
    await page.setViewportSize({ width, height: 800 });
    const { title } = await makeJourney();
    await signInByKeyboard(page, await makeMember('premium', 'Emmy Noether'));
    await arrive(page, 'Welcome, Emmy Noether');
    await activate(page, page.getByRole('main').getByRole('link', { name: 'Browse Courses' }));
    await expect(page).toHaveURL(/\/courses/);
    await expectKept(page);
    await tabTo(page, page.getByRole('main').getByRole('searchbox'));
    await page.keyboard.type(title);
    await expect(page).toHaveURL(/q=/);
    await activate(page, page.getByRole('main').getByRole('link', { name: title }));
    await arrive(page, title);
    await activate(page, page.getByRole('button', { name: 'Enroll', exact: true }));
    await expect(page.getByRole('link', { name: 'Start course' })).toBeFocused();
    await axe(page);
    await page.keyboard.press('Enter');

    await arrive(page, 'To be read');
    await page.keyboard.press('End');
    await expect(page.getByText('✓ Done')).toBeVisible({ timeout: 20_000 });
    await activate(page, page.getByRole('link', { name: /Next.*To be marked/ }));
    for (const [name, next] of [
      ['To be marked', /Next.*A lab/],
      ['A lab', /Next.*The final/],
    ] as const) {
      await arrive(page, name);
      await activate(page, page.getByRole('button', { name: 'Mark as done' }));
      await expect(page.getByRole('link', { name: next })).toBeFocused();
      expect(await focusOf(page)).toMatchObject({ seen: true });
      await page.keyboard.press('Enter');
    }
    await arrive(page, 'The final');
    await activate(page, page.getByRole('link', { name: 'Go to exam' }));
    await arrive(page, 'The final');
    await activate(page, page.getByRole('button', { name: 'Start exam' }));
    await expect(page.getByRole('heading', { name: 'Question 1' })).toBeVisible();
    await expectKept(page);
    await answerByKeyboard(page);

    await activate(page, page.getByRole('button', { name: 'Submit' }));
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await expectKept(page);
    await axe(page);
    await activate(page, dialog.getByRole('button', { name: 'Submit' }));
    await arrive(page, 'Passed');
    await activate(page, page.getByRole('link', { name: 'Back to course' }), 'Shift+Tab');
    await arrive(page, 'The final');
    await activate(page, page.getByRole('link', { name: `View certificate for ${title}` }));
    await expect(page).toHaveURL(/\/certificates\//);
    await arrive(page, title);
  });
