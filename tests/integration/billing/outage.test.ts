import { expect } from 'vitest';
import { answerNotices } from '#server/areas/billing/inbox/answer-notices';
import { reconcile } from '#server/areas/billing/looks/reconcile';
import { cancel } from '#server/areas/billing/member/cancel';
import { openInvoice, openPortal } from '#server/areas/billing/member/portal';
import { test } from '#tests/kit/database';
import { failureOf } from '#tests/kit/verbs';
import { DAY } from '#tests/stripe/fake/store';
import { buy, mine, open, openShop, post, tierOf } from '#tests/stripe/shop';

test.for(['500', '429', 'closed', 'lost-reply', 'hang'] as const)(
  'while the provider answers with %s reads go on, what is paid holds, and all is well by itself afterwards',
  async (outage, { db }) => {
    const shop = await openShop(db);
    const { as, ask, member, services, stripe } = shop;
    await buy(shop);
    const invoice = stripe.fake.store.all('invoice').at(0)?.id ?? '';
    shop.wait(29 * DAY);
    const known = stripe.webhooks.queue.splice(0);
    stripe.outage = outage;
    // Everything at once: each of them waits for the provider as long as it may.
    const refused = await Promise.all([
      failureOf(open({ ...shop, member: as('second') }, 'premium')),
      failureOf(openPortal(services, member, { locale: 'en' })),
      failureOf(openInvoice(services, member, { id: invoice })),
      failureOf(cancel(services, member)),
      reconcile(services, 0),
    ]);
    expect(refused.slice(0, 4)).toEqual(Array.from({ length: 4 }, () => 'PAYMENTS_AWAY'));
    expect(refused[4]).toMatchObject({ looked: 0 });
    expect((await ask('visitor', 'GET', '/api/billing/offers')).status).toBe(200);
    expect((await ask('free', 'GET', '/api/billing/subscription')).status).toBe(200);
    expect(await mine(shop)).toMatchObject({ tier: 'premium', state: 'running' });
    // The renewal falls into the outage: its notices are stored, and the plan goes on.
    shop.wait(2 * DAY);
    for (const notice of [...known, ...stripe.webhooks.queue.splice(0)])
      expect(await post(shop, notice)).toBe(200);
    await answerNotices(services);
    expect(await tierOf(shop)).toBe('premium');
    stripe.outage = undefined;
    shop.wait(60);
    await answerNotices(services);
    expect(await mine(shop)).toMatchObject({ tier: 'premium', why: 'paid', state: 'running' });
    expect((await mine(shop)).invoices).toHaveLength(2);
    await open({ ...shop, member: as('second') }, 'premium');
    expect(await cancel(services, member)).toMatchObject({ state: 'ending' });
  },
);
