import { expect } from 'vitest';
import { POLICY } from '#domain/billing/entitlement';
import { eraseAccount } from '#server/areas/accounts/erasure/erase-account';
import { endPayments } from '#server/areas/billing/endings/end-payments';
import { turnTiers } from '#server/areas/billing/ledger/turn-tiers';
import { reconcile } from '#server/areas/billing/looks/reconcile';
import { cancelTeam, keepTeam, openTeamInvoice } from '#server/areas/billing/teams/cancel-team';
import { changeSeats, previewSeats } from '#server/areas/billing/teams/change-seats';
import { getOwnTeam } from '#server/areas/billing/teams/describe-team';
import { getTeams } from '#server/areas/billing/teams/get-teams';
import { inviteToTeam, resendSeat, withdrawSeat } from '#server/areas/billing/teams/invite';
import { listTeams } from '#server/areas/billing/teams/list-teams';
import { freeSeat, leaveTeam, takeSeat } from '#server/areas/billing/teams/seats';
import { transferTeam } from '#server/areas/billing/teams/transfer-team';
import { writeSeats } from '#server/areas/billing/teams/write-seats';
import type { CallerName } from '#tests/attack/kit/school';
import { test } from '#tests/kit/database';
import { failureOf } from '#tests/kit/verbs';
import { refundCharge } from '#tests/stripe/fake/payments';
import { DAY } from '#tests/stripe/fake/store';
import { buy, chargeOf, openShop, type Shop } from '#tests/stripe/shop';
import { addressOf, buySeats, fill, openSeats, prove, settle, tiersOf } from '#tests/stripe/team-shop';

const both = (tier: string) => ({ tier, written: tier });
const subscriptions = ({ stripe }: Shop) => stripe.fake.store.all('subscription');
const idOf = ({ as }: Shop, who: CallerName) => {
  const { viewer } = as(who);
  return viewer.kind === 'member' ? viewer.userId : '';
};
async function erase({ services }: Shop, userId: string) {
  await services.db.transaction((trx) => eraseAccount(trx, services, userId));
}
async function change(shop: Shop, who: CallerName, seats: number) {
  const { at, dueNow } = await previewSeats(shop.services, shop.as(who), { seats });
  return changeSeats(shop.services, shop.as(who), { seats, at, dueNow });
}

test('seats are paid for at checkout, and whoever accepts has the plan at once', async ({ db }) => {
  const shop = await openShop(db);
  const team = await buySeats(shop, 'free', { seats: 2 });
  expect(team).toMatchObject({
    name: 'Blue Harbor',
    state: 'running',
    tier: 'premium',
    seats: { paid: 2, held: 0, invited: 0 },
    subscription: { unitAmount: 1999, amount: 3998, seats: 2 },
    isPayer: true,
    members: [],
  });
  // The owner pays for others: without a seat they have nothing of it.
  expect(await tiersOf(shop, 'free')).toEqual(both('free'));
  await fill(shop, 'free', ['second']);
  expect(await tiersOf(shop, 'second')).toEqual(both('premium'));
  expect((await getTeams(shop.services, shop.as('second'))).memberships).toMatchObject([
    { name: 'Blue Harbor', owner: 'free', tier: 'premium' },
  ]);
  await takeSeat(shop.services, shop.as('free'));
  expect(await tiersOf(shop, 'free')).toEqual(both('premium'));
  const { members } = await getOwnTeam(shop.services, shop.as('free'));
  expect(members.map(({ email, isOwner, isPaid }) => [email, isOwner, isPaid])).toEqual([
    [addressOf('second'), false, true],
    [addressOf('free'), true, true],
  ]);
});

