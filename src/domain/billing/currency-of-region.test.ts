import { expect, test } from 'vitest';
import { currencyOfLocale, shownCurrency } from './currency-of-region.ts';

test('a language with a region has its currency, and one without has none', () => {
  expect(['de-CH', 'de-AT', 'en-GB', 'pt-BR', 'en', 'ar-EG', 'not a tag'].map(currencyOfLocale)).toEqual([
    'chf',
    'eur',
    'gbp',
    'brl',
    null,
    null,
    null,
  ]);
});

test('what a customer paid in binds, then counts what was chosen, then the region, then what is sold first', () => {
  const sold = ['usd', 'eur'];
  const none = { bound: null, chosen: null, locale: null };
  expect(shownCurrency(sold, { bound: 'chf', chosen: 'eur', locale: 'en-US' })).toBe('chf');
  expect(shownCurrency(sold, { ...none, chosen: 'eur', locale: 'en-US' })).toBe('eur');
  expect(shownCurrency(sold, { ...none, chosen: 'gbp', locale: 'de-DE' })).toBe('eur');
  expect(shownCurrency(sold, { ...none, locale: 'de-CH' })).toBe('usd');
  expect(shownCurrency([], none)).toBeUndefined();
});
