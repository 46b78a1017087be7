import fc from 'fast-check';
import { expect, test } from 'vitest';
import { payBy } from '../describe.ts';
import { POLICY } from '../entitlement.ts';
import type { Fact, NewFact, Seconds } from '../facts.ts';
import { newestFacts } from '../newest-facts.ts';
import { aboutOf, keyOf, NEWS, type SentBillingMail } from './billing-mail.ts';
import { dueMails } from './due-mails.ts';

const DAY = 86_400;
const HOUR = 3600;
const DAYS = 90;
const RUNS = 300;
const moment = fc.integer({ min: 1, max: DAYS * 24 }).map((hour) => hour * HOUR);
const tier = fc.constantFrom('basic', 'premium');
const sub = fc.constantFrom('s1', 's2');
const invoice = fc.constantFrom('i1', 'i2', 'i3');
const currency = 'eur';

const paid: fc.Arbitrary<NewFact> = fc
  .record({
    id: fc.constantFrom('l1', 'l2', 'l3'),
    sub,
    invoice,
    tier,
    from: moment,
    days: fc.constantFrom(7, 30, 365),
    amount: fc.integer({ min: -500, max: 2000 }),
  })
  .map(({ days, from, ...drawn }) => {
    const fixed = { kind: 'paid' as const, number: null, seats: 1, currency, at: from };
    return { ...fixed, ...drawn, from, to: from + days * DAY };
  });
const subscription: fc.Arbitrary<NewFact> = fc
  .record({
    id: sub,
    state: fc.constantFrom('trialing', 'running', 'overdue', 'stopped'),
    tier,
    price: fc.constantFrom('p1', 'p2'),
    interval: fc.constantFrom('month', 'year'),
    startedAt: moment,
    periodEnd: moment,
    trial: fc.option(fc.tuple(moment, fc.integer({ min: 1, max: 30 }))),
    endsAt: fc.option(moment),
  })
  .map(({ trial, ...drawn }) => {
    const trialFrom = trial?.[0] ?? null;
    const trialTo = trial ? trial[0] + trial[1] * DAY : null;
    return { kind: 'subscription', unitAmount: 999, currency, quantity: 1, trialFrom, trialTo, ...drawn };
  });
const refund: fc.Arbitrary<NewFact> = fc
  .record({ id: fc.constantFrom('r1', 'r2'), invoice, whole: fc.boolean(), at: moment, done: fc.boolean() })
  .map((drawn) => ({ kind: 'refund', amount: 100, currency, ...drawn }));
const dispute: fc.Arbitrary<NewFact> = fc
  .record({ id: fc.constant('d1'), invoice, at: moment, state: fc.constantFrom('open', 'won', 'lost') })
  .map((drawn) => ({ kind: 'dispute', ...drawn }));
const grant: fc.Arbitrary<NewFact> = fc
  .record({ id: fc.constantFrom('gift a', 'gift b', 'chosen'), tier, from: moment, to: fc.option(moment) })
  .map((drawn) => ({ kind: 'grant', by: 'a', reason: 'jury', ...drawn }));

/** Facts, each with the moment from which it is known. */
type Life = readonly { readonly at: Seconds; readonly fact: Fact }[];
const life: fc.Arbitrary<Life> = fc
  .array(fc.tuple(moment, fc.oneof(paid, subscription, subscription, refund, dispute, grant)), {
    maxLength: 12,
  })
  .map((drawn) =>
    drawn
      .sort(([a], [b]) => a - b)
      .map(([at, fact], index) => ({ at, fact: { ...fact, v: index + 1 } as Fact })),
  );
const known = (all: Life, now: Seconds) => all.flatMap(({ at, fact }) => (at <= now ? [fact] : []));

