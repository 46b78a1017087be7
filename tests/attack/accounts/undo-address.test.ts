import { expect } from 'vitest';
import { confirmAddress } from '#server/areas/accounts/address/confirm-address';
import { requestAddress } from '#server/areas/accounts/address/request-address';
import { undoAddress } from '#server/areas/accounts/address/undo-address';
import { resetPassword } from '#server/areas/accounts/password/reset-password';
import { findViewer } from '#server/areas/accounts/sessions/find-viewer';
import { type Account, enrol, enter, sent, withAccount } from '#tests/kit/accounts';
import { test } from '#tests/kit/database';

const NEXT = 'ada@analytical.test';

/** The token of the mail of this kind. */
async function tokenOf({ services }: Account, template: string): Promise<string> {
  const { props } = await services.db.kysely
    .selectFrom('mail_outbox')
    .select('props')
    .where('template', '=', template)
    .executeTakeFirstOrThrow();
  return new URL((props as { link: string }).link).searchParams.get('token') ?? '';
}

/** Who was mailed that the second factor is off. */
async function toldOff({ services }: Account): Promise<string[]> {
  const mails = services.db.kysely.selectFrom('mail_outbox').select('recipient');
  const rows = await mails.where('template', '=', 'two-factor-disabled').execute();
  return rows.map(({ recipient }) => recipient);
}

/** Ada turns her second factor on, which was so many days ago, and changes her address. */
async function changeWithFactor(school: Account, days: number): Promise<void> {
  const { services } = school;
  const { cookies } = await enrol(school);
  const query = 'update two_factor set enabled_at = $2::timestamptz - make_interval(days => $1)';
  await services.db.pool.query(query, [days, services.clock.now()]);
  const { viewer } = await findViewer(services, sent(cookies));
  const caller = { ...school.as('visitor'), viewer };
  await requestAddress(services, caller, { email: NEXT });
  await confirmAddress(services, caller, { token: await tokenOf(school, 'address-confirm') });
}

/** The old address undoes the change and chooses a new password; what signing in with it comes to. */
async function undoAndEnter(school: Account) {
  const { as, services } = school;
  await undoAddress(services, as('visitor'), { token: await tokenOf(school, 'address-changed') });
  const password = 'a newer sentence';
  await resetPassword(services, as('visitor'), {
    token: await tokenOf(school, 'address-restored'),
    password,
  });
  return (await enter(school, password)).outcome;
}

for (const days of [0, 6])
  test(`a second factor that is ${days} days old at the change ends with it, and the new address is told`, async ({
    ownDb,
  }) => {
    const school = await withAccount(ownDb);
    await changeWithFactor(school, days);
    expect(await undoAndEnter(school)).toMatchObject({ status: 'signed-in' });
    expect(await toldOff(school)).toEqual([NEXT]);
  });

test('a second factor that is older than a week at the change stays in force when it is undone', async ({
  ownDb,
}) => {
  const school = await withAccount(ownDb);
  await changeWithFactor(school, 8);
  expect(await undoAndEnter(school)).toEqual({ status: 'two-factor-required' });
  expect(await toldOff(school)).toEqual([]);
});
