import { expect, test } from 'vitest';
import { addressNetwork } from './address-network.ts';

test.each([
  ['192.0.2.77', '192.0.2.0/24'],
  ['192.0.2.1', '192.0.2.0/24'],
  ['192.0.3.1', '192.0.3.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0DB8::9', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['', ''],
])('%s lies in %s', (address, network) => {
  expect(addressNetwork(address)).toBe(network);
});
