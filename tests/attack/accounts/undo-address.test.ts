import { Secret, TOTP } from 'otpauth';
import { expect } from 'vitest';
import { confirmAddress } from '#server/areas/accounts/address/confirm-address';
import { requestAddress } from '#server/areas/accounts/address/request-address';
import { undoAddress } from '#server/areas/accounts/address/undo-address';
import { requestDeletion } from '#server/areas/accounts/erasure/request-deletion';
import { createKey } from '#server/areas/accounts/keys/create-key';
import { addPasskey } from '#server/areas/accounts/passkeys/add-passkey';
import { startPasskey } from '#server/areas/accounts/passkeys/start-passkey';
import { resetPassword } from '#server/areas/accounts/password/reset-password';
import { findViewer } from '#server/areas/accounts/sessions/find-viewer';
import { confirmTwoFactor } from '#server/areas/accounts/two-factor/confirm-two-factor';
import { startTwoFactor } from '#server/areas/accounts/two-factor/start-two-factor';
import { createFeedAddress } from '#server/areas/posts/feed-address';
import { finishLink } from '#server/areas/sign-ins/finish-link';
import type { Db } from '#server/db/client';
import type { Caller, Services } from '#server/services';
import { type Account, enrol, enter, PASSWORD, sent, signedInCaller, withAccount } from '#tests/kit/accounts';
import { makeAuthenticator } from '#tests/kit/authenticator';
import { test } from '#tests/kit/database';
import { FAKE_SIGN_INS } from '#tests/kit/fake-sign-in';
import { failureOf } from '#tests/kit/verbs';

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

const eraseAtOf = async ({ id, services }: Account) => {
  const row = services.db.kysely.selectFrom('users').select('erase_at').where('id', '=', id);
  return (await row.executeTakeFirstOrThrow()).erase_at;
};

for (const isFirst of [true, false])
  test(`a deletion that was asked for ${isFirst ? 'just before' : 'after'} the change is taken back with it`, async ({
    ownDb,
  }) => {
    const school = await withAccount(ownDb);
    const { services } = school;
    const { caller } = await signedInCaller(school);
    if (isFirst) await requestDeletion(services, caller);
    await requestAddress(services, caller, { email: NEXT });
    await confirmAddress(services, caller, { token: await tokenOf(school, 'address-confirm') });
    if (!isFirst) await requestDeletion(services, caller);
    expect(await eraseAtOf(school)).not.toBeNull();
    expect(await undoAndEnter(school)).toMatchObject({ status: 'signed-in', user: { erasesAt: null } });
    expect(await eraseAtOf(school)).toBeNull();
    const { rows } = await ownDb.pool.query("select entity_id from audit_log where action = 'account.keep'");
    expect(rows).toEqual([{ entity_id: school.id }]);
    const mail = services.db.kysely.selectFrom('mail_outbox').select('props');
    const { props } = await mail.where('template', '=', 'address-restored').executeTakeFirstOrThrow();
    expect(props).toMatchObject({ isKept: true });
  });

test('an account that an administrator deleted meanwhile stays deleted', async ({ ownDb }) => {
  const school = await withAccount(ownDb);
  const { caller } = await signedInCaller(school);
  await requestAddress(school.services, caller, { email: NEXT });
  await confirmAddress(school.services, caller, { token: await tokenOf(school, 'address-confirm') });
  const removed = 'update users set erase_at = $1, disabled_at = $1 where id = $2';
  await ownDb.pool.query(removed, [school.services.clock.now(), school.id]);
  await undoAddress(school.services, school.as('visitor'), {
    token: await tokenOf(school, 'address-changed'),
  });
  expect(await eraseAtOf(school)).not.toBeNull();
});

type Begun = (late: Services) => Promise<unknown>;

/** What opens the account later or shuts its owner out: begun in time, and finished by what is answered. */
const WAYS_IN: Readonly<Record<string, (school: Account, caller: Caller) => Promise<Begun>>> = {
  'a linked service': async (_, caller) => {
    const identity = { subject: 'thief', verifiedEmail: null, name: 'Thief', label: 'thief' };
    return async (late) => {
      for (const service of FAKE_SIGN_INS.values()) await finishLink(late, caller, service, identity);
    };
  },
  'a passkey': async ({ services }, caller) => {
    const credential = makeAuthenticator().register(await startPasskey(services, caller));
    return (late) => addPasskey(late, caller, { name: 'Mine', credential });
  },
  'an API key': async (_, caller) => (late) =>
    createKey(late, caller, { name: 'Mine', scopes: ['content:read'], days: 30 }),
  'a private feed': async (_, caller) => (late) => createFeedAddress(late, caller),
  'a second factor': async (_, caller) => (late) => startTwoFactor(late, caller, { password: PASSWORD }),
  'the first code of a second factor': async ({ services }, caller) => {
    const { secret } = await startTwoFactor(services, caller, { password: PASSWORD });
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    return (late) =>
      confirmTwoFactor(late, caller, { code }, { reqHeaders: new Headers(), resHeaders: new Headers() });
  },
  'another address': async (_, caller) => (late) =>
    requestAddress(late, caller, { email: 'thief@evil.test' }),
};

for (const [what, begin] of Object.entries(WAYS_IN))
  test(`${what} is not added by a request that was on its way when everything was ended`, async ({
    ownDb,
  }) => {
    const school = await withAccount(ownDb);
    const { services } = school;
    const { caller } = await signedInCaller(school);
    const finish = await begin(school, caller);
    await requestAddress(services, caller, { email: NEXT });
    const token = await tokenOf(school, 'address-asked');
    // All that is asked before the transaction finds the session still there.
    const transaction: Db['transaction'] = async (work) => {
      await undoAddress(services, school.as('visitor'), { token });
      return services.db.transaction(work);
    };
    expect(await failureOf(finish({ ...services, db: { ...ownDb, transaction } }))).toBe('SIGN_IN_REQUIRED');
    const { rows } = await ownDb.pool.query(
      `select from accounts where user_id = $1 union all select from passkeys where user_id = $1
       union all select from api_keys where user_id = $1 union all select from feed_tokens where user_id = $1
       union all select from two_factor where user_id = $1
       union all select from address_changes where user_id = $1 and ended_at is null`,
      [school.id],
    );
    expect(rows).toEqual([]);
  });
