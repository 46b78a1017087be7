import { expect, test } from 'vitest';
import { personName } from './person-name.ts';

test.each([
  ['Grace Hopper', 'g@h.test', 'Grace Hopper'],
  [' Grace\u0000\u202e ', 'g@h.test', 'Grace'],
  [null, 'grace@h.test', 'grace'],
  ['G', 'grace@h.test', 'grace'],
  ['', 'g@h.test', 'Member'],
  ['Grace\nsee evil.example/x now', 'grace@h.test', 'Grace see now'],
  ['Harbor School', 'grace@h.test', 'grace'],
  ['Administrator', 'admin@h.test', 'Member'],
  ['x'.repeat(300), 'g@h.test', 'x'.repeat(100)],
])('a service that tells %j of %s makes %j', (reported, address, name) => {
  expect(personName(reported, address, 'Harbor School')).toBe(name);
});
