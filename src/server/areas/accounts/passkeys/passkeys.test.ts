import { expect } from 'vitest';
import { type Account, enrol, enter, sent, signedInCaller, withAccount } from '#tests/kit/accounts';
import { atOneMoment } from '#tests/kit/at-one-moment';
import { makeAuthenticator } from '#tests/kit/authenticator';
import { test } from '#tests/kit/database';
import { failureOf } from '#tests/kit/verbs';
import { sweepAccounts } from '../erasure/sweep-accounts.ts';
import { changePassword } from '../password/change-password.ts';
import { demandFreshProof } from '../proof/demand-fresh-proof.ts';
import { proveByPasskey } from '../proof/prove-by-passkey.ts';
import { startPasskeyProof } from '../proof/start-passkey-proof.ts';
import { findViewer } from '../sessions/find-viewer.ts';
import { signInByPasskey } from '../sign-in/sign-in-by-passkey.ts';
import { startPasskeySignIn } from '../sign-in/start-passkey-sign-in.ts';
import { addPasskey } from './add-passkey.ts';
import { listPasskeys } from './list-passkeys.ts';
import { removePasskey } from './remove-passkey.ts';
import { startPasskey } from './start-passkey.ts';
import { updatePasskey } from './update-passkey.ts';

type Authenticator = ReturnType<typeof makeAuthenticator>;
type How = Parameters<Authenticator['answer']>[1];
type Signed = Awaited<ReturnType<typeof signedInCaller>>;

async function register(school: Account, { caller }: Signed, device = makeAuthenticator(), how: How = {}) {
  const credential = device.register(await startPasskey(school.services, caller), how);
  return failureOf(addPasskey(school.services, caller, { name: 'My key', credential }));
}

const startSignIn = (school: Account, step: 'first' | 'second' = 'first', cookies: readonly string[] = []) =>
  startPasskeySignIn(school.services, { step }, new Headers({ cookie: sent(cookies) }));

async function come(
  school: Account,
  credential: ReturnType<Authenticator['answer']>,
  cookies: readonly string[] = [],
) {
  const resHeaders = new Headers();
  const reqHeaders = new Headers({ cookie: sent(cookies) });
  const call = signInByPasskey(
    school.services,
    school.as('visitor'),
    { credential },
    { reqHeaders, resHeaders },
  );
  return { outcome: await failureOf(call), cookies: resHeaders.getSetCookie() };
}
const enterBy = async (school: Account, device: Authenticator, how: How = {}) =>
  come(school, device.answer(await startSignIn(school), how));

/** Ada with a passkey. */
async function withPasskey(school: Account) {
  const session = await signedInCaller(school);
  const device = makeAuthenticator();
  const kept = (await register(school, session, device)) as { id: string };
  expect(kept).toMatchObject({ name: 'My key', lastUsedAt: null });
  return { session, device, id: kept.id };
}

test('a passkey that recognises its owner signs in, also where a second factor is on, and shows its last use', async ({
  ownDb,
}) => {
  const school = await withAccount(ownDb);
  const { device, session } = await withPasskey(school);
  await ownDb.kysely
    .updateTable('users')
    .set({ two_factor_enabled: true })
    .where('id', '=', school.id)
    .execute();
  const { cookies, outcome } = await enterBy(school, device, { userHandle: school.id });
  expect(outcome).toMatchObject({ status: 'signed-in', user: { id: school.id } });
  expect((await findViewer(school.services, sent(cookies))).viewer).toMatchObject({ userId: school.id });
  const [listed] = await listPasskeys(school.services, session.caller);
  expect(listed?.lastUsedAt).toBe(school.services.clock.now().toISOString());
  const { rows } = await ownDb.pool.query(
    "select after from audit_log where action = 'account.sign-in' order by id",
  );
  expect(rows.at(-1)).toEqual({ after: { firstFactor: 'passkey' } });
  const mails = await ownDb.kysely.selectFrom('mail_outbox').select('template').execute();
  expect(mails).toContainEqual({ template: 'passkey-added' });
});

