import { expect, test } from 'vitest';
import { clientAddress, limitKey, trustedProxies } from './client-address.ts';

const proxies = trustedProxies(['10.0.0.0/8', '::1']);

test('without a trusted proxy the socket alone counts', () => {
  expect(clientAddress('203.0.113.9', '198.51.100.1', proxies)).toBe('203.0.113.9');
  expect(clientAddress('127.0.0.1', '198.51.100.1', trustedProxies([]))).toBe('127.0.0.1');
});

test('behind trusted proxies the last address that is none of them counts, not what the client wrote before it', () => {
  expect(clientAddress('10.0.0.2', '1.1.1.1, 198.51.100.1, 10.0.0.7', proxies)).toBe('198.51.100.1');
  expect(clientAddress('::1', 'unknown', proxies)).toBe('::1');
  expect(clientAddress('10.0.0.2', undefined, proxies)).toBe('10.0.0.2');
});

test('an IPv4 address inside IPv6 is the same address', () => {
  expect(clientAddress('::ffff:10.0.0.2', '::ffff:198.51.100.1', proxies)).toBe('198.51.100.1');
});

test('IPv6 is counted by its /64 network however it is written', () => {
  expect(limitKey('2001:db8:0:1::1')).toBe(limitKey('2001:0db8:0000:0001:ffff::9'));
  expect(limitKey('2001:db8::1')).not.toBe(limitKey('2001:db8:0:1::1'));
  expect(limitKey('::1')).toBe('0:0:0:0::/64');
  expect(limitKey('198.51.100.1')).toBe('198.51.100.1');
});
