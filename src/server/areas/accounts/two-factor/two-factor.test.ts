import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { expect } from 'vitest';
import { type Account, enrol, enter, PASSWORD, sent, signedInCaller, withAccount } from '#tests/kit/accounts';
import { atOneMoment } from '#tests/kit/at-one-moment';
import { makeAuthenticator } from '#tests/kit/authenticator';
import { test } from '#tests/kit/database';
import { failureOf } from '#tests/kit/verbs';
import { addPasskey } from '../passkeys/add-passkey.ts';
import { startPasskey } from '../passkeys/start-passkey.ts';
import { startPasskeyProof } from '../proof/start-passkey-proof.ts';
import { findViewer } from '../sessions/find-viewer.ts';
import { insertSession } from '../sessions/sessions.ts';
import { confirmTwoFactor } from './confirm-two-factor.ts';
import { renewBackupCodes } from './renew-backup-codes.ts';
import { startTwoFactor } from './start-two-factor.ts';
import { stopTwoFactor } from './stop-two-factor.ts';
import { verifyTwoFactor } from './verify-two-factor.ts';

const MIGRATION = join(import.meta.dirname, '../../../db/migrations/0054-second-factor-tries.sql');

/** Ada after her enrolment, in the session that the library gave her then. */
async function enrolled(school: Account) {
  const { cookies, ...known } = await enrol(school);
  const { viewer } = await findViewer(school.services, sent(cookies));
  return { ...known, caller: { ...school.as('visitor'), viewer } };
}

/** Another session of Ada than this one. */
async function otherSession({ as, id, services }: Account, own: string): Promise<string> {
  const term = { now: services.clock.now(), seconds: 60 };
  await services.db.transaction((trx) => insertSession(trx, as('visitor'), id, term));
  const sessions = services.db.kysely.selectFrom('sessions').select('id').where('user_id', '=', id);
  return (await sessions.where('id', '<>', own).executeTakeFirstOrThrow()).id;
}

async function finishWith(school: Account, code: string): Promise<unknown> {
  const { cookies, outcome } = await enter(school);
  expect(outcome).toEqual({ status: 'two-factor-required' });
  const exchange = { reqHeaders: new Headers({ cookie: sent(cookies) }), resHeaders: new Headers() };
  const finish = verifyTwoFactor(
    school.services,
    school.as('visitor'),
    { method: 'backup-code', code },
    exchange,
  );
  const answer = await failureOf(finish);
  return typeof answer === 'string' ? answer : 'signed-in';
}

async function reported({ services }: Account): Promise<string[]> {
  const mails = await services.db.kysely
    .selectFrom('mail_outbox')
    .select('template')
    .orderBy('created_at')
    .execute();
  return mails.map(({ template }) => template);
}

test('the second factor counts only after a first code, and the owner is told', async ({ ownDb }) => {
  const school = await withAccount(ownDb);
  const { caller, reqHeaders } = await signedInCaller(school);
  await startTwoFactor(school.services, caller, { password: PASSWORD });
  expect((await enter(school)).outcome).toMatchObject({ status: 'signed-in' });
  const confirm = (code: string) =>
    failureOf(confirmTwoFactor(school.services, caller, { code }, { reqHeaders, resHeaders: new Headers() }));
  expect(await confirm('000000')).toBe('INVALID_CODE');
  expect((await enter(school)).outcome).toMatchObject({ status: 'signed-in' });
  expect(await reported(school)).toEqual([]);
  await enrol(school);
  expect((await enter(school)).outcome).toEqual({ status: 'two-factor-required' });
  expect(await reported(school)).toEqual(['two-factor-enabled']);
});

test('the secret of the app and the backup codes are sealed in the database', async ({ ownDb }) => {
  const school = await withAccount(ownDb);
  const { backupCodes, totp } = await enrolled(school);
  expect(backupCodes.length).toBeGreaterThanOrEqual(8);
  const { backup_codes, secret } = await ownDb.kysely
    .selectFrom('two_factor')
    .select(['secret', 'backup_codes'])
    .executeTakeFirstOrThrow();
  expect(secret).not.toContain(totp.secret.base32);
  for (const code of backupCodes) expect(backup_codes).not.toContain(code);
});

