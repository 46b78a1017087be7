import { expect, test } from 'vitest';
import { passwordForms } from './password-forms.ts';

test.each([
  ['Password', 'password'],
  ['monkey987!', 'monkey'],
  ['login00!', 'login00'],
  ['Dragon2031', 'dragon'],
  ['p@$$w0rd', 'password'],
  ['P4ssw0rd99', 'password'],
])('"%s" is read as "%s" too', (password, form) => {
  expect(passwordForms(password)).toContain(form);
});

test('a short stem and a sentence are not cut to a word', () => {
  expect(passwordForms('abc1234')).not.toContain('abc');
  expect(passwordForms('a quiet sentence 12')).not.toContain('quiet');
});
