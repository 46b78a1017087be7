import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { IntervalSwitch } from './interval-switch.tsx';

test.for([
  [10_800, '10%'],
  [8520, '29%'],
  [10_812, '9%'],
] as const)('a year for %i instead of 12000 is offered as a saving of %s', ([yearly, saving]) => {
  const offer = { planId: 'plan', tier: 'premium', currency: 'eur', trialDays: 0 } as const;
  const offers = [
    { ...offer, id: 'month', interval: 'month', amount: 1000 },
    { ...offer, id: 'year', interval: 'year', amount: yearly },
  ] as const;
  const html = renderToStaticMarkup(<IntervalSwitch offers={offers} value="month" onChange={() => {}} />);
  expect(html).toContain(saving);
});
