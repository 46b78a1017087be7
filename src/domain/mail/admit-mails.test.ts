import fc from 'fast-check';
import { expect, test } from 'vitest';
import { admitMails } from './admit-mails.ts';

const mail = (domain: string, isUrgent = false) => ({ domain, isUrgent });
const UNLIMITED = Number.POSITIVE_INFINITY;

test('without limits all mails leave in their order', () => {
  const mails = [mail('a.test'), mail('b.test'), mail('a.test', true)];
  expect(admitMails(mails, { all: UNLIMITED, domains: new Map() })).toEqual({ leave: mails, stay: [] });
});

test('a domain without room holds up its own mails only', () => {
  const { leave, stay } = admitMails([mail('a.test'), mail('a.test'), mail('b.test')], {
    all: UNLIMITED,
    domains: new Map([['a.test', 1]]),
  });
  expect(leave.map(({ domain }) => domain)).toEqual(['a.test', 'b.test']);
  expect(stay.map(({ domain }) => domain)).toEqual(['a.test']);
});

test('an urgent mail leaves without room and takes the room of others', () => {
  const code = mail('a.test', true);
  expect(admitMails([code, mail('a.test')], { all: 1, domains: new Map([['a.test', 5]]) }).leave).toEqual([
    code,
  ]);
  expect(admitMails([code], { all: 0, domains: new Map([['a.test', 0]]) }).leave).toEqual([code]);
});

test('no limit is passed by mails that are not urgent, and none waits while there is room', () => {
  const domain = fc.constantFrom('a.test', 'b.test', 'c.test');
  fc.assert(
    fc.property(
      fc.array(fc.record({ domain, isUrgent: fc.constant(false) }), { maxLength: 40 }),
      fc.nat(30),
      fc.nat(10),
      (mails, all, each) => {
        const domains = new Map([['a.test', each]]);
        const { leave, stay } = admitMails(mails, { all, domains });
        expect(leave.length + stay.length).toBe(mails.length);
        expect(leave.length).toBeLessThanOrEqual(all);
        const toA = leave.filter((one) => one.domain === 'a.test').length;
        expect(toA).toBeLessThanOrEqual(each);
        for (const one of stay)
          expect(leave.length === all || (one.domain === 'a.test' && toA === each)).toBe(true);
      },
    ),
  );
});