test('more people than seats are neither invited nor let in, and a freed seat goes to the next', async ({
  db,
}) => {
  const shop = await openShop(db);
  await buySeats(shop, 'free', { seats: 2, tier: 'premium' });
  const emails = [
    'SECOND@school.test ',
    'not an address',
    'second@school.test',
    'basic@school.test',
    'x@y.example',
  ];
  const { lines } = await inviteToTeam(shop.services, shop.as('free'), { emails });
  expect(lines.map(({ outcome }) => outcome)).toEqual(['ok', 'bad-address', 'repeated', 'ok', 'full']);
  expect((await fill(shop, 'free', ['second', 'basic'])).map(({ outcome }) => outcome)).toEqual([
    'already-invited',
    'already-invited',
  ]);
  expect(await failureOf(takeSeat(shop.services, shop.as('free')))).toBe('TEAM_FULL');
  const { members } = await getOwnTeam(shop.services, shop.as('free'));
  const freed = await freeSeat(shop.services, shop.as('free'), { id: members[0]?.id ?? '' });
  expect(freed.freed).toMatchObject([{ name: 'second' }]);
  expect(await tiersOf(shop, 'second')).toEqual(both('basic'));
  await takeSeat(shop.services, shop.as('free'));
  expect(await tiersOf(shop, 'free')).toEqual(both('premium'));
});

test('an invitation is for its mailbox, works once, and ends when it is withdrawn', async ({ db }) => {
  const shop = await openShop(db);
  await buySeats(shop, 'free');
  await inviteToTeam(shop.services, shop.as('free'), { emails: ['new@school.test', addressOf('second')] });
  const team = await getOwnTeam(shop.services, shop.as('free'));
  expect(team.invitations.map(({ email }) => email).sort()).toEqual([
    'new@school.test',
    'second@school.test',
  ]);
  const toNew = team.invitations.find(({ email }) => email === 'new@school.test')?.id ?? '';
  expect((await getTeams(shop.services, shop.as('basic'))).invitations).toEqual([]);
  shop.wait(10 * DAY);
  await resendSeat(shop.services, shop.as('free'), { id: toNew });
  const mails = await db.kysely
    .selectFrom('mail_outbox')
    .select('recipient')
    .where('template', '=', 'team-invitation')
    .orderBy('recipient')
    .execute();
  expect(mails.map(({ recipient }) => recipient)).toEqual([
    'new@school.test',
    'new@school.test',
    'second@school.test',
  ]);
  const withdrawn = await withdrawSeat(shop.services, shop.as('free'), { id: toNew });
  expect(withdrawn.invitations.map(({ email }) => email)).toEqual(['second@school.test']);
  shop.wait(5 * DAY);
  // After 14 days the other one is over, and its seat can be given to somebody else.
  expect((await getTeams(shop.services, shop.as('second'))).invitations).toEqual([]);
  expect((await getOwnTeam(shop.services, shop.as('free'))).seats).toMatchObject({ invited: 0 });
});

test('more seats are charged to the cent as shown and are there at once', async ({ db }) => {
  const shop = await openShop(db);
  await buySeats(shop, 'free', { seats: 1 });
  await fill(shop, 'free', ['second']);
  shop.wait(10 * DAY);
  const preview = await previewSeats(shop.services, shop.as('free'), { seats: 3 });
  expect(preview).toMatchObject({ kind: 'more', nextAmount: 5997, losing: 0 });
  expect(preview.dueNow).toBeGreaterThan(0);
  const { at, dueNow } = preview;
  const team = await changeSeats(shop.services, shop.as('free'), { seats: 3, at, dueNow });
  expect(team.seats.paid).toBe(3);
  expect(shop.stripe.fake.store.all('charge').at(-1)).toMatchObject({ amount: dueNow, paid: true });
  await fill(shop, 'free', ['basic', 'premium']);
  expect(await tiersOf(shop, 'basic')).toEqual(both('premium'));
});