/** Sends what is due at each of these moments. */
function send(all: Life, moments: readonly Seconds[]): SentBillingMail[] {
  const sent: SentBillingMail[] = [];
  for (const now of moments)
    for (const { date, kind, subject } of dueMails(known(all, now), now, POLICY, sent).due)
      sent.push({ kind, subject, date, at: now });
  return sent;
}
const hours = Array.from({ length: DAYS * 24 }, (_, hour) => (hour + 1) * HOUR);

test('no email is sent twice, and no two about the same thing within half a day', () => {
  fc.assert(
    fc.property(life, fc.array(moment, { minLength: 20, maxLength: 200 }), (all, drawn) => {
      // Every moment twice: a look that is repeated.
      const sent = send(
        all,
        [...drawn, ...drawn].sort((a, b) => a - b),
      );
      expect(new Set(sent.map(keyOf)).size).toBe(sent.length);
      for (const [about, some] of Map.groupBy(sent, aboutOf))
        for (const [index, { at }] of some.entries())
          expect(at - (some[index - 1]?.at ?? -DAY), about).toBeGreaterThanOrEqual(12 * HOUR);
    }),
    { numRuns: RUNS },
  );
});

test('who sleeps until the next moment that is named, or until something is learned, misses nothing', () => {
  fc.assert(
    fc.property(life, (all) => {
      const learned = new Set(all.map(({ at }) => at));
      const sent: SentBillingMail[] = [];
      let next: Seconds | null = null;
      for (const now of hours) {
        if (!learned.has(now) && (next === null || now < next)) continue;
        const { due, nextAt } = dueMails(known(all, now), now, POLICY, sent);
        for (const { date, kind, subject } of due) sent.push({ kind, subject, date, at: now });
        next = dueMails(known(all, now), now, POLICY, sent).nextAt;
        if (due.length === 0) expect(next).toBe(nextAt);
      }
      expect(sent).toEqual(send(all, hours));
    }),
    { numRuns: RUNS },
  );
});

test('facts in any order, each given any number of times, are mailed as the same facts once', () => {
  const mixed = life.chain((all) =>
    fc.tuple(
      fc.constant(known(all, DAYS * DAY)),
      fc.shuffledSubarray([...all, ...all], { minLength: all.length }),
    ),
  );
  fc.assert(
    fc.property(mixed, moment, ([all, some], now) => {
      const doubled = [...some.map(({ fact }) => fact), ...all].reverse();
      const reported = (facts: readonly Fact[]) => {
        const { due, nextAt } = dueMails(facts, now, POLICY, []);
        const mails = due.map((mail) => ({ key: keyOf(mail), words: mail.words }));
        return { nextAt, mails: mails.sort((a, b) => (a.key < b.key ? -1 : 1)) };
      };
      expect(reported(doubled)).toEqual(reported(all));
    }),
    { numRuns: RUNS },
  );
});

test('a failed payment is told only while it is failed, and before access ends', () => {
  fc.assert(
    fc.property(life, moment, (all, now) => {
      const facts = known(all, now);
      for (const mail of dueMails(facts, now, POLICY, []).due) {
        if (mail.kind !== 'failed') continue;
        const [id] = mail.subject.split('/');
        const newest = newestFacts(facts).find((fact) => fact.kind === 'subscription' && fact.id === id);
        if (newest?.kind !== 'subscription') throw new Error('a mail about no subscription');
        expect(newest).toMatchObject({ state: 'overdue', endsAt: null });
        expect(mail.words.payBy).toBe(payBy(facts, newest, POLICY));
        expect(now).toBeLessThan(mail.words.payBy);
      }
    }),
    { numRuns: RUNS * 5 },
  );
});

test('of facts that are long past, however many, nothing is told that is no more', () => {
  fc.assert(
    fc.property(life, (all) => {
      const facts = known(all, DAYS * DAY);
      const now = (DAYS + 400) * DAY + NEWS;
      const reported = dueMails(facts, now, POLICY, []).due.map(({ kind }) => kind);
      expect(reported.filter((kind) => kind !== 'gift-ends')).toEqual([]);
    }),
    { numRuns: RUNS },
  );
});
