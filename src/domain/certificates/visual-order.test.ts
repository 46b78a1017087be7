import { expect, test } from 'vitest';
import { visualOrder } from './visual-order.ts';

const order = (...texts: string[]) => visualOrder(texts.map((text) => ({ text }))).map(({ text }) => text);

test('what is read from the left stays as it is', () => {
  expect(order('Ada', ' ', 'Lovelace')).toEqual(['Ada', ' ', 'Lovelace']);
});

test('what is read from the right is turned round as a whole', () => {
  expect(order('محمد', ' ', 'الخوارزمي')).toEqual(['الخوارزمي', ' ', 'محمد']);
});

test('words of the other direction inside a line keep their own order', () => {
  expect(order('Ada ', 'עמנואל', ' ', 'נתר', ' Noether')).toEqual(['Ada ', 'נתר', ' ', 'עמנואל', ' Noether']);
  expect(order('محمد', ' ', 'Ada', ' ', 'Lovelace', ' ', 'موسى')).toEqual([
    'موسى',
    ' ',
    'Ada',
    ' ',
    'Lovelace',
    ' ',
    'محمد',
  ]);
});
