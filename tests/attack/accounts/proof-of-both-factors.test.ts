import type { TOTP } from 'otpauth';
import { expect } from 'vitest';
import { requestAddress } from '#server/areas/accounts/address/request-address';
import { requestDeletion } from '#server/areas/accounts/erasure/request-deletion';
import { createKey } from '#server/areas/accounts/keys/create-key';
import { removePasskey } from '#server/areas/accounts/passkeys/remove-passkey';
import { startPasskey } from '#server/areas/accounts/passkeys/start-passkey';
import { changePassword } from '#server/areas/accounts/password/change-password';
import { getMissingProof } from '#server/areas/accounts/proof/get-missing-proof';
import { proveFactor } from '#server/areas/accounts/proof/prove-factor';
import { proveIdentity } from '#server/areas/accounts/proof/prove-identity';
import { findViewer } from '#server/areas/accounts/sessions/find-viewer';
import { renewBackupCodes } from '#server/areas/accounts/two-factor/renew-backup-codes';
import { stopTwoFactor } from '#server/areas/accounts/two-factor/stop-two-factor';
import { verifyTwoFactor } from '#server/areas/accounts/two-factor/verify-two-factor';
import { startSupport } from '#server/areas/admin/support/start-support';
import { grantAdmin } from '#server/areas/admin/users/grant-admin';
import { resetSecondFactor } from '#server/areas/admin/users/reset-second-factor';
import { invitePeople } from '#server/areas/invitations/invite-people';
import { exportAccount } from '#server/areas/privacy/export-account';
import { requestExport } from '#server/areas/privacy/request-export';
import { beginLink } from '#server/areas/sign-ins/begin-link';
import { unlinkSignIn } from '#server/areas/sign-ins/unlink-sign-in';
import type { Caller } from '#server/services';
import { type Account, EMAIL, enrol, enter, PASSWORD, sent, withAccount } from '#tests/kit/accounts';
import { test } from '#tests/kit/database';
import { failureOf } from '#tests/kit/verbs';

/** Ada with two-factor on, as an administrator, in a session whose proofs are old: what a thief of it holds. */
async function stolen(school: Account) {
  const { backupCodes, code, cookies, totp } = await enrol(school);
  const { viewer } = await findViewer(school.services, sent(cookies));
  if (viewer.kind !== 'member') throw new Error('nobody is signed in');
  await school.services.db.pool.query('update sessions set proved_at = $1, factor_proved_at = $1', [
    LONG_AGO,
  ]);
  const caller: Caller = { ...school.as('visitor'), viewer: { ...viewer, isAdmin: true } };
  return { backupCodes, caller, code, sessionId: viewer.sessionId, totp };
}

const LONG_AGO = new Date('2026-01-01');
const NOBODY = '00000000-0000-4000-8000-000000000000';
const nextCode = (totp: TOTP) => totp.generate({ timestamp: Date.now() + 30_000 });

/** Everything that changes how one signs in, gives rights away or takes the account out of the owner's hands. */
function guarded({ as, services }: Account, caller: Caller): readonly (() => Promise<unknown>)[] {
  const { viewer } = as('free');
  const id = viewer.kind === 'member' ? viewer.userId : '';
  const support = { id, mode: 'look', reason: 'To see it' } as const;
  return [
    () => requestAddress(services, caller, { email: 'thief@evil.test' }),
    () => startPasskey(services, caller),
    () => removePasskey(services, caller, { id: NOBODY }),
    () => createKey(services, caller, { name: 'Mine', scopes: ['content:read'], days: 30 }),
    () => beginLink(services, caller, { provider: 'fake' }, new Headers()),
    () => unlinkSignIn(services, caller, { id: NOBODY }),
    () => requestExport(services, caller),
    // Read to its end: the connection of the test is the only one.
    async () => new Response(await exportAccount(services, caller, { resHeaders: new Headers() })).bytes(),
    () => requestDeletion(services, caller),
    () => grantAdmin(services, caller, { id }),
    () => invitePeople(services, caller, { people: [{ email: 'x@evil.test', tier: 'free', role: 'admin' }] }),
    () => resetSecondFactor(services, caller, { id }),
    () => startSupport(services, caller, support, new Headers()),
  ];
}

test('with two-factor on, the password alone opens nothing that a stolen session must not do', async ({
  db,
}) => {
  const school = await withAccount(db);
  const { caller, totp } = await stolen(school);
  const { services } = school;
  expect(await getMissingProof(services, caller)).toEqual({ identity: true, secondFactor: true });
  await proveIdentity(services, caller, { password: PASSWORD });
  expect(await getMissingProof(services, caller)).toEqual({ identity: false, secondFactor: true });
  for (const change of guarded(school, caller)) expect(await failureOf(change())).toBe('PROOF_REQUIRED');
  const passwords = { currentPassword: PASSWORD, password: 'a very new sentence' };
  expect(await failureOf(changePassword(services, caller, passwords))).toBe('PROOF_REQUIRED');
  expect(await enter(school)).toMatchObject({ outcome: { status: 'two-factor-required' } });

  expect(await proveFactor(services, caller, { code: nextCode(totp) })).toEqual({ done: true });
  expect(await getMissingProof(services, caller)).toEqual({ identity: false, secondFactor: false });
  for (const change of guarded(school, caller)) expect(await failureOf(change())).not.toBe('PROOF_REQUIRED');
  expect(await changePassword(services, caller, passwords)).toEqual({ done: true });
});