test('an answer works once: the challenge is spent, whatever came of it', async ({ db }) => {
  const school = await withAccount(db);
  const { device } = await withPasskey(school);
  const question = await startSignIn(school);
  expect((await come(school, device.answer(question))).outcome).toMatchObject({ status: 'signed-in' });
  expect((await come(school, device.answer(question))).outcome).toBe('PASSKEY_REFUSED');
  const other = await startSignIn(school);
  expect((await come(school, device.answer(other, { isVerified: false }))).outcome).toBe('PASSKEY_REFUSED');
  expect((await come(school, device.answer(other))).outcome).toBe('PASSKEY_REFUSED');
});

test('challenges are 256 random bits, kept as a hash, for five minutes', async ({ db }) => {
  const school = await withAccount(db);
  const { device } = await withPasskey(school);
  const question = await startSignIn(school);
  expect(Buffer.from(question.challenge, 'base64url')).toHaveLength(32);
  const { rows } = await db.pool.query('select * from passkey_challenges');
  expect(JSON.stringify(rows)).not.toContain(question.challenge);
  const { rows: terms } = await db.pool.query(
    'select distinct round(extract(epoch from expires_at - $1::timestamptz) / 60)::int as minutes from passkey_challenges',
    [school.services.clock.now()],
  );
  expect(terms).toEqual([{ minutes: 5 }]);
  school.wait(301);
  expect((await come(school, device.answer(question))).outcome).toBe('PASSKEY_REFUSED');
  await sweepAccounts(school.services);
  expect((await db.pool.query('select * from passkey_challenges')).rows).toEqual([]);
  expect((await come(school, device.answer({ challenge: 'invented' }))).outcome).toBe('PASSKEY_REFUSED');
});

test('another site, another owner, an unknown key and a forged signature are refused', async ({ db }) => {
  const school = await withAccount(db);
  const { device } = await withPasskey(school);
  const cheats: How[] = [
    { origin: 'https://evil.test' },
    { origin: 'http://localhost:3001' },
    { rpId: 'evil.test' },
    { isVerified: false },
    { userHandle: '7d9c1d5e-6f0a-4b8e-9d57-0d3a6f2b1c4e' },
  ];
  for (const how of cheats) expect((await enterBy(school, device, how)).outcome).toBe('PASSKEY_REFUSED');
  const stranger = makeAuthenticator();
  expect((await enterBy(school, stranger)).outcome).toBe('PASSKEY_REFUSED');
  const forged = stranger.answer(await startSignIn(school));
  const { credentialId } = device;
  const stolen = { ...forged, id: credentialId, rawId: credentialId };
  expect((await come(school, stolen)).outcome).toBe('PASSKEY_REFUSED');
  expect((await enterBy(school, device)).outcome).toMatchObject({ status: 'signed-in' });
});

test('a counter that does not grow is a copy of the key, also of two at the same moment', async ({
  ownDb,
}) => {
  const school = await withAccount(ownDb);
  const { device } = await withPasskey(school);
  expect((await enterBy(school, device, { counter: 7 })).outcome).toMatchObject({ status: 'signed-in' });
  for (const counter of [7, 6, 0])
    expect((await enterBy(school, device, { counter })).outcome, String(counter)).toBe('PASSKEY_REFUSED');
  const both = await Promise.all([
    enterBy(school, device, { counter: 8 }),
    enterBy(school, device, { counter: 8 }),
  ]);
  expect(both.filter(({ outcome }) => outcome === 'PASSKEY_REFUSED')).toHaveLength(1);
});