test('fewer seats count from the next period on, and the newest lose theirs first', async ({ db }) => {
  const shop = await openShop(db);
  await buySeats(shop, 'free', { seats: 3 });
  await fill(shop, 'free', ['second', 'basic', 'admin']);
  const preview = await previewSeats(shop.services, shop.as('free'), { seats: 1 });
  expect(preview).toMatchObject({ kind: 'fewer', dueNow: 0, losing: 2 });
  await change(shop, 'free', 1);
  expect((await getOwnTeam(shop.services, shop.as('free'))).seats.paid).toBe(3);
  expect(await tiersOf(shop, 'admin')).toEqual(both('premium'));
  expect(await failureOf(change(shop, 'free', 4))).toBe('SEATS_REDUCED');
  shop.wait(31 * DAY);
  await settle(shop);
  expect((await getOwnTeam(shop.services, shop.as('free'))).seats.paid).toBe(1);
  expect(await tiersOf(shop, 'second')).toEqual(both('premium'));
  expect(await tiersOf(shop, 'basic')).toEqual(both('basic'));
  expect(await tiersOf(shop, 'admin')).toEqual(both('free'));
  const { members } = await getOwnTeam(shop.services, shop.as('free'));
  expect(members.map(({ isPaid }) => isPaid)).toEqual([true, false, false]);
  // Who leaves makes room for the next.
  await leaveTeam(shop.services, shop.as('second'), {
    id: (await getTeams(shop.services, shop.as('second'))).memberships[0]?.teamId ?? '',
  });
  await writeSeats(shop.services);
  expect(await tiersOf(shop, 'basic')).toEqual(both('premium'));
  expect(await tiersOf(shop, 'second')).toEqual(both('basic'));
});

test('seats that were given up are taken back for nothing while they are paid for', async ({ db }) => {
  const shop = await openShop(db);
  await buySeats(shop, 'free', { seats: 3 });
  await change(shop, 'free', 1);
  const charges = shop.stripe.fake.store.all('charge').length;
  expect(await previewSeats(shop.services, shop.as('free'), { seats: 3 })).toMatchObject({
    kind: 'undo',
    dueNow: 0,
  });
  expect((await change(shop, 'free', 3)).subscription).toMatchObject({ seats: 3 });
  expect(shop.stripe.fake.store.all('charge')).toHaveLength(charges);
});

test('members follow their team to the second: its end, its grace and its money back', async ({ db }) => {
  const shop = await openShop(db);
  const { until } = await buySeats(shop, 'free');
  await fill(shop, 'free', ['second', 'basic']);
  await cancelTeam(shop.services, shop.as('free'));
  expect(await keepTeam(shop.services, shop.as('free'))).toMatchObject({ state: 'running' });
  const [customer] = shop.stripe.fake.store.all('customer');
  shop.stripe.fake.store.cards.set(customer?.id ?? '', 'declines');
  const paidTo = Date.parse(until ?? '');
  shop.wait((paidTo - shop.services.clock.now().getTime()) / 1000 + 2 * 3600);
  await settle(shop);
  expect(await getOwnTeam(shop.services, shop.as('free'))).toMatchObject({ state: 'overdue' });
  expect(await tiersOf(shop, 'basic')).toEqual(both('premium'));
  shop.wait(POLICY.grace);
  expect((await tiersOf(shop, 'basic')).tier).toBe('basic');
  await turnTiers(shop.services);
  expect(await tiersOf(shop, 'basic')).toEqual(both('basic'));
  expect(await tiersOf(shop, 'second')).toEqual(both('basic'));
});

test("a whole refund of a team's payment takes the plan from all its members", async ({ db }) => {
  const shop = await openShop(db);
  await buySeats(shop, 'free');
  await fill(shop, 'free', ['second', 'premium']);
  shop.wait(DAY);
  refundCharge(shop.stripe.fake.store, { charge: chargeOf(shop) });
  await settle(shop);
  expect(await tiersOf(shop, 'second')).toEqual(both('basic'));
  // Their own, which is better, stays.
  expect(await tiersOf(shop, 'premium')).toEqual(both('premium'));
});

test('an own subscription and a team are two accounts: neither ends the other', async ({ db }) => {
  const shop = await openShop(db);
  await buy(shop, 'basic');
  await buySeats(shop, 'free', { seats: 2 });
  await takeSeat(shop.services, shop.as('free'));
  expect(await tiersOf(shop, 'free')).toEqual(both('premium'));
  await reconcile(shop.services, 0);
  expect(await endPayments(shop.services)).toBe(0);
  expect(subscriptions(shop).map(({ status }) => status)).toEqual(['active', 'active']);
  expect(new Set(subscriptions(shop).map(({ customer }) => customer)).size).toBe(2);
  expect(await failureOf(openSeats(shop, 'free'))).toBe('SUBSCRIPTION_RUNNING');
  await freeSeat(shop.services, shop.as('free'), {
    id: (await getOwnTeam(shop.services, shop.as('free'))).members[0]?.id ?? '',
  });
  expect(await tiersOf(shop, 'free')).toEqual(both('basic'));
});

