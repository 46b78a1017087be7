import type { Page } from '@playwright/test';
import { finalExam, makeCourse } from './made-course.ts';
import { expect, makeMember, type Person, signIn } from './people.ts';

export const asked = { points: 1, explanation: 'Because it *is*.' };
const questions = [
  {
    ...asked,
    id: 'q-single',
    kind: 'single',
    prompt: 'Which one?',
    options: [
      { text: 'the `first`', correct: true },
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
  { ...asked, id: 'q-true', kind: 'true-false', prompt: 'Water is wet.', answer: true },
  { ...asked, id: 'q-number', kind: 'number', prompt: 'How long?', answer: 3.5, tolerance: 0.1, unit: 'ms' },
  { ...asked, id: 'q-text', kind: 'text', prompt: 'Its name?', answers: ['queue'], caseSensitive: false },
  {
    ...asked,
    id: 'q-gaps',
    kind: 'gaps',
    prompt: 'First (1), then (2).',
    caseSensitive: false,
    gaps: [
      { answers: ['in'], wrong: [] },
      { answers: ['out'], wrong: ['off'] },
    ],
  },
  {
    ...asked,
    id: 'q-order',
    kind: 'order',
    items: ['one', 'two'],
    // Longer than a phone is wide.
    prompt: `In order:\n\n\`\`\`sql\nselect ${'a_long_name, '.repeat(9)} 1;\n\`\`\``,
  },
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
    id: 'q-sort',
    kind: 'categorise',
    prompt: 'Sort:',
    categories: ['fruit', 'root'],
    items: [
      { text: 'apple', category: 'fruit' },
      { text: 'carrot', category: 'root' },
    ],
  },
];

/** A course with an exam, studied by a member who is signed in; answers where the exam is. */
export async function openExam(
  page: Page,
  settings = {},
  taker?: Person,
  asks: readonly object[] = questions,
  passMark = 90,
): Promise<string> {
  const person = taker ?? (await makeMember());
  const sections = finalExam({ intro: 'Begin.', passMark, settings, questions: asks });
  const slug = await makeCourse('exam', { title: 'Queues', sections, student: person.email });
  await signIn(page, person);
  return `/courses/${slug}/exams/final`;
}

export const card = (page: Page, number: number) =>
  page.getByRole('region', { name: `Question ${number}`, exact: true });
export const saved = (page: Page) =>
  expect(page.getByRole('status').getByText('Saved', { exact: true })).toBeVisible();

export async function answerAll(page: Page): Promise<void> {
  await card(page, 1).getByRole('radio', { name: 'the first' }).press('Space');
  await card(page, 2).getByRole('checkbox', { name: 'two' }).press('Space');
  await card(page, 2).getByRole('checkbox', { name: 'four' }).press('Space');
  await card(page, 3).getByRole('radio', { name: 'True' }).press('Space');
  await card(page, 4).getByLabel('Your answer (in ms)').fill('3,5');
  await card(page, 5).getByLabel('Your answer').fill(' Queue ');
  await card(page, 6).getByLabel('Blank 1').fill('in');
  await card(page, 6).getByLabel('Blank 2').selectOption('out');
  const first = card(page, 7).getByRole('listitem').first();
  if (await first.getByText('one').isVisible())
    await card(page, 7).getByRole('button', { name: 'Keep this order' }).press('Enter');
  else await card(page, 7).getByRole('button', { name: 'Move up: one' }).press('Enter');
  await card(page, 8).getByLabel('cat').selectOption('meow');
  await card(page, 8).getByLabel('dog').selectOption('bark');
  await card(page, 9).getByLabel('apple').selectOption('fruit');
  await card(page, 9).getByLabel('carrot').selectOption('root');
}

export async function submit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click();
}
