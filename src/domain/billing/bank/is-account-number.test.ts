import { expect, test } from 'vitest';
import { isAccountNumber } from './is-account-number.ts';

test.for([
  'DE89 3704 0044 0532 0130 00',
  'gb29 NWBK 6016 1331 9268 19',
  'NO93 8601 1117 947',
  '12345678',
  '021000021-123456',
])('%s can be an account', (text) => {
  expect(isAccountNumber(text)).toBe(true);
});

test.for(['', '123', 'DE89 3704 0044 0532 0130 01', 'DE98 3704 0044 0532 0130 00', 'DE89', 'see below!'])(
  '%s is none',
  (text) => {
    expect(isAccountNumber(text)).toBe(false);
  },
);

test('two digits of an IBAN that changed places are noticed', () => {
  const iban = 'DE89370400440532013000';
  for (let at = 4; at < iban.length - 1; at += 1) {
    const [a = '', b = ''] = iban.slice(at, at + 2);
    if (a !== b) expect(isAccountNumber(`${iban.slice(0, at)}${b}${a}${iban.slice(at + 2)}`)).toBe(false);
  }
});
