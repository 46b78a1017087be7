import { getBillingOverview } from '#server/areas/admin/billing/get-billing-overview';
import { answerNotices } from '#server/areas/billing/inbox/answer-notices';
import { turnTiers } from '#server/areas/billing/ledger/turn-tiers';
import { cancel, keep } from '#server/areas/billing/member/cancel';
import { changePlan, previewChange } from '#server/areas/billing/member/change-plan';
import { confirm } from '#server/areas/billing/member/checkout';
import { addPrice } from '#server/areas/billing/prices/managed';
import { Failure } from '#server/failure';
import { DAY } from '../fake/store.ts';
import { type Random, RandomLife } from '../random-life.ts';
import type { Fault } from '../server/stripe-server.ts';
import { GOOD, open, post, type Shop } from '../shop.ts';

const FAULTS: readonly Fault[] = ['500', 'done-500', '429', 'lost-reply', 'closed'];
const MEMBER_DEEDS = [
  'checkout',
  'checkout',
  'pay',
  'pay',
  'return',
  'change',
  'change',
  'cancel',
  'keep',
] as const;

/** One member who uses the product and the provider's pages, while the network and the webhooks misbehave. */
export class ProductLife {
  /** What each change showed and what it charged. */
  readonly changes: { readonly shown: number; readonly charged: number }[] = [];
  readonly #shop: Shop;
  readonly #random: Random;
  #sessions: string[] = [];
  #life: RandomLife | undefined;

  constructor(shop: Shop, random: Random) {
    this.#shop = shop;
    this.#random = random;
  }

  /** Two monthly prices are sold already; two yearly ones beside them. */
  async sellYears(): Promise<void> {
    const { as, services } = this.#shop;
    const plans = await services.db.kysely.selectFrom('subscription_plans').select(['id', 'tier']).execute();
    for (const { id: planId, tier } of plans)
      if (tier !== 'free')
        await addPrice(services, as('admin'), {
          planId,
          interval: 'year',
          amount: tier === 'basic' ? 9990 : 19_990,
          currency: 'eur',
        });
  }

  async step(): Promise<void> {
    const { services, stripe, wait } = this.#shop;
    wait(1 + Math.floor(this.#random() * 20 * DAY));
    if (this.#random() < 0.4) stripe.faults.push('none', this.#pick(FAULTS) ?? 'none');
    if (this.#random() < 0.6) await this.#allow(() => this.#actAsMember());
    else this.#outside();
    if (this.#random() < 0.6) await this.deliver({ dropped: 0.2, doubled: 0.4 });
    stripe.faults.length = 0;
    await turnTiers(services);
  }

  /** Some notices in any order, some twice, some never; what was stored is worked on. */
  async deliver({ doubled, dropped }: { doubled: number; dropped: number }): Promise<void> {
    const waiting = this.#shop.stripe.webhooks.queue.splice(0);
    const sent = waiting
      .filter(() => this.#random() >= dropped)
      .flatMap((notice) => (this.#random() < doubled ? [notice, notice] : [notice]))
      .map((notice) => ({ notice, place: this.#random() }))
      .sort((a, b) => a.place - b.place);
    for (const { notice } of sent) await post(this.#shop, notice);
    await answerNotices(this.#shop.services);
  }

  #pick<T>(all: readonly T[]): T | undefined {
    return all[Math.floor(this.#random() * all.length)];
  }

  /** What is refused in words is a part of life; anything else is a defect. */
  async #allow(deed: () => Promise<unknown>): Promise<void> {
    try {
      await deed();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
    }
  }

  async #actAsMember(): Promise<void> {
    const { member, services, stripe } = this.#shop;
    const deed = this.#pick(MEMBER_DEEDS);
    if (deed === 'checkout')
      this.#sessions = [
        ...this.#sessions,
        await open(this.#shop, this.#random() < 0.5 ? 'basic' : 'premium'),
      ];
    const session = this.#pick(this.#sessions);
    const isOpen =
      session !== undefined && stripe.fake.store.get(session, 'checkout.session').status === 'open';
    if (
      deed === 'pay' &&
      session &&
      isOpen &&
      stripe.fake.store.get(session, 'checkout.session').expires_at > stripe.fake.store.now
    )
      stripe.fake.checkout.pay(session, GOOD);
    if (deed === 'return' && session) await confirm(services, member, { session });
    if (deed === 'cancel') await cancel(services, member);
    if (deed === 'keep') await keep(services, member);
    if (deed === 'change') await this.#change();
  }

  async #change(): Promise<void> {
    const { member, services, stripe } = this.#shop;
    const { id: offerId } = this.#pick(
      await services.db.kysely.selectFrom('plan_prices').select('id').orderBy('unit_amount').execute(),
    ) ?? { id: '' };
    const { at, dueNow } = await previewChange(services, member, { offerId });
    const charged = () =>
      stripe.fake.store
        .all('invoice')
        .filter(({ status }) => status === 'paid')
        .reduce((sum, { total }) => sum + total, 0);
    const before = charged();
    await changePlan(services, member, { offerId, at, dueNow });
    this.changes.push({ shown: dueNow, charged: charged() - before });
  }

  /** What happens at the provider without us: renewals, disputes, refunds and changes in its dashboard. */
  #outside(): void {
    const { stripe } = this.#shop;
    const customer = stripe.fake.store.all('customer').at(0)?.id;
    if (customer === undefined) return;
    const prices = stripe.fake.store.all('price').map(({ id }) => id);
    this.#life ??= new RandomLife(stripe.fake, { customer, prices, random: this.#random });
    this.#life.step();
  }
}

export const overviewOf = (shop: Shop) => getBillingOverview(shop.services, shop.as('admin'));
