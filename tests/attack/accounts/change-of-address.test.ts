import { Secret, TOTP } from 'otpauth';
import { expect } from 'vitest';
import { confirmAddress } from '#server/areas/accounts/address/confirm-address';
import { getPendingAddress } from '#server/areas/accounts/address/get-pending-address';
import { removePendingAddress } from '#server/areas/accounts/address/remove-pending-address';
import { requestAddress } from '#server/areas/accounts/address/request-address';
import { sweepAccounts } from '#server/areas/accounts/erasure/sweep-accounts';
import { forgotPassword } from '#server/areas/accounts/password/forgot-password';
import { resetPassword } from '#server/areas/accounts/password/reset-password';
import { register } from '#server/areas/accounts/registration/register';
import { findViewer } from '#server/areas/accounts/sessions/find-viewer';
import { confirmTwoFactor } from '#server/areas/accounts/two-factor/confirm-two-factor';
import { startTwoFactor } from '#server/areas/accounts/two-factor/start-two-factor';
import { databaseState } from '#tests/attack/requests/database-state';
import { EMAIL, enter, PASSWORD, signedInCaller, withAccount } from '#tests/kit/accounts';
import { test } from '#tests/kit/database';
import { failureOf } from '#tests/kit/verbs';

import { ask, change, confirm, emailOf, mailsOf, makeOther, NEXT, tokenOf, undo } from './change-address.ts';

test('nothing changes before the new mailbox confirms; then the new address signs in and the old one is told', async ({
  db,
}) => {
  const school = await withAccount(db);
  const session = await signedInCaller(school);
  expect(await ask(school, session)).toEqual({ done: true });
  expect(await emailOf(school)).toBe(EMAIL);
  expect(await getPendingAddress(school.services, session.caller)).toMatchObject({
    pending: { email: NEXT },
  });
  expect(await mailsOf(school)).toEqual([`address-asked to ${EMAIL}`, `address-confirm to ${NEXT}`]);
  const token = await tokenOf(school, NEXT, 'address-confirm');
  expect(await confirm(school, session, token)).toMatchObject({ id: school.id, email: NEXT });
  expect(await getPendingAddress(school.services, session.caller)).toEqual({ pending: null });
  expect(await mailsOf(school)).toContain(`address-changed to ${EMAIL}`);
  expect(await failureOf(enter(school, PASSWORD, EMAIL))).toBe('INVALID_CREDENTIALS');
  expect((await enter(school, PASSWORD, NEXT)).outcome).toMatchObject({ status: 'signed-in' });
  const profile = await db.kysely
    .selectFrom('profiles')
    .select('email')
    .where('id', '=', school.id)
    .executeTakeFirst();
  expect(profile).toEqual({ email: NEXT });
  const { rows } = await db.pool.query(
    "select action from audit_log where action like '%address' order by id",
  );
  expect(rows).toEqual([{ action: 'account.request-address' }, { action: 'account.change-address' }]);
});

test('tokens are 256 random bits, kept as a hash only, and work once', async ({ db }) => {
  const school = await withAccount(db);
  const session = await signedInCaller(school);
  await ask(school, session);
  const token = await tokenOf(school, NEXT, 'address-confirm');
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  const { rows } = await db.pool.query('select identifier, value from verifications');
  expect(JSON.stringify(rows)).not.toContain(token);
  await confirm(school, session, token);
  expect(await confirm(school, session, token)).toBe('LINK_EXPIRED');
  expect(await confirm(school, session, `${token}x`)).toBe('LINK_EXPIRED');
});

test('an old session proves who it is before it asks and before it confirms', async ({ db }) => {
  const school = await withAccount(db);
  const session = await signedInCaller(school);
  await ask(school, session);
  const token = await tokenOf(school, NEXT, 'address-confirm');
  const longAgo = new Date(school.services.clock.now().getTime() - 11 * 60_000);
  await db.pool.query('update sessions set proved_at = $1', [longAgo]);
  expect(await ask(school, session, 'third@analytical.test')).toBe('PROOF_REQUIRED');
  expect(await confirm(school, session, token)).toBe('PROOF_REQUIRED');
  expect(await emailOf(school)).toBe(EMAIL);
});

test('a link belongs to whoever asked: in the session of somebody else it does nothing and still works', async ({
  db,
}) => {
  const school = await withAccount(db);
  const session = await signedInCaller(school);
  await ask(school, session);
  const token = await tokenOf(school, NEXT, 'address-confirm');
  expect(await failureOf(confirmAddress(school.services, school.as('premium'), { token }))).toBe(
    'LINK_EXPIRED',
  );
  expect(await confirm(school, session, token)).toMatchObject({ email: NEXT });
});