test('who takes a team over pays with a card of their own, and the former owner no more', async ({ db }) => {
  const shop = await openShop(db);
  await buySeats(shop, 'free');
  await fill(shop, 'free', ['second', 'basic']);
  const [seat] = (await getOwnTeam(shop.services, shop.as('free'))).members;
  await prove(shop, 'free');
  expect(await transferTeam(shop.services, shop.as('free'), { id: seat?.id ?? '' })).toMatchObject({
    owned: null,
  });
  const handed = await getOwnTeam(shop.services, shop.as('second'));
  // The former owner's invoices hold a name and an address.
  expect(handed).toMatchObject({ state: 'ending', isPayer: false, invoices: [], seats: { paid: 3 } });
  expect(await failureOf(keepTeam(shop.services, shop.as('second')))).toBe('NO_SUBSCRIPTION');
  const bought = await buySeats(shop, 'second', { seats: 2 });
  expect(bought).toMatchObject({ state: 'running', isPayer: true, subscription: { seats: 2, endsAt: null } });
  expect(bought.invoices).toHaveLength(1);
  const listed = (q: string) => listTeams(shop.services, shop.as('admin'), { q });
  expect(await listed('')).toMatchObject([{ state: 'running' }]);
  expect(await listed((bought.name ?? '').toUpperCase())).toHaveLength(1);
  expect(await listed('no such team')).toEqual([]);
  const [first, second] = subscriptions(shop);
  expect([first?.cancel_at_period_end, second?.cancel_at_period_end]).toEqual([true, false]);
  expect(await endPayments(shop.services)).toBe(0);
  // The former owner leaves altogether: what the new one pays for stays.
  await erase(shop, idOf(shop, 'free'));
  expect(await endPayments(shop.services)).toBe(1);
  expect(subscriptions(shop).map(({ status }) => status)).toEqual(['canceled', 'active']);
  await settle(shop);
  expect(await tiersOf(shop, 'basic')).toEqual(both('premium'));
});

test('who hands a team over and gets it back pays again with the card of before', async ({ db }) => {
  const shop = await openShop(db);
  await buySeats(shop, 'free');
  await fill(shop, 'free', ['second']);
  await takeSeat(shop.services, shop.as('free'));
  const hand = async (from: CallerName, to: CallerName) => {
    const { members } = await getOwnTeam(shop.services, shop.as(from));
    const seat = members.find(({ email }) => email === addressOf(to));
    await prove(shop, from);
    await transferTeam(shop.services, shop.as(from), { id: seat?.id ?? '' });
  };
  await hand('free', 'second');
  await hand('second', 'free');
  // What was paid still runs to its end: it can be kept, and nothing is bought beside it.
  expect(await failureOf(openSeats(shop, 'free'))).toBe('SUBSCRIPTION_RUNNING');
  expect(await keepTeam(shop.services, shop.as('free'))).toMatchObject({ state: 'running', isPayer: true });
  await hand('free', 'second');
  await buySeats(shop, 'second', { seats: 2 });
  shop.wait(40 * DAY);
  await settle(shop);
  await hand('second', 'free');
  const again = await buySeats(shop, 'free', { seats: 2 });
  expect(again).toMatchObject({ state: 'running', isPayer: true, subscription: { seats: 2 } });
  expect(shop.stripe.fake.store.all('customer')).toHaveLength(2);
  expect(await endPayments(shop.services)).toBe(0);
  expect(await failureOf(keepTeam(shop.services, shop.as('second')))).toBe('TEAM_NOT_FOUND');
});

test('a page to pay at that was opened before a team changed hands charges no second period', async ({
  db,
}) => {
  const shop = await openShop(db);
  await buySeats(shop, 'free');
  await fill(shop, 'free', ['second']);
  await cancelTeam(shop.services, shop.as('free'));
  shop.wait(40 * DAY);
  await settle(shop);
  const session = await openSeats(shop, 'free');
  const [seat] = (await getOwnTeam(shop.services, shop.as('free'))).members;
  await prove(shop, 'free');
  await transferTeam(shop.services, shop.as('free'), { id: seat?.id ?? '' });
  shop.stripe.fake.checkout.pay(session, { card: '4242 4242 4242 4242', country: 'DE' });
  await settle(shop);
  expect(await endPayments(shop.services)).toBe(1);
  expect(subscriptions(shop).at(-1)).toMatchObject({ cancel_at_period_end: true });
});

