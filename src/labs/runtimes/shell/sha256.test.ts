import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { sha1 } from './git/store/sha1.ts';
import { sha256 } from './sha256.ts';

test('digests are those of OpenSSL, whatever the length', () => {
  for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 120, 1000, 70_000]) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 31 + length) % 256);
    expect(sha1(bytes)).toBe(createHash('sha1').update(bytes).digest('hex'));
    expect(sha256(bytes)).toBe(createHash('sha256').update(bytes).digest('hex'));
  }
});
