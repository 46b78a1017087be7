import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { InvoiceList } from './invoice-list.tsx';

const invoice = {
  id: 'i1',
  number: 'A-1',
  amount: 1999,
  refunded: 0,
  currency: 'eur',
  paidAt: '2026-03-08T12:00:00.000Z',
} as const;

function headsOf(hasDocument: readonly boolean[]): string[] {
  const html = renderToStaticMarkup(
    <InvoiceList
      invoices={hasDocument.map((each, at) => ({ ...invoice, id: `i${at}`, hasDocument: each }))}
      from="/profile"
      open={() => Promise.resolve({ url: '' })}
    />,
  );
  return [...html.matchAll(/<th[^>]*scope="col"[^>]*>([^<]*)/g)].map((match) => match[1] ?? '');
}

test('the column of buttons is there only where a payment has a document', () => {
  expect(headsOf([false, false])).toEqual(['Number', 'Date', 'Amount']);
  expect(headsOf([false, true])).toEqual(['Number', 'Date', 'Amount', 'Actions']);
});