test('a link is over after a day, when it is withdrawn, and when another address is asked for', async ({
  db,
}) => {
  const school = await withAccount(db);
  const session = await signedInCaller(school);
  await ask(school, session);
  const first = await tokenOf(school, NEXT, 'address-confirm');
  await ask(school, session, 'second@analytical.test');
  expect(await confirm(school, session, first)).toBe('LINK_EXPIRED');
  const second = await tokenOf(school, 'second@analytical.test', 'address-confirm');
  await removePendingAddress(school.services, session.caller);
  expect(await confirm(school, session, second)).toBe('LINK_EXPIRED');
  await ask(school, session, 'third@analytical.test');
  const third = await tokenOf(school, 'third@analytical.test', 'address-confirm');
  school.wait(24 * 3600);
  await db.pool.query('update sessions set proved_at = $1', [school.services.clock.now()]);
  expect(await confirm(school, session, third)).toBe('LINK_EXPIRED');
  expect(await emailOf(school)).toBe(EMAIL);
});

test('a taken address is answered like a free one; only its owner is told, without a link that changes anything', async ({
  db,
}) => {
  const school = await withAccount(db);
  const session = await signedInCaller(school);
  expect(await ask(school, session, 'premium@school.test')).toEqual({ done: true });
  expect(await getPendingAddress(school.services, session.caller)).toMatchObject({
    pending: { email: 'premium@school.test' },
  });
  expect(await mailsOf(school)).toEqual([
    `address-asked to ${EMAIL}`,
    'address-taken to premium@school.test',
  ]);
});

test('the own address and more than ten requests a day are refused', async ({ db }) => {
  const school = await withAccount(db);
  const session = await signedInCaller(school);
  expect(await ask(school, session, EMAIL)).toBe('BAD_INPUT');
  for (let time = 1; time <= 10; time += 1)
    expect(await ask(school, session, `a${time}@analytical.test`)).toEqual({ done: true });
  expect(await ask(school, session, 'a11@analytical.test')).toBe('RATE_LIMITED');
  school.wait(60);
  const refused = requestAddress(school.services, session.caller, { email: 'a11@analytical.test' });
  await expect(refused).rejects.toMatchObject({ data: { retryAfter: 24 * 3600 - 60 } });
});

test('an account that was registered with the address and never confirmed makes room, a confirmed one does not', async ({
  db,
}) => {
  const school = await withAccount(db);
  const session = await signedInCaller(school);
  const squatter = await makeOther(school, NEXT, false);
  await change(school, session);
  const left = await db.kysely.selectFrom('users').select('id').where('id', '=', squatter).execute();
  expect(left).toEqual([]);
  await ask(school, session, 'late@analytical.test');
  const token = await tokenOf(school, 'late@analytical.test', 'address-confirm');
  await makeOther(school, 'late@analytical.test', true);
  expect(await confirm(school, session, token)).toBe('ADDRESS_TAKEN');
  expect(await emailOf(school)).toBe(NEXT);
});

test('of whoever registered the address before and never confirmed it no trace is left; what is the owner’s stays', async ({
  ownDb,
}) => {
  const school = await withAccount(ownDb);
  const { as, services } = school;
  const session = await signedInCaller(school);
  const password = 'not hers but his own';
  const squatter = { name: 'Zebulon Pike', email: NEXT, password, confirmPassword: password };
  await register(services, as('visitor'), squatter);
  const { id } = await ownDb.kysely
    .selectFrom('users')
    .select('id')
    .where('email', '=', NEXT)
    .executeTakeFirstOrThrow();
  const written = { name: 'Ada', email: NEXT, message: 'From my other mailbox' };
  await ownDb.kysely.insertInto('contact_messages').values(written).execute();
  await change(school, session);
  const left = JSON.stringify(await databaseState(ownDb));
  for (const trace of [id, squatter.name]) expect(left).not.toContain(trace);
  expect(left).toContain(written.message);
  expect(await emailOf(school)).toBe(NEXT);
  expect(await mailsOf(school)).toContain(`address-confirm to ${NEXT}`);
  const audited = await ownDb.kysely
    .selectFrom('audit_log')
    .select('entity_id')
    .where('action', 'in', ['account.register', 'account.drop-unconfirmed'])
    .execute();
  expect(audited).toHaveLength(2);
  expect(new Set(audited.map(({ entity_id }) => entity_id)).size).toBe(1);
});