test('a key that does not count stays usable', async ({ db }) => {
  const school = await withAccount(db);
  const session = await signedInCaller(school);
  const device = makeAuthenticator(0);
  await register(school, session, device);
  for (let time = 1; time <= 2; time += 1)
    expect((await enterBy(school, device, { counter: 0 })).outcome).toMatchObject({ status: 'signed-in' });
});

test('after the password a passkey is the second factor, and needs not recognise its owner', async ({
  ownDb,
}) => {
  const school = await withAccount(ownDb);
  const { device } = await withPasskey(school);
  await enrol(school);
  expect(await failureOf(startSignIn(school, 'second'))).toBe('LINK_EXPIRED');
  const { cookies, outcome } = await enter(school);
  expect(outcome).toEqual({ status: 'two-factor-required' });
  const question = await startSignIn(school, 'second', cookies);
  expect(question.allowCredentials.map(({ id }) => id)).toEqual([device.credentialId]);
  const answer = device.answer(question, { isVerified: false });
  expect((await come(school, answer)).outcome).toBe('LINK_EXPIRED');
  const again = await startSignIn(school, 'second', cookies);
  const done = await come(school, device.answer(again, { isVerified: false }), cookies);
  expect(done.outcome).toMatchObject({ status: 'signed-in' });
  expect(await failureOf(startSignIn(school, 'second', cookies))).toBe('LINK_EXPIRED');
});

test('the passkey of somebody else is no second factor, and a password that changed ends the first step', async ({
  ownDb,
}) => {
  const school = await withAccount(ownDb);
  const { device, session } = await withPasskey(school);
  await enrol(school);
  const other = makeAuthenticator();
  const stranger = { caller: school.as('premium'), reqHeaders: new Headers() };
  await register(school, stranger, other);
  const { cookies } = await enter(school);
  const foreign = other.answer(await startSignIn(school, 'second', cookies), { isVerified: false });
  expect((await come(school, foreign, cookies)).outcome).toBe('PASSKEY_REFUSED');
  const question = await startSignIn(school, 'second', cookies);
  const current = 'a quiet sentence';
  await changePassword(school.services, session.caller, {
    currentPassword: current,
    password: 'quite another one',
  });
  expect((await come(school, device.answer(question), cookies)).outcome).toBe('LINK_EXPIRED');
});

test('a locked password does not lock a passkey', async ({ db }) => {
  const school = await withAccount(db);
  const { device } = await withPasskey(school);
  for (let time = 1; time <= 5; time += 1) await failureOf(enter(school, 'wrong'));
  expect(await failureOf(enter(school))).toBe('ACCOUNT_LOCKED');
  expect((await enterBy(school, device)).outcome).toMatchObject({ status: 'signed-in' });
});

test('a closed account is closed for passkeys as well', async ({ db }) => {
  const school = await withAccount(db);
  const { device } = await withPasskey(school);
  await db.pool.query('update users set disabled_at = now() where id = $1', [school.id]);
  expect((await enterBy(school, device)).outcome).toBe('ACCOUNT_DISABLED');
});

test('a passkey proves identity in the session that asked, and only its owner’s does', async ({ db }) => {
  const school = await withAccount(db);
  const { device, session } = await withPasskey(school);
  const there = await signedInCaller(school);
  const longAgo = new Date(school.services.clock.now().getTime() - 11 * 60_000);
  await db.pool.query('update sessions set proved_at = $1', [longAgo]);
  const prove = async ({ caller }: Signed, question: { challenge: string }, how: How = {}) =>
    failureOf(proveByPasskey(school.services, caller, { credential: device.answer(question, how) }));
  const ask = () => startPasskeyProof(school.services, session.caller);
  expect(await prove(there, await ask())).toBe('PASSKEY_REFUSED');
  expect(await prove(session, await ask(), { isVerified: false })).toBe('PASSKEY_REFUSED');
  expect(await prove(session, await startSignIn(school))).toBe('PASSKEY_REFUSED');
  expect(await failureOf(demandFreshProof(school.services, session.caller))).toBe('PROOF_REQUIRED');
  expect(await prove(session, await ask())).toEqual({ done: true });
  await demandFreshProof(school.services, session.caller);
  expect(await failureOf(startPasskeyProof(school.services, school.as('premium')))).toBe('PASSKEY_NOT_FOUND');
});

