import { expect } from 'vitest';
import { contract } from '#contract/contract';
import { POLICY } from '#domain/billing/entitlement';
import { getOwnTeam } from '#server/areas/billing/teams/describe-team';
import { getTeams } from '#server/areas/billing/teams/get-teams';
import { inviteToTeam } from '#server/areas/billing/teams/invite';
import { statedProcedures } from '#server/http/check-contract';
import { test } from '#tests/kit/database';
import { openShop, type Shop } from '#tests/stripe/shop';
import { addressOf, buySeats, fill, openSeats, tiersOf } from '#tests/stripe/team-shop';
import { callProcedure } from '../kit/call-procedure.ts';
import type { CallerName } from '../kit/school.ts';

const STATED = statedProcedures(contract);

/** Calls a procedure over HTTP; answers its code, or "ok", and its text. */
async function call({ school }: Shop, who: CallerName, name: string, input: object) {
  const procedure = STATED.find((one) => one.name === `teams.${name}`);
  if (!procedure) throw new Error(`teams.${name} is not in the contract`);
  const reply = await callProcedure(school, who, procedure, { ...input });
  const text = await reply.text();
  const { code } = JSON.parse(text) as { code?: string };
  return { answer: reply.ok ? 'ok' : (code ?? String(reply.status)), text };
}
const answer = async (...args: Parameters<typeof call>) => (await call(...args)).answer;
const charges = ({ stripe }: Shop) => stripe.fake.store.all('charge').filter(({ paid }) => paid).length;

test('an invitation that somebody else found is worth nothing to them, and tells them no address', async ({
  db,
}) => {
  const shop = await openShop(db);
  await buySeats(shop, 'free');
  await inviteToTeam(shop.services, shop.as('free'), { emails: [addressOf('second')] });
  const id = (await getOwnTeam(shop.services, shop.as('free'))).invitations[0]?.id ?? '';
  expect(await answer(shop, 'basic', 'accept', { id })).toBe('WRONG_MAILBOX');
  expect(await answer(shop, 'basic', 'decline', { id })).toBe('WRONG_MAILBOX');
  for (const who of ['basic', 'visitor'] as const) {
    const shown = await call(shop, who, 'invitation', { id });
    expect(shown.answer).toBe('ok');
    expect(shown.text).not.toContain('@');
  }
  expect((await getOwnTeam(shop.services, shop.as('free'))).seats).toMatchObject({ held: 0, invited: 1 });
  // An account that only says to have the address has not confirmed it.
  await db.kysely
    .updateTable('users')
    .set({ email_verified: false })
    .where('email', '=', addressOf('second'))
    .execute();
  expect(await answer(shop, 'second', 'accept', { id })).toBe('WRONG_MAILBOX');
  expect((await getTeams(shop.services, shop.as('second'))).invitations).toEqual([]);
});

test('of a team its owner alone reads who is in it and changes it', async ({ db }) => {
  const shop = await openShop(db);
  await buySeats(shop, 'free');
  await buySeats(shop, 'second', { name: 'Red Harbor' });
  await fill(shop, 'free', ['basic']);
  const team = await getOwnTeam(shop.services, shop.as('free'));
  const seat = team.members[0]?.id ?? '';
  // Not another owner, not a member, not by a planted id.
  for (const who of ['second', 'basic', 'premium'] as const) {
    const planted = {
      id: seat,
      teamId: team.id,
      ownerId: 'x',
      seats: 1,
      name: 'Taken',
      emails: ['a@b.example'],
    };
    expect((await call(shop, who, 'mine', planted)).text).not.toContain(addressOf('basic'));
    expect(['USER_NOT_FOUND', 'TEAM_NOT_FOUND']).toContain(await answer(shop, who, 'freeSeat', planted));
    expect(['USER_NOT_FOUND', 'TEAM_NOT_FOUND', 'PROOF_REQUIRED']).toContain(
      await answer(shop, who, 'transfer', planted),
    );
    if (who !== 'second') expect(await answer(shop, who, 'rename', planted)).toBe('TEAM_NOT_FOUND');
  }
  expect(await answer(shop, 'premium', 'leave', { id: team.id })).toBe('TEAM_NOT_FOUND');
  expect(await getOwnTeam(shop.services, shop.as('free'))).toEqual(team);
  // What a member is told names nobody else of the team but its owner.
  await fill(shop, 'free', ['premium']);
  const { text } = await call(shop, 'basic', 'mine', {});
  expect(text).toContain('Blue Harbor');
  expect(text).not.toContain(addressOf('premium'));
  expect(text).not.toContain(addressOf('free'));
});

test('what an owner is told of members is a name, an address and a time', async ({ db }) => {
  const shop = await openShop(db);
  await buySeats(shop, 'free');
  await fill(shop, 'free', ['basic']);
  const { members } = await getOwnTeam(shop.services, shop.as('free'));
  expect(Object.keys(members[0] ?? {}).sort()).toEqual([
    'assignedAt',
    'email',
    'id',
    'isOwner',
    'isPaid',
    'name',
  ]);
});

