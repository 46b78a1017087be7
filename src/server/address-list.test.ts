import { expect, test } from 'vitest';
import { addressFault, isAddressListed } from './address-list.ts';

test.each([
  '10.0.0.1',
  '10.0.0.0/8',
  '0.0.0.0/0',
  '2001:db8::1',
  '2001:db8::/32',
  '::ffff:10.0.0.0/104',
  '::1',
])('the line "%s" is fine', (line) => {
  expect(addressFault(line)).toBeNull();
});

test.each([
  '10',
  '10.0.0',
  '10.0.0.256',
  '10.0.0.1/33',
  '::/129',
  '10.0.0.1/',
  '10.0.0.1/8/8',
  'school.test',
  '0x7f.1',
  '10.0.0.1/-1',
])('the line "%s" is told to be none', (line) => {
  expect(addressFault(line)).toContain(line);
});

const table: readonly [string[], string, boolean][] = [
  [['10.0.0.0/8'], '10.255.0.1', true],
  [['10.0.0.0/8'], '11.0.0.1', false],
  [['10.0.0.0/8'], '::ffff:10.1.2.3', true],
  [['::ffff:10.0.0.0/104'], '10.1.2.3', true],
  [['192.0.2.7'], '192.0.2.7', true],
  [['192.0.2.7'], '192.0.2.8', false],
  [['2001:db8::/32'], '2001:db8:1::5', true],
  [['2001:db8::/32'], '2001:db9::5', false],
  [['2001:db8::/32'], '10.0.0.1', false],
  [['::1', '10.0.0.0/8'], '::1', true],
  [['0.0.0.0/0'], '203.0.113.9', true],
  [['0.0.0.0/0'], '2001:db8::1', false],
  [[], '10.0.0.1', false],
  [['10.0.0.0/8'], 'nonsense', false],
];

test.each(table)('of %j the address %s is: %s', (list, address, isListed) => {
  expect(isAddressListed(list, address)).toBe(isListed);
});