test('a new passkey needs a fresh proof, the session that asked, this site and a recognised owner', async ({
  db,
}) => {
  const school = await withAccount(db);
  const session = await signedInCaller(school);
  const { services } = school;
  for (const how of [{ origin: 'https://evil.test' }, { rpId: 'evil.test' }, { isVerified: false }])
    expect(await register(school, session, makeAuthenticator(), how)).toBe('PASSKEY_REFUSED');
  const credential = makeAuthenticator().register(await startPasskey(services, session.caller));
  const there = await signedInCaller(school);
  expect(await failureOf(addPasskey(services, there.caller, { name: 'x', credential }))).toBe(
    'PASSKEY_REFUSED',
  );
  const device = makeAuthenticator();
  await register(school, session, device);
  expect(await register(school, { ...session, caller: school.as('premium') }, device)).toBe('PASSKEY_TAKEN');
  const longAgo = new Date(services.clock.now().getTime() - 11 * 60_000);
  await db.pool.query('update sessions set proved_at = $1', [longAgo]);
  expect(await failureOf(startPasskey(services, session.caller))).toBe('PROOF_REQUIRED');
  expect(await failureOf(addPasskey(services, session.caller, { name: 'x', credential }))).toBe(
    'PROOF_REQUIRED',
  );
});

test('a passkey is renamed and removed by its owner only; removed it opens nothing', async ({ db }) => {
  const school = await withAccount(db);
  const { device, id, session } = await withPasskey(school);
  const { services } = school;
  const stranger = school.as('premium');
  expect(await failureOf(updatePasskey(services, stranger, { id, name: 'Theirs' }))).toBe(
    'PASSKEY_NOT_FOUND',
  );
  expect(await failureOf(removePasskey(services, stranger, { id }))).toBe('PASSKEY_NOT_FOUND');
  expect(await listPasskeys(services, stranger)).toEqual([]);
  expect(await updatePasskey(services, session.caller, { id, name: 'Phone' })).toMatchObject({
    name: 'Phone',
  });
  expect(await removePasskey(services, session.caller, { id })).toEqual({ done: true });
  expect((await enterBy(school, device)).outcome).toBe('PASSKEY_REFUSED');
  expect(await listPasskeys(services, session.caller)).toEqual([]);
  const { rows } = await db.pool.query(
    "select action from audit_log where action like '%passkey' order by id",
  );
  expect(rows.map(({ action }) => action)).toEqual([
    'account.add-passkey',
    'account.rename-passkey',
    'account.remove-passkey',
  ]);
});

test('nobody has more than 20 passkeys, also when two are added at the same moment', async ({ ownDb }) => {
  const school = await withAccount(ownDb);
  const session = await signedInCaller(school);
  const { caller } = session;
  for (let count = 1; count <= 19; count += 1)
    await ownDb.kysely
      .insertInto('passkeys')
      .values({
        user_id: school.id,
        name: `Key ${count}`,
        credential_id: `key-${count}`,
        public_key: Buffer.from('key'),
        counter: 0,
        transports: [],
      })
      .execute();
  const made = [];
  for (let count = 1; count <= 4; count += 1)
    made.push(makeAuthenticator().register(await startPasskey(school.services, caller)));
  const outcomes = await atOneMoment(
    ownDb,
    made.map(
      (credential) => () => failureOf(addPasskey(school.services, caller, { name: 'Mine', credential })),
    ),
  );
  expect(outcomes.filter((outcome) => outcome === 'BAD_INPUT')).toHaveLength(3);
  expect(await listPasskeys(school.services, caller)).toHaveLength(20);
});
