import { expect, test } from 'vitest';
import { withoutSignatures } from './signatures.ts';
import { withSignaturesOf } from './signatures-of.ts';

const text =
  '<a href="/media/a.pdf?s=1.x">A</a> <img srcset="/media/b-320.webp?s=1.y 320w, /media/b.webp?s=1.z 640w">';

test('two texts that differ only in the signatures of their files are the same without them', () => {
  expect(withoutSignatures(text.replaceAll('s=1.', 's=2.-_'))).toBe(withoutSignatures(text));
  expect(withoutSignatures(text)).toContain('"/media/b-320.webp 320w, /media/b.webp 640w"');
  const elsewhere = 'https://videos.test/media.php?s=4&v=2';
  expect(withoutSignatures(elsewhere)).toBe(elsewhere);
});

test('a file gets the signature that a newer text has for it, and keeps its own where that has none', () => {
  expect(withSignaturesOf('<img src="/media/b.webp?s=2.q">', text)).toBe(text.replace('1.z', '2.q'));
});