test('nor does the code alone, and each half counts for ten minutes', async ({ db }) => {
  const school = await withAccount(db);
  const { backupCodes, caller } = await stolen(school);
  const { services, wait } = school;
  await proveFactor(services, caller, { code: backupCodes[0] ?? '' });
  expect(await getMissingProof(services, caller)).toEqual({ identity: true, secondFactor: false });
  expect(await failureOf(startPasskey(services, caller))).toBe('PROOF_REQUIRED');
  wait(360);
  await proveIdentity(services, caller, { password: PASSWORD });
  expect(await startPasskey(services, caller)).toMatchObject({ challenge: expect.any(String) });
  wait(300);
  expect(await getMissingProof(services, caller)).toEqual({ identity: false, secondFactor: true });
  expect(await failureOf(startPasskey(services, caller))).toBe('PROOF_REQUIRED');
});

test('wrong codes of the proof are counted with those of the sign-in, and a backup code works once', async ({
  db,
}) => {
  const school = await withAccount(db);
  const { backupCodes, caller, totp } = await stolen(school);
  const { services } = school;
  const prove = (code: string) => failureOf(proveFactor(services, caller, { code }));
  const [code = '', other = ''] = backupCodes;
  expect(await prove(code)).toEqual({ done: true });
  // Which codes were given is forgotten after five minutes; a backup code that was given is gone for good.
  await db.pool.query('delete from used_codes');
  expect(await prove(code)).toBe('INVALID_CODE');
  const { cookies } = await enter(school);
  const exchange = { reqHeaders: new Headers({ cookie: sent(cookies) }), resHeaders: new Headers() };
  const guess = { method: 'backup-code', code } as const;
  await db.pool.query('delete from used_codes');
  expect(await failureOf(verifyTwoFactor(services, school.as('visitor'), guess, exchange))).toBe(
    'INVALID_CODE',
  );
  for (let turn = 0; turn < 8; turn += 1) expect(await prove(`wrong-${turn}`)).toBe('INVALID_CODE');
  expect(await prove(other)).toBe('ACCOUNT_LOCKED');
  expect(await prove(nextCode(totp))).toBe('ACCOUNT_LOCKED');
  const door = { ...guess, code: other };
  expect(await failureOf(verifyTwoFactor(services, school.as('visitor'), door, exchange))).toBe(
    'ACCOUNT_LOCKED',
  );
});

test('the owner hears of locked codes once a day, and of nothing below that', async ({ db }) => {
  const school = await withAccount(db);
  const { caller } = await stolen(school);
  const { services, wait } = school;
  const prove = (code: string) => failureOf(proveFactor(services, caller, { code }));
  const mails = async () => {
    const { rows } = await db.pool.query(
      "select recipient from mail_outbox where template = 'second-factor-locked'",
    );
    return rows;
  };
  for (let turn = 0; turn < 9; turn += 1) expect(await prove(`wrong-${turn}`)).toBe('INVALID_CODE');
  expect(await mails()).toEqual([]);
  expect(await prove('wrong-9')).toBe('INVALID_CODE');
  expect(await mails()).toEqual([{ recipient: EMAIL }]);
  const again = async (code: string) => {
    await db.pool.query('update two_factor set locked_until = null');
    expect(await prove(code)).toBe('INVALID_CODE');
  };
  await again('wrong-10');
  expect(await mails()).toHaveLength(1);
  wait(24 * 3600);
  await again('wrong-11');
  expect(await mails()).toHaveLength(2);
});

test('a sign-in with both factors is a fresh proof of both, one before the factor was on is not', async ({
  db,
}) => {
  const school = await withAccount(db);
  const { services } = school;
  const early = await enter(school);
  const { backupCodes } = await enrol(school);
  const missing = async (cookies: readonly string[]) => {
    const { viewer } = await findViewer(services, sent(cookies));
    return getMissingProof(services, { ...school.as('visitor'), viewer });
  };
  expect(await missing(early.cookies)).toMatchObject({ secondFactor: true });
  const { cookies } = await enter(school);
  const exchange = { reqHeaders: new Headers({ cookie: sent(cookies) }), resHeaders: new Headers() };
  const input = { method: 'backup-code', code: backupCodes[0] ?? '' } as const;
  await verifyTwoFactor(services, school.as('visitor'), input, exchange);
  expect(await missing(exchange.resHeaders.getSetCookie())).toMatchObject({ secondFactor: false });
});

test('whoever has no second factor is asked for none', async ({ db }) => {
  const { as, services } = await withAccount(db);
  expect(await failureOf(proveFactor(services, as('free'), { code: '123456' }))).toBe('TWO_FACTOR_OFF');
  expect(await getMissingProof(services, as('free'))).toMatchObject({ secondFactor: false });
});

test('the password alone neither turns two-factor off nor makes new backup codes: the factor itself is asked for', async ({
  db,
}) => {
  const school = await withAccount(db);
  const { caller, code: spent, totp } = await stolen(school);
  const stop = (code?: string) =>
    failureOf(stopTwoFactor(school.services, caller, { password: PASSWORD, code }));
  const renew = (code?: string) =>
    failureOf(renewBackupCodes(school.services, caller, { password: PASSWORD, code }));
  for (const code of [undefined, 'wrong1', spent]) {
    expect(await stop(code)).toBe('INVALID_CODE');
    expect(await renew(code)).toBe('INVALID_CODE');
  }
  for (let turn = 6; turn < 10; turn += 1) expect(await stop(`wrong${turn}`)).toBe('INVALID_CODE');
  expect(await stop(totp.generate({ timestamp: Date.now() + 30_000 }))).toBe('ACCOUNT_LOCKED');
  await db.kysely.updateTable('two_factor').set({ locked_until: null }).execute();
  expect(await stop(totp.generate({ timestamp: Date.now() + 30_000 }))).toEqual({ done: true });
});