test("an owner's account is deleted: nothing is charged any more, and members keep what is paid", async ({
  db,
}) => {
  const shop = await openShop(db);
  const { until } = await buySeats(shop, 'free');
  await fill(shop, 'free', ['second']);
  await db.kysely
    .updateTable('users')
    .set({ erase_at: new Date(shop.services.clock.now().getTime() + 14 * DAY * 1000) })
    .where('id', '=', idOf(shop, 'free'))
    .execute();
  expect(await endPayments(shop.services)).toBe(1);
  expect(subscriptions(shop)[0]).toMatchObject({ status: 'active', cancel_at_period_end: true });
  await erase(shop, idOf(shop, 'free'));
  expect(await endPayments(shop.services)).toBe(1);
  expect(subscriptions(shop)[0]).toMatchObject({ status: 'canceled' });
  expect(shop.stripe.fake.store.all('customer')).toEqual([]);
  await settle(shop);
  expect(await tiersOf(shop, 'second')).toEqual(both('premium'));
  expect(await listTeams(shop.services, shop.as('admin'), { q: '' })).toMatchObject([
    { owner: null, held: 1, state: 'stopped' },
  ]);
  shop.wait((Date.parse(until ?? '') - shop.services.clock.now().getTime()) / 1000);
  expect((await tiersOf(shop, 'second')).tier).toBe('basic');
});

test("a member's account is deleted, and whoever waits has the seat", async ({ db }) => {
  const shop = await openShop(db);
  await buySeats(shop, 'free', { seats: 2 });
  await fill(shop, 'free', ['second', 'basic']);
  await change(shop, 'free', 1);
  shop.wait(31 * DAY);
  await settle(shop);
  expect(await tiersOf(shop, 'basic')).toEqual(both('basic'));
  await erase(shop, idOf(shop, 'second'));
  await writeSeats(shop.services);
  expect(await tiersOf(shop, 'basic')).toEqual(both('premium'));
  expect((await getOwnTeam(shop.services, shop.as('free'))).members).toHaveLength(1);
});

test('an invoice of a team is read by who paid for it only', async ({ db }) => {
  const shop = await openShop(db);
  const { invoices } = await buySeats(shop, 'free');
  await buySeats(shop, 'second');
  const id = invoices[0]?.id ?? '';
  expect((await openTeamInvoice(shop.services, shop.as('free'), { id })).url).toContain('http');
  expect(await failureOf(openTeamInvoice(shop.services, shop.as('second'), { id }))).toBe(
    'INVOICE_NOT_FOUND',
  );
});

test('a process that ends halfway through a large team is continued by the next', async ({ db }) => {
  const shop = await openShop(db);
  await buySeats(shop, 'free', { seats: 250 });
  const { id } = await getOwnTeam(shop.services, shop.as('free'));
  const people = await db.kysely
    .insertInto('users')
    .values(
      Array.from({ length: 250 }, (_, at) => ({
        name: `P${at}`,
        email: `p${at}@school.test`,
        email_verified: true,
      })),
    )
    .returning('id')
    .execute();
  await db.kysely
    .insertInto('team_seats')
    .values(people.map((one) => ({ team_id: id, user_id: one.id, assigned_at: shop.services.clock.now() })))
    .execute();
  let left = 120;
  const dying = {
    ...shop.services,
    log: { ...shop.services.log, error: () => undefined },
    db: {
      kysely: db.kysely,
      pool: db.pool,
      transaction: ((work) => {
        left -= 1;
        if (left < 0) throw new Error('the process ends here');
        return db.transaction(work);
      }) satisfies typeof db.transaction,
    },
  };
  expect(await writeSeats(dying as unknown as typeof shop.services)).toBe(120);
  expect(await writeSeats(shop.services)).toBe(130);
  expect(await writeSeats(shop.services)).toBe(0);
});
