import { expect, test } from 'vitest';
import { newPasswordForm, signInForm } from './accounts.ts';

const read = (email: string) => signInForm.safeParse({ email, password: 'long enough' });

test('the administrator that the first start makes can sign in', () => {
  expect(read(' Admin@Localhost ').data?.email).toBe('admin@localhost');
});

test.each(['', 'nobody', 'nobody@', 'someone@localhost', 'a b@school.test', `${'a'.repeat(250)}@b.cc`])(
  'the address "%s" is refused with the words of the form',
  (email) => {
    expect(read(email).error?.issues.map(({ message }) => message)).toContain('Valid email is required');
  },
);

test('a sign-in without a password, or without anything, is told what it needs', () => {
  const needed = 'You must provide either an email or phone number and a password';
  const words = (input: object) => signInForm.safeParse(input).error?.issues.map(({ message }) => message);
  expect(words({ email: 'ada@school.test' })).toEqual([needed]);
  expect(words({})).toEqual([needed, needed]);
});

test('a password may have 128 characters, spaces and signs of any script among them, and is taken whole', () => {
  const choose = (password: string) => newPasswordForm.safeParse({ password, confirmPassword: password });
  for (const password of ['x'.repeat(64), ' żółw 🐢'.repeat(12), 'x'.repeat(128)])
    expect(choose(password).data?.password).toBe(password);
  expect(choose('x'.repeat(129)).success).toBe(false);
});