test('starting needs the password, and does not replace a second factor that is on', async ({ ownDb }) => {
  const school = await withAccount(ownDb);
  const visit = await signedInCaller(school);
  const start = (who: Pick<Awaited<ReturnType<typeof enrolled>>, 'caller'>, password: string) =>
    failureOf(startTwoFactor(school.services, who.caller, { password }));
  expect(await start(visit, 'wrong')).toBe('WRONG_PASSWORD');
  expect(await ownDb.kysely.selectFrom('two_factor').selectAll().execute()).toEqual([]);
  expect(await start(await enrolled(school), PASSWORD)).toBe('TWO_FACTOR_ALREADY_ON');
});

test('no step is skipped: none is confirmed that was not begun, and no sign-in ends that has not begun', async ({
  db,
}) => {
  const school = await withAccount(db);
  const { caller, reqHeaders } = await signedInCaller(school);
  const code = new TOTP({ secret: new Secret() }).generate();
  const confirmation = confirmTwoFactor(
    school.services,
    caller,
    { code },
    { reqHeaders, resHeaders: new Headers() },
  );
  expect(await failureOf(confirmation)).toBe('TWO_FACTOR_OFF');
  const { totp } = await enrolled(school);
  for (const cookie of [
    '',
    sent((await enter(school)).cookies).replace(/two_factor=[^;]*/, 'two_factor=x.y'),
  ]) {
    const exchange = { reqHeaders: new Headers({ cookie }), resHeaders: new Headers() };
    const next = totp.generate({ timestamp: Date.now() + 30_000 });
    const finish = verifyTwoFactor(
      school.services,
      school.as('visitor'),
      { method: 'totp', code: next },
      exchange,
    );
    expect(await failureOf(finish)).toBe('LINK_EXPIRED');
    expect(exchange.resHeaders.getSetCookie()).toEqual([]);
  }
});

test('begun in two windows at one moment both show the same secret, and it works', async ({ ownDb }) => {
  const school = await withAccount(ownDb);
  const { caller, reqHeaders } = await signedInCaller(school);
  const start = () => startTwoFactor(school.services, caller, { password: PASSWORD });
  for (const _ of ['nothing begun before', 'one begun before']) {
    const [one, other] = await atOneMoment(ownDb, [start, start]);
    expect(one).toEqual(other);
  }
  const later = await start();
  const totp = new TOTP({ secret: Secret.fromBase32(later.secret) });
  const resHeaders = new Headers();
  await confirmTwoFactor(school.services, caller, { code: totp.generate() }, { reqHeaders, resHeaders });
  expect((await enter(school)).outcome).toEqual({ status: 'two-factor-required' });
  expect(await finishWith(school, later.backupCodes[0] ?? '')).toBe('signed-in');
});

test('started in two tabs, the codes that count are those that the first code answers', async ({ ownDb }) => {
  const school = await withAccount(ownDb);
  const { caller, reqHeaders } = await signedInCaller(school);
  const start = () => startTwoFactor(school.services, caller, { password: PASSWORD });
  const earlier = await start();
  const later = await start();
  const totp = new TOTP({ secret: Secret.fromBase32(later.secret) });
  const confirm = (code: string) =>
    confirmTwoFactor(school.services, caller, { code }, { reqHeaders, resHeaders: new Headers() });
  const { backupCodes } = await confirm(totp.generate());
  expect(backupCodes).toEqual(later.backupCodes);
  expect(await finishWith(school, earlier.backupCodes[0] ?? '')).toBe('INVALID_CODE');
  expect(await finishWith(school, backupCodes[0] ?? '')).toBe('signed-in');
  const next = totp.generate({ timestamp: Date.now() + 30_000 });
  expect(await failureOf(confirm(next))).toBe('TWO_FACTOR_ALREADY_ON');
});

test('turned off, the password alone signs in again; secret and codes are gone and the owner is told', async ({
  ownDb,
}) => {
  const school = await withAccount(ownDb);
  const { backupCodes, caller } = await enrolled(school);
  const [code = ''] = backupCodes;
  const stop = (proof: { password: string; code?: string }) =>
    failureOf(stopTwoFactor(school.services, caller, proof));
  expect(await stop({ password: 'wrong', code })).toBe('WRONG_PASSWORD');
  expect((await enter(school)).outcome).toEqual({ status: 'two-factor-required' });
  expect(await stop({ password: PASSWORD, code })).toEqual({ done: true });
  expect((await enter(school)).outcome).toMatchObject({ status: 'signed-in' });
  expect(await ownDb.kysely.selectFrom('two_factor').selectAll().execute()).toEqual([]);
  expect(await reported(school)).toEqual(['two-factor-enabled', 'two-factor-disabled']);
});

