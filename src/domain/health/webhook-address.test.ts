import { expect, test } from 'vitest';
import { isWebhookAddress } from './webhook-address.ts';

test.for([
  ['https://hooks.example/a?b=c', true],
  ['http://127.0.0.1:9000/alert', true],
  ['http://localhost/alert', true],
  ['http://[::1]:9000/', true],
  ['http://hooks.example/a', false],
  ['http://localhost.evil.test/', false],
  ['http://127.evil.test/', false],
  ['https://user:secret@hooks.example/', false],
  ['https://hooks.example/#part', false],
  ['ftp://127.0.0.1/', false],
  ['file:///etc/passwd', false],
  ['//hooks.example/', false],
  ['hooks.example', false],
  ['', false],
] as const)('%s: %s', ([address, expected]) => {
  expect(isWebhookAddress(address)).toBe(expected);
});
