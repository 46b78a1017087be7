import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('a menu is measured where it is placed from, and as wide as what is in it', () => {
  // Firefox and WebKit measure a panel that was never open at its static place, and Chromium does not.
  const styles = readFileSync(new URL('./menu.module.css', import.meta.url), 'utf8');
  expect(styles).toContain('inset: 0 auto auto 0;');
  expect(styles).toContain('width: max-content;');
});