test('a passkey of the owner takes the place of the code, and counts in this session alone', async ({
  db,
}) => {
  const school = await withAccount(db);
  const { caller } = await enrolled(school);
  const device = makeAuthenticator();
  const made = device.register(await startPasskey(school.services, caller), {});
  await addPasskey(school.services, caller, { name: 'My key', credential: made });
  const answer = async (who: typeof caller) => ({
    password: PASSWORD,
    credential: device.answer(await startPasskeyProof(school.services, who), {}),
  });
  const { viewer } = caller;
  if (viewer.kind !== 'member') throw new Error('nobody is signed in');
  const elsewhere = {
    ...caller,
    viewer: { ...viewer, sessionId: await otherSession(school, viewer.sessionId) },
  };
  expect(await failureOf(stopTwoFactor(school.services, caller, await answer(elsewhere)))).toBe(
    'PASSKEY_REFUSED',
  );
  expect(await stopTwoFactor(school.services, caller, await answer(caller))).toEqual({ done: true });
});

test('whoever has none can neither turn it off nor renew its codes', async ({ ownDb }) => {
  const school = await withAccount(ownDb);
  const { caller } = await signedInCaller(school);
  expect(await failureOf(stopTwoFactor(school.services, caller, { password: PASSWORD }))).toBe(
    'TWO_FACTOR_OFF',
  );
  expect(await failureOf(renewBackupCodes(school.services, caller, { password: PASSWORD }))).toBe(
    'TWO_FACTOR_OFF',
  );
});

test('new backup codes end the old ones', async ({ ownDb }) => {
  const school = await withAccount(ownDb);
  const { backupCodes: old, caller } = await enrolled(school);
  const renew = (password: string) => renewBackupCodes(school.services, caller, { password, code: old[1] });
  expect(await failureOf(renew('wrong'))).toBe('WRONG_PASSWORD');
  const { backupCodes } = await renew(PASSWORD);
  expect(backupCodes).toHaveLength(old.length);
  expect(backupCodes.filter((code) => old.includes(code))).toEqual([]);
  expect(await finishWith(school, old[0] ?? '')).toBe('INVALID_CODE');
  expect(await finishWith(school, backupCodes[0] ?? '')).toBe('signed-in');
  expect(await finishWith(school, backupCodes[0] ?? '')).toBe('INVALID_CODE');
  const audit = await ownDb.kysely
    .selectFrom('audit_log')
    .select(['before', 'after'])
    .where('action', '=', 'account.renew-backup-codes')
    .execute();
  expect(audit).toEqual([{ before: null, after: null }]);
});

test('wrong codes of a factor from before are counted from the first one on', async ({ ownDb }) => {
  const school = await withAccount(ownDb);
  const { caller } = await enrolled(school);
  await sql`alter table two_factor alter failed_verification_count drop not null`.execute(ownDb.kysely);
  await sql`update two_factor set failed_verification_count = null`.execute(ownDb.kysely);
  await ownDb.pool.query(readFileSync(MIGRATION, 'utf8'));
  const count = async () =>
    (await ownDb.kysely.selectFrom('two_factor').select('failed_verification_count as count').execute())[0]
      ?.count;
  expect(await count()).toBe(0);
  const stop = () => failureOf(stopTwoFactor(school.services, caller, { password: PASSWORD, code: 'wrong' }));
  expect(await stop()).toBe('INVALID_CODE');
  expect(await count()).toBe(1);
  await expect(
    sql`update two_factor set failed_verification_count = null`.execute(ownDb.kysely),
  ).rejects.toThrow();
});

test('the codes of an account help with no other account', async ({ ownDb }) => {
  const school = await withAccount(ownDb);
  const { caller } = await enrolled(school);
  const other = school.as('premium');
  expect(await failureOf(renewBackupCodes(school.services, other, { password: PASSWORD }))).toBe(
    'TWO_FACTOR_OFF',
  );
  expect(await failureOf(stopTwoFactor(school.services, other, { password: PASSWORD }))).toBe(
    'TWO_FACTOR_OFF',
  );
  expect((await enter(school)).outcome).toEqual({ status: 'two-factor-required' });
  expect(caller.viewer).toMatchObject({ twoFactorEnabled: true });
});
