import { expect } from 'vitest';
import { addPasskey } from '#server/areas/accounts/passkeys/add-passkey';
import { listPasskeys } from '#server/areas/accounts/passkeys/list-passkeys';
import { removePasskey } from '#server/areas/accounts/passkeys/remove-passkey';
import { startPasskey } from '#server/areas/accounts/passkeys/start-passkey';
import { type Account, signedInCaller, withAccount } from '#tests/kit/accounts';
import { atOneMoment } from '#tests/kit/at-one-moment';
import { makeAuthenticator } from '#tests/kit/authenticator';
import { test } from '#tests/kit/database';
import { FAKE_SIGN_INS } from '#tests/kit/fake-sign-in';
import { failureOf } from '#tests/kit/verbs';
import { unlinkSignIn } from './unlink-sign-in.ts';

/** Ada in a session of her own, with a passkey. */
async function withPasskey(school: Account) {
  const { caller } = await signedInCaller(school);
  const credential = makeAuthenticator().register(await startPasskey(school.services, caller));
  const { id } = await addPasskey(school.services, caller, { name: 'My key', credential });
  return { caller, id };
}

/** Ada linked to a service of the school, with no password left. */
async function onlyLinked(school: Account) {
  const services = { ...school.services, signIns: FAKE_SIGN_INS };
  const [provider] = FAKE_SIGN_INS.values();
  const { kysely } = services.db;
  await kysely.deleteFrom('accounts').where('user_id', '=', school.id).execute();
  const link = await kysely
    .insertInto('accounts')
    .values({ user_id: school.id, provider_id: provider?.issuer ?? '', account_id: 'ada' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { services, linkId: link.id };
}

test('the last passkey stays while there is no other way in, a linked service or a password is one', async ({
  ownDb,
}) => {
  const school = await withAccount(ownDb);
  const { caller, id } = await withPasskey(school);
  const { linkId, services } = await onlyLinked(school);
  await unlinkSignIn(services, caller, { id: linkId });
  const remove = () => failureOf(removePasskey(services, caller, { id }));
  expect(await remove()).toBe('LAST_SIGN_IN');
  expect(await listPasskeys(services, caller)).toHaveLength(1);
  await onlyLinked(school);
  expect(await remove()).toEqual({ done: true });
});

test('a service that the school offers no more is no way in that is left', async ({ ownDb }) => {
  const school = await withAccount(ownDb);
  const { caller, id } = await withPasskey(school);
  const { services } = await onlyLinked(school);
  const without = { ...services, signIns: new Map() };
  expect(await failureOf(removePasskey(without, caller, { id }))).toBe('LAST_SIGN_IN');
});

test('of the last service and the last passkey taken away at the same moment one stays', async ({
  ownDb,
}) => {
  const school = await withAccount(ownDb);
  const { caller, id } = await withPasskey(school);
  const { linkId, services } = await onlyLinked(school);
  const outcomes = await atOneMoment(ownDb, [
    () => failureOf(unlinkSignIn(services, caller, { id: linkId })),
    () => failureOf(removePasskey(services, caller, { id })),
  ]);
  expect(outcomes.filter((outcome) => outcome === 'LAST_SIGN_IN')).toHaveLength(1);
});
