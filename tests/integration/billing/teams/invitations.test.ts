import { expect } from 'vitest';
import { DAILY_LIMITS } from '#domain/site/daily-limits';
import { getOwnTeam } from '#server/areas/billing/teams/describe-team';
import { forgetInvitations } from '#server/areas/billing/teams/forget-invitations';
import { inviteToTeam, resendSeat, withdrawSeat } from '#server/areas/billing/teams/invite';
import type { Db } from '#server/db/client';
import { Failure } from '#server/failure';
import { test } from '#tests/kit/database';
import { failureOf } from '#tests/kit/verbs';
import { DAY } from '#tests/stripe/fake/store';
import { openShop, type Shop } from '#tests/stripe/shop';
import { buySeats, fill } from '#tests/stripe/team-shop';

const SEATS = 2;
const MOST = DAILY_LIMITS.teamInvitations + SEATS;
const stranger = (no: number) => `stranger-${no}@elsewhere.test`;
const invite = ({ as, services }: Shop, emails: readonly string[]) =>
  inviteToTeam(services, as('free'), { emails });
const mails = async (db: Db) =>
  (await db.pool.query("select 1 from mail_outbox where template = 'team-invitation'")).rowCount;
const opened = async ({ as, services }: Shop) => (await getOwnTeam(services, as('free'))).invitations;

/** Invites one stranger after the other, and takes each invitation back. */
async function rotate(shop: Shop, from: number, to: number): Promise<void> {
  for (let no = from; no < to; no += 1) {
    await invite(shop, [stranger(no)]);
    const [invitation] = await opened(shop);
    await withdrawSeat(shop.services, shop.as('free'), { id: invitation?.id ?? '' });
  }
}

test('who takes invitations back to send others is stopped for the day, and goes on the day after', async ({
  db,
}) => {
  const shop = await openShop(db);
  await buySeats(shop, 'free', { seats: SEATS });
  await rotate(shop, 0, MOST - 1);
  // Two at once are one too many: neither is sent.
  const two = [stranger(1000), stranger(1001)];
  expect(await failureOf(invite(shop, two))).toBe('DAILY_LIMIT');
  expect(await mails(db)).toBe(MOST - 1);
  shop.wait(3600);
  await invite(shop, [stranger(1000)]);
  const refused = await invite(shop, [stranger(1001)]).catch((error: unknown) => error);
  expect(refused).toMatchObject({ code: 'DAILY_LIMIT', data: { retryAfter: DAY - 3600 } });
  expect(refused).toBeInstanceOf(Failure);
  // What needs no email says so as before.
  expect((await invite(shop, [stranger(1000), 'no address'])).lines.map(({ outcome }) => outcome)).toEqual([
    'already-invited',
    'bad-address',
  ]);
  expect(await mails(db)).toBe(MOST);
  shop.wait(DAY - 3600);
  await invite(shop, [stranger(1001)]);
  expect(await mails(db)).toBe(MOST + 1);
});

test('an invitation of an earlier day that is sent again counts as one', async ({ db }) => {
  const shop = await openShop(db);
  await buySeats(shop, 'free', { seats: SEATS });
  await invite(shop, [stranger(1000)]);
  const [{ id } = { id: '' }] = await opened(shop);
  const resend = () => resendSeat(shop.services, shop.as('free'), { id });
  shop.wait(60);
  await resend();
  shop.wait(2 * DAY);
  await db.pool.query(
    `insert into team_invitations (team_id, email, created_at, sent_at, expires_at, withdrawn_at)
     select team_id, 'x' || no || '@elsewhere.test', $1, $1, $1, $1 from team_invitations, generate_series(1, $2) no`,
    [shop.services.clock.now(), MOST],
  );
  expect(await failureOf(resend())).toBe('DAILY_LIMIT');
  expect(await mails(db)).toBe(2);
});

test('who was invited and did not join is forgotten 30 days after the invitation ended', async ({ db }) => {
  const shop = await openShop(db);
  await buySeats(shop, 'free', { seats: 4 });
  await fill(shop, 'free', ['second']);
  await rotate(shop, 0, 1);
  await invite(shop, [stranger(1), stranger(2)]);
  const [first] = await opened(shop);
  const kept = async () => {
    const rows = await db.kysely.selectFrom('team_invitations').select('email').orderBy('email').execute();
    return rows.map(({ email }) => email);
  };
  shop.wait(29 * DAY);
  expect(await forgetInvitations(shop.services)).toBe(0);
  // One that is sent again lasts for another time.
  await resendSeat(shop.services, shop.as('free'), { id: first?.id ?? '' });
  shop.wait(DAY);
  expect(await forgetInvitations(shop.services)).toBe(1);
  expect(await kept()).toEqual(['second@school.test', stranger(1), stranger(2)]);
  shop.wait(14 * DAY);
  expect(await forgetInvitations(shop.services)).toBe(1);
  expect(await kept()).toEqual(['second@school.test', first?.email]);
});
