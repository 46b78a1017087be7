import { expect, test } from 'vitest';
import { landingForm } from './landing.ts';

test('a landing page says the words of the product where it has none of its own', () => {
  expect(landingForm.parse({})).toEqual({
    title: '',
    text: '',
    button: '',
    buttonTo: '',
    numbers: [],
    quotes: [],
    faq: false,
  });
});

test.each(['/courses', '/courses/sql-from-scratch', 'https://school.test/?a=b'])(
  'its button may lead to %s',
  (buttonTo) => expect(landingForm.safeParse({ buttonTo }).success).toBe(true),
);

test.each([
  { buttonTo: 'javascript:alert(1)' },
  { buttonTo: '//evil.test' },
  { buttonTo: '/$slug' },
  { title: 'a\u202eb' },
  { title: 'x'.repeat(81) },
  { numbers: [{ value: '', label: 'Learners' }] },
  { numbers: Array(5).fill({ value: '1', label: 'x' }) },
  { quotes: [{ text: 'Good\nBcc: x', author: 'Ada' }] },
])('%j is refused', (changes) => expect(landingForm.safeParse(changes).success).toBe(false));
