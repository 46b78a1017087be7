import { expect } from 'vitest';
import { sweepAccounts } from '#server/areas/accounts/erasure/sweep-accounts';
import { removeUser } from '#server/areas/admin/users/remove-user';
import { databaseState } from '#tests/attack/requests/database-state';
import { EMAIL, signedInCaller, withAccount } from '#tests/kit/accounts';
import { test } from '#tests/kit/database';

import { change, makeOther, NEXT } from './change-address.ts';

test('an erasure long after a change of address finds what was sent from the address before', async ({
  ownDb,
}) => {
  const school = await withAccount(ownDb);
  const { as, id, services } = school;
  await change(school, await signedInCaller(school));
  school.wait(90 * 24 * 3600);
  await sweepAccounts(services);
  const message = { name: 'Ada', email: EMAIL, message: 'From my mailbox of before' };
  await ownDb.kysely.insertInto('contact_messages').values(message).execute();
  await removeUser(services, as('admin'), { id });
  const left = JSON.stringify(await databaseState(ownDb));
  for (const trace of [EMAIL, NEXT, message.message]) expect(left).not.toContain(trace);
});

test('an address of before that is somebody else’s by now stays theirs', async ({ ownDb }) => {
  const school = await withAccount(ownDb);
  const { as, id, services } = school;
  await change(school, await signedInCaller(school));
  school.wait(90 * 24 * 3600);
  await sweepAccounts(services);
  await makeOther(school, EMAIL, true);
  const message = { name: 'Another Ada', email: EMAIL, message: 'From my mailbox now' };
  await ownDb.kysely.insertInto('contact_messages').values(message).execute();
  await removeUser(services, as('admin'), { id });
  expect(await ownDb.kysely.selectFrom('contact_messages').select('message').execute()).toEqual([
    { message: message.message },
  ]);
});
