import { expect, test } from 'vitest';
import { addressPattern } from './address-pattern.ts';

const gone = (text: string) => text.replace(addressPattern('al@school.test'), 'deleted');

test('an address is found wherever it stands alone, in whatever case', () => {
  expect(gone('al@school.test')).toBe('deleted');
  expect(gone('Write to AL@School.Test.')).toBe('Write to deleted.');
  expect(gone('<a href="mailto:al@school.test?x=1">(al@school.test)</a>')).toBe(
    '<a href="mailto:deleted?x=1">(deleted)</a>',
  );
  expect('a+b@x.test, a+b@x.test'.replace(addressPattern('a+b@x.test'), '')).toBe(', ');
  expect("o'hara@x.test, jürgen@x.test".replace(addressPattern('jürgen@x.test'), '')).toBe("o'hara@x.test, ");
});

test('a longer address that ends or begins like it is another one', () => {
  for (const other of [
    'maral@school.test',
    'm.al@school.test',
    'm-al@school.test',
    'm+al@school.test',
    'éal@school.test',
    'al@school.test.example',
    'al@school.testing',
  ])
    expect(gone(other)).toBe(other);
});
