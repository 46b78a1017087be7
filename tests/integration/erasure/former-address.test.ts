import { expect } from 'vitest';
import { confirmAddress } from '#server/areas/accounts/address/confirm-address';
import { requestAddress } from '#server/areas/accounts/address/request-address';
import { sweepAccounts } from '#server/areas/accounts/erasure/sweep-accounts';
import { removeUser } from '#server/areas/admin/users/remove-user';
import { databaseState } from '#tests/attack/requests/database-state';
import { type Account, EMAIL, signedInCaller, withAccount } from '#tests/kit/accounts';
import { test } from '#tests/kit/database';

const NEXT = 'ada@analytical.test';

/** Ada takes another address, and the time in which that can be undone is long over. */
async function changeLongAgo(school: Account): Promise<void> {
  const { services } = school;
  const { caller } = await signedInCaller(school);
  await requestAddress(services, caller, { email: NEXT });
  const { rows } = await services.db.pool.query<{ link: string }>(
    "select props ->> 'link' as link from mail_outbox where template = 'address-confirm'",
  );
  const token = new URL(rows[0]?.link ?? '').searchParams.get('token') ?? '';
  await confirmAddress(services, caller, { token });
  school.wait(90 * 24 * 3600);
  await sweepAccounts(services);
}

test('an erasure long after a change of address finds what was sent from the address before', async ({
  ownDb,
}) => {
  const school = await withAccount(ownDb);
  const { as, id, services } = school;
  await changeLongAgo(school);
  const message = { name: 'Ada', email: EMAIL, message: 'From my mailbox of before' };
  await ownDb.kysely.insertInto('contact_messages').values(message).execute();
  await removeUser(services, as('admin'), { id });
  const left = JSON.stringify(await databaseState(ownDb));
  for (const trace of [EMAIL, NEXT, message.message]) expect(left).not.toContain(trace);
});

test('an address of before that is somebody else’s by now stays theirs', async ({ ownDb }) => {
  const school = await withAccount(ownDb);
  const { as, id, services } = school;
  await changeLongAgo(school);
  await ownDb.kysely
    .insertInto('users')
    .values({ name: 'Another Ada', email: EMAIL, email_verified: true })
    .execute();
  const message = { name: 'Another Ada', email: EMAIL, message: 'From my mailbox now' };
  await ownDb.kysely.insertInto('contact_messages').values(message).execute();
  await removeUser(services, as('admin'), { id });
  expect(await ownDb.kysely.selectFrom('contact_messages').select('message').execute()).toEqual([
    { message: message.message },
  ]);
});