test('of two people who take one address at the same moment one gets it', async ({ ownDb }) => {
  const school = await withAccount(ownDb);
  const ada = await signedInCaller(school);
  const otherCaller = school.as('premium');
  for (const caller of [ada.caller, otherCaller])
    await requestAddress(school.services, caller, { email: NEXT });
  const { rows } = await ownDb.pool.query<{ link: string }>(
    "select props ->> 'link' as link from mail_outbox where template = 'address-confirm' order by created_at",
  );
  const [first = '', second = ''] = rows.map(({ link }) => new URL(link).searchParams.get('token') ?? '');
  const outcomes = await Promise.all([
    failureOf(confirmAddress(school.services, ada.caller, { token: first })),
    failureOf(confirmAddress(school.services, otherCaller, { token: second })),
  ]);
  expect(outcomes.filter((outcome) => outcome === 'ADDRESS_TAKEN')).toHaveLength(1);
  const holders = await ownDb.kysely.selectFrom('users').select('id').where('email', '=', NEXT).execute();
  expect(holders).toHaveLength(1);
});

test('one link pressed eight times at once changes once and mails once', async ({ ownDb }) => {
  const school = await withAccount(ownDb);
  const session = await signedInCaller(school);
  await ask(school, session);
  const token = await tokenOf(school, NEXT, 'address-confirm');
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => confirm(school, session, token)));
  expect(outcomes.filter((outcome) => outcome === 'LINK_EXPIRED')).toHaveLength(7);
  expect((await mailsOf(school)).filter((mail) => mail.startsWith('address-changed'))).toHaveLength(1);
});

test('the old address undoes the change for seven days: sessions and password end, a mail leads to a new one', async ({
  db,
}) => {
  const school = await withAccount(db);
  const session = await signedInCaller(school);
  await change(school, session);
  const token = await tokenOf(school, EMAIL, 'address-changed');
  await db.pool.query(
    "update address_changes set expires_at = expires_at - interval '7 days' + interval '1 minute'",
  );
  expect(await undo(school, token)).toEqual({ done: true });
  expect(await emailOf(school)).toBe(EMAIL);
  const { viewer } = await findViewer(school.services, session.reqHeaders.get('cookie') ?? '');
  expect(viewer.kind).toBe('visitor');
  expect(await failureOf(enter(school))).toBe('INVALID_CREDENTIALS');
  const reset = await tokenOf(school, EMAIL, 'address-restored');
  await resetPassword(school.services, school.as('visitor'), { token: reset, password: 'a newer sentence' });
  expect((await enter(school, 'a newer sentence')).outcome).toMatchObject({ status: 'signed-in' });
  expect(await undo(school, token)).toBe('LINK_EXPIRED');
});

test('undoing ends passkeys, linked services, and a second factor that was added since the change; the owner gets in again', async ({
  ownDb,
}) => {
  const school = await withAccount(ownDb);
  const thief = await signedInCaller(school);
  const begun = await startTwoFactor(school.services, thief.caller, { password: PASSWORD });
  await change(school, thief);
  const code = new TOTP({ secret: Secret.fromBase32(begun.secret) }).generate();
  const exchange = { reqHeaders: thief.reqHeaders, resHeaders: new Headers() };
  await confirmTwoFactor(school.services, thief.caller, { code }, exchange);
  const key =
    "insert into passkeys (user_id, name, credential_id, public_key, counter) values ($1, 'K', 'c', '', 0)";
  const link = "insert into accounts (user_id, provider_id, account_id) values ($1, 'oidc', 'theirs')";
  for (const theirs of [key, link]) await ownDb.pool.query(theirs, [school.id]);
  expect(await undo(school, await tokenOf(school, EMAIL, 'address-changed'))).toEqual({ done: true });
  expect(await ownDb.kysely.selectFrom('passkeys').select('name').execute()).toEqual([]);
  expect((await ownDb.pool.query('select from accounts where user_id = $1', [school.id])).rowCount).toBe(0);
  expect(await ownDb.kysely.selectFrom('two_factor').select('id').execute()).toEqual([]);
  const reset = await tokenOf(school, EMAIL, 'address-restored');
  await resetPassword(school.services, school.as('visitor'), { token: reset, password: 'a newer sentence' });
  expect((await enter(school, 'a newer sentence')).outcome).toMatchObject({ status: 'signed-in' });
});

