import { getOrder } from '#server/areas/billing/law/compose-order';
import { getMine } from '#server/areas/billing/member/own';
import { acceptSeat } from '#server/areas/billing/teams/accept-seat';
import { checkoutTeam, confirmTeam } from '#server/areas/billing/teams/checkout-team';
import { getOwnTeam } from '#server/areas/billing/teams/describe-team';
import { getTeams } from '#server/areas/billing/teams/get-teams';
import { inviteToTeam } from '#server/areas/billing/teams/invite';
import { writeSeats } from '#server/areas/billing/teams/write-seats';
import type { CallerName } from '#tests/attack/kit/school';
import { deliver, GOOD, type Shop } from './shop.ts';

export const addressOf = (who: CallerName) => `${who}@school.test`;

/** Opens the page to pay for seats at; answers its session. */
export async function openSeats(
  { as, offers, services }: Shop,
  who: CallerName,
  { seats = 3, tier = 'premium' as 'basic' | 'premium', name = 'Blue Harbor' } = {},
): Promise<string> {
  const offerId = offers[tier];
  const { terms } = await getOrder(services, as(who), { offerId, trialDays: 0, seats });
  const { url } = await checkoutTeam(services, as(who), { name, offerId, seats, locale: 'en', terms });
  return url.split('/').at(-1) ?? '';
}

export async function buySeats(shop: Shop, who: CallerName, order: Parameters<typeof openSeats>[2] = {}) {
  const session = await openSeats(shop, who, order);
  shop.stripe.fake.checkout.pay(session, GOOD);
  await confirmTeam(shop.services, shop.as(who), { session });
  return getOwnTeam(shop.services, shop.as(who));
}

/** Invites people and has them accept, in this order. */
export async function fill(shop: Shop, owner: CallerName, members: readonly CallerName[]) {
  const { lines } = await inviteToTeam(shop.services, shop.as(owner), { emails: members.map(addressOf) });
  for (const who of members) {
    const [invitation] = (await getTeams(shop.services, shop.as(who))).invitations;
    if (invitation) await acceptSeat(shop.services, shop.as(who), { id: invitation.id });
  }
  return lines;
}

/** What a person may see, by the facts and as it is written down. */
export async function tiersOf(shop: Shop, who: CallerName): Promise<{ tier: string; written: string }> {
  const { viewer } = shop.as(who);
  const userId = viewer.kind === 'member' ? viewer.userId : '';
  const { subscription_tier } = await shop.services.db.kysely
    .selectFrom('profiles')
    .select('subscription_tier')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return { tier: (await getMine(shop.services, shop.as(who))).tier, written: subscription_tier };
}

/** What the relay does: notices are answered, and the plans of members written down. */
export async function settle(shop: Shop): Promise<void> {
  await deliver(shop);
  await writeSeats(shop.services);
}

/** Whoever is to prove who they are has done so a moment ago. */
export async function prove({ as, services }: Shop, who: CallerName) {
  const { viewer } = as(who);
  await services.db.kysely
    .updateTable('sessions')
    .set({ proved_at: services.clock.now(), factor_proved_at: services.clock.now() })
    .where('id', '=', viewer.kind === 'member' ? viewer.sessionId : '')
    .execute();
}