test('seats are raised by paying and by nothing else', async ({ db }) => {
  const shop = await openShop(db);
  const odd = { name: 'Blue Harbor', offerId: shop.offers.premium, locale: 'en' };
  for (const seats of [0, -3, 1.5, 5001, 2 ** 31, '3', null])
    expect(await answer(shop, 'free', 'checkout', { ...odd, seats }), String(seats)).toBe('BAD_INPUT');
  await buySeats(shop, 'free', { seats: 1 });
  await fill(shop, 'free', ['second']);
  const before = charges(shop);
  const at = shop.services.clock.now().toISOString();
  expect(await answer(shop, 'free', 'changeSeats', { seats: 50, at, dueNow: 0 })).toBe('PREVIEW_OUTDATED');
  expect(await answer(shop, 'free', 'changeSeats', { seats: 50, at, dueNow: -100 })).toBe('PREVIEW_OUTDATED');
  for (const seats of [0, -1, 99_999])
    expect(await answer(shop, 'free', 'preview', { seats })).toBe('BAD_INPUT');
  const [customer] = shop.stripe.fake.store.all('customer');
  shop.stripe.fake.store.cards.set(customer?.id ?? '', 'declines');
  const preview = await call(shop, 'free', 'preview', { seats: 5 });
  const { dueNow, at: shown } = JSON.parse(preview.text) as { dueNow: number; at: string };
  expect(await answer(shop, 'free', 'changeSeats', { seats: 5, at: shown, dueNow })).toBe('PAYMENT_DECLINED');
  expect((await getOwnTeam(shop.services, shop.as('free'))).seats.paid).toBe(1);
  expect(await answer(shop, 'free', 'takeSeat', {})).toBe('TEAM_FULL');
  expect(charges(shop)).toBe(before);
});

test('many who accept at one moment get no more seats than there are', async ({ db }) => {
  const shop = await openShop(db);
  await buySeats(shop, 'free', { seats: 3 });
  const emails = (['second', 'basic', 'premium'] as const).map(addressOf);
  await inviteToTeam(shop.services, shop.as('free'), { emails });
  // Meanwhile fewer are paid for.
  const { id } = await getOwnTeam(shop.services, shop.as('free'));
  const account = await db.kysely
    .selectFrom('billing_accounts')
    .select('id')
    .where('team_id', '=', id)
    .executeTakeFirstOrThrow();
  const { body } = await db.kysely
    .selectFrom('billing_facts')
    .select('body')
    .where('account_id', '=', account.id)
    .where('kind', '=', 'paid')
    .executeTakeFirstOrThrow();
  const line = await db.kysely
    .selectFrom('billing_facts')
    .select(['subject', 'customer'])
    .where('account_id', '=', account.id)
    .where('kind', '=', 'paid')
    .executeTakeFirstOrThrow();
  await db.kysely
    .insertInto('billing_facts')
    .values({
      account_id: account.id,
      provider: 'stripe',
      customer: line.customer,
      kind: 'paid',
      subject: line.subject,
      body: JSON.stringify({ ...Object(body), seats: 1 }),
    })
    .execute();
  const answers: string[] = [];
  for (const who of ['second', 'basic', 'premium'] as const) {
    const [invitation] = (await getTeams(shop.services, shop.as(who))).invitations;
    answers.push(await answer(shop, who, 'accept', { id: invitation?.id ?? '' }));
  }
  expect(answers).toEqual(['ok', 'TEAM_FULL', 'TEAM_FULL']);
  expect((await tiersOf(shop, 'basic')).written).toBe('basic');
});

test('the payment of another team, named by its session, confirms nothing', async ({ db }) => {
  const shop = await openShop(db);
  const session = await openSeats(shop, 'free');
  await buySeats(shop, 'second');
  expect(await answer(shop, 'second', 'confirm', { session })).toBe('SESSION_NOT_FOUND');
  expect(await answer(shop, 'basic', 'confirm', { session })).toBe('TEAM_NOT_FOUND');
});

test('a support session reads a team and neither buys nor changes anything of it', async ({ db }) => {
  const shop = await openShop(db);
  await buySeats(shop, 'free');
  const changes = STATED.filter(({ name, method }) => name.startsWith('teams.') && method !== 'GET');
  expect(changes.length).toBeGreaterThan(15);
  for (const { name, meta } of changes) expect(meta.support, name).toBeUndefined();
});

test('a name that hides something, holds an address or looks like the school is refused for a team', async ({
  db,
}) => {
  const shop = await openShop(db);
  const order = { offerId: shop.offers.premium, seats: 2, locale: 'en' };
  for (const name of ['Win at evil.example', 'Support Team', 'Admіnistrator team', 'a\u202eb team'])
    expect(await answer(shop, 'free', 'checkout', { ...order, name }), name).toBe('BAD_INPUT');
  expect(await answer(shop, 'free', 'checkout', { ...order, name: 'Team Blue Harbor' })).toBe('ok');
});

test('after its end and the grace nobody of a team has anything of it', async ({ db }) => {
  const shop = await openShop(db);
  const { until } = await buySeats(shop, 'free');
  await fill(shop, 'free', ['admin']);
  const end = Date.parse(until ?? '') / 1000 + POLICY.grace - shop.services.clock.now().getTime() / 1000;
  // No notice comes any more.
  shop.school.wait(end - 1);
  expect((await tiersOf(shop, 'admin')).tier).toBe('premium');
  shop.school.wait(1);
  expect((await tiersOf(shop, 'admin')).tier).toBe('free');
});