test('after seven days, or with an invented link, nothing is undone', async ({ db }) => {
  const school = await withAccount(db);
  const session = await signedInCaller(school);
  await change(school, session);
  const token = await tokenOf(school, EMAIL, 'address-changed');
  await db.pool.query("update address_changes set expires_at = expires_at - interval '7 days'");
  expect(await undo(school, token)).toBe('LINK_EXPIRED');
  expect(await undo(school, 'invented')).toBe('LINK_EXPIRED');
  expect(await emailOf(school)).toBe(NEXT);
});

test('the link of the first mail stops what is not confirmed, and undoes what is', async ({ ownDb }) => {
  const school = await withAccount(ownDb);
  const session = await signedInCaller(school);
  await ask(school, session);
  const waiting = await tokenOf(school, NEXT, 'address-confirm');
  expect(await undo(school, await tokenOf(school, EMAIL, 'address-asked'))).toEqual({ done: true });
  expect(await failureOf(enter(school))).toBe('INVALID_CREDENTIALS');
  const reset = await tokenOf(school, EMAIL, 'address-restored');
  await resetPassword(school.services, school.as('visitor'), { token: reset, password: PASSWORD });
  const again = await signedInCaller(school);
  expect(await confirm(school, again, waiting)).toBe('LINK_EXPIRED');
  await change(school, again);
  expect(await undo(school, await tokenOf(school, EMAIL, 'address-asked'))).toEqual({ done: true });
  expect(await emailOf(school)).toBe(EMAIL);
});

test('a thief who changes the address twice is undone by the first owner, and cannot undo that', async ({
  ownDb,
}) => {
  const school = await withAccount(ownDb);
  const thief = await signedInCaller(school);
  await change(school, thief, 'thief@evil.test');
  await change(school, thief, 'thief@worse.test');
  const theirs = await tokenOf(school, 'thief@evil.test', 'address-changed');
  expect(await undo(school, await tokenOf(school, EMAIL, 'address-changed'))).toEqual({ done: true });
  expect(await emailOf(school)).toBe(EMAIL);
  expect(await undo(school, theirs)).toBe('LINK_EXPIRED');
  expect(await emailOf(school)).toBe(EMAIL);
});

test('whoever registers the old address meanwhile without confirming it does not stop the undoing', async ({
  ownDb,
}) => {
  const school = await withAccount(ownDb);
  await change(school, await signedInCaller(school));
  await makeOther(school, EMAIL, false);
  expect(await undo(school, await tokenOf(school, EMAIL, 'address-changed'))).toEqual({ done: true });
  expect(await emailOf(school)).toBe(EMAIL);
});

test('a link for a new password that lies in the old mailbox ends with the change', async ({ db }) => {
  const school = await withAccount(db);
  const session = await signedInCaller(school);
  await forgotPassword(school.services, school.as('visitor'), { email: EMAIL });
  const token = await tokenOf(school, EMAIL, 'reset-password');
  await change(school, session);
  const reset = resetPassword(school.services, school.as('visitor'), { token, password: 'of a stranger' });
  expect(await failureOf(reset)).toBe('LINK_EXPIRED');
});

test('what is over is forgotten: changes that came to nothing, and the mails to an address that is nobody’s any more', async ({
  db,
}) => {
  const school = await withAccount(db);
  const session = await signedInCaller(school);
  await change(school, session);
  await ask(school, session, 'never-confirmed@analytical.test');
  await sweepAccounts(school.services);
  expect(await mailsOf(school)).toHaveLength(5);
  school.wait(7 * 24 * 3600 + 1);
  await sweepAccounts(school.services);
  expect(await mailsOf(school)).toEqual([]);
  const changes = () => db.kysely.selectFrom('address_changes').select(['old_email', 'ended_at']).execute();
  const kept = [{ old_email: EMAIL, ended_at: expect.any(Date) }];
  expect(await changes()).toEqual(kept);
  // A mail to whoever has that address by then, such as a visitor with a question, is none of a change that has ended.
  await db.kysely
    .insertInto('mail_outbox')
    .values({ event_key: 'request:1', template: 'contract-declared', recipient: EMAIL, props: '{}' })
    .execute();
  await sweepAccounts(school.services);
  expect(await mailsOf(school)).toHaveLength(1);
  expect(await changes()).toEqual(kept);
});
